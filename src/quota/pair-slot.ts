/**
 * Two units reserved together, for an order and the card payment that follows it in one command
 * (design page "quota"): a payment is never starved by the order before it. Until the first request
 * left it is an ordinary slot; from then on it is kept open for the second.
 */
import type { Gate, Slot, SlotRequest, SlotResult, Used } from './gate.ts'

export interface PairGate extends Pick<Gate, 'withSlot'> {
  /** Nothing more is sent in the pair: its units are settled. Safe to repeat. */
  end(): Promise<void>
}

interface Held {
  readonly slot: Slot
  /** Undefined when there is no second request. */
  readonly second: PromiseWithResolvers<Used<unknown> | undefined>
}

export function pairGate(gate: Pick<Gate, 'withSlot'>): PairGate {
  return new Pair(gate)
}

class Pair implements PairGate {
  readonly #gate: Pick<Gate, 'withSlot'>
  #held: Held | undefined
  #whole: Promise<unknown> | undefined

  constructor(gate: Pick<Gate, 'withSlot'>) {
    this.#gate = gate
  }

  withSlot<T>(request: SlotRequest, use: (slot: Slot) => Promise<Used<T>>): Promise<SlotResult<T>> {
    const held = this.#held
    return held === undefined ? this.#first(request, use) : this.#second(held, use)
  }

  async end(): Promise<void> {
    this.#held?.second.resolve(undefined)
    // What went wrong with it was the first caller's to hear.
    await this.#whole?.catch(() => undefined)
  }

  #first<T>(request: SlotRequest, use: (slot: Slot) => Promise<Used<T>>): Promise<SlotResult<T>> {
    const first = Promise.withResolvers<SlotResult<T>>()
    const whole = this.#gate.withSlot({ ...request, units: 2 }, async (slot) => {
      const used = await use(slot)
      // Both units go back at once, and the gate may call again with others.
      if (used.ending === 'never-sent') return used
      const second = Promise.withResolvers<Used<unknown> | undefined>()
      this.#held = { slot, second }
      first.resolve({ granted: true, value: used.value })
      const next = await second.promise
      this.#held = undefined
      return { ...used, ...together(used, next) }
    })
    this.#whole = whole
    whole.then(first.resolve, first.reject)
    return first.promise
  }

  async #second<T>(
    { slot, second }: Held,
    use: (slot: Slot) => Promise<Used<T>>,
  ): Promise<SlotResult<T>> {
    const { useId, bucket } = slot
    try {
      const used = await use({ useId, bucket, maySend: () => slot.maySend(1) })
      second.resolve(used)
      return { granted: true, value: used.value }
    } catch (error) {
      second.resolve({ ending: 'in-doubt', value: undefined })
      throw error
    }
  }
}

/** Settled as the worse of the two: the first left, so neither unit is free before its window is over. */
function together(
  first: Used<unknown>,
  second: Used<unknown> | undefined,
): Pick<Used<unknown>, 'ending' | 'throttled'> {
  const isDoubt = first.ending === 'in-doubt' || second?.ending === 'in-doubt'
  const throttled = second?.throttled ?? first.throttled
  return {
    ending: isDoubt ? 'in-doubt' : 'answered',
    ...(throttled === undefined ? {} : { throttled }),
  }
}
