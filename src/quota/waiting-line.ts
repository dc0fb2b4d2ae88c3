/** Those who wait for a slot, in plan order; full, it keeps the better ranks. Pure data. */

export interface Ranked {
  /** Lower first; equal ranks in order of arrival. */
  readonly rank: number
}

/** The backlog waits in the ledger, not in a process. */
export const WAITERS_MAX = 20

export class WaitingLine<W extends Ranked> {
  readonly #waiters: W[] = []

  get first(): W | undefined {
    return this.#waiters[0]
  }

  /** The best of those that fit. */
  find(fits: (waiter: W) => boolean): W | undefined {
    return this.#waiters.find(fits)
  }

  has(waiter: W): boolean {
    return this.#waiters.includes(waiter)
  }

  /** Whoever has no place any more: the last of the line, or the newcomer. */
  add(waiter: W): W | undefined {
    const place = this.#waiters.findIndex((other) => other.rank > waiter.rank)
    this.#waiters.splice(place < 0 ? this.#waiters.length : place, 0, waiter)
    return this.#waiters.length > WAITERS_MAX ? this.#waiters.pop() : undefined
  }

  remove(waiter: W): boolean {
    const place = this.#waiters.indexOf(waiter)
    if (place >= 0) this.#waiters.splice(place, 1)
    return place >= 0
  }

  /** Takes out, in order, those for whom `leaves` holds. */
  takeIf(leaves: (waiter: W) => boolean): W[] {
    const taken = this.#waiters.filter(leaves)
    for (const waiter of taken) this.remove(waiter)
    return taken
  }
}
