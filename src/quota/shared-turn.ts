/**
 * One request that waits in the lines of several buckets at once. One lane at a time asks the
 * ledger for it, so that it never gets two units; the first lane that has one takes it out of the
 * others' lines. So no request is bound to a bucket before that bucket has a unit for it.
 */

export interface Refusal {
  readonly nextFreeAtMs: number
  readonly waitMs: number
}

export class SharedTurn {
  readonly #taken = new AbortController()
  readonly #refused: (when: Refusal) => void
  /** In whose lines it still stands. */
  #lanes: number
  #soonest: Refusal | undefined
  #asking: object | undefined
  readonly #passed = new Set<() => void>()

  /** `refused` hears, once no lane is left, of the unit that frees first. */
  constructor(lanes: number, refused: (when: Refusal) => void) {
    this.#lanes = lanes
    this.#refused = refused
  }

  /** Aborts when a lane has it for good: the others drop it. */
  get taken(): AbortSignal {
    return this.#taken.signal
  }

  /** False while another lane asks for it; `again` is then called if that one has no unit. */
  ask(lane: object, again: () => void): boolean {
    this.#asking ??= lane
    if (this.#asking === lane) return true
    this.#passed.add(again)
    return false
  }

  /** The lane had no unit for it, so another may ask. */
  pass(lane: object): void {
    if (this.#taken.signal.aborted || this.#asking !== lane) return
    this.#asking = undefined
    const waiting = [...this.#passed]
    this.#passed.clear()
    for (const again of waiting) again()
  }

  /** The lane that asked has a unit, or nobody needs one any more. */
  take(): void {
    this.#passed.clear()
    this.#lanes = 1
    this.#taken.abort()
  }

  /** One lane gives up; the request waits on in the others. */
  refuse(when: Refusal): void {
    this.#lanes -= 1
    if (this.#soonest === undefined || when.waitMs < this.#soonest.waitMs) this.#soonest = when
    if (this.#lanes === 0) this.#refused(this.#soonest)
  }
}
