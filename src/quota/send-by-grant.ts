/**
 * Sends the requests of one bucket: Bottleneck limits how many run at once, the ledger grants each
 * a unit and is told how it ended. No request waits here for a unit: one that gets none is told
 * when to ask again, and waits as a planned effect in the ledger.
 */
import Bottleneck from 'bottleneck'
import type { Slot, SlotRequest, Used } from './gate.ts'
import type { Grants } from './grants.ts'

export type Turn<T> =
  | { readonly is: 'sent'; readonly value: T }
  /** The slot grew old before the first byte; nothing was sent. */
  | { readonly is: 'stale' }
  | { readonly is: 'refused'; readonly nextFreeAtMs: number; readonly waitMs: number }

/** Requests of one bucket that are on the wire at once. */
const CONCURRENT_MAX = 4

export class SendByGrant {
  readonly #places = new Bottleneck({ maxConcurrent: CONCURRENT_MAX })
  readonly #grants: Grants

  constructor(grants: Grants) {
    this.#grants = grants
  }

  /** Requests that wait for a place or run. */
  get load(): number {
    const { RECEIVED, QUEUED, RUNNING, EXECUTING } = this.#places.counts()
    return RECEIVED + QUEUED + RUNNING + EXECUTING
  }

  /** Asks for the unit only when a place is free, because a grant goes stale while it waits. */
  turn<T>(request: SlotRequest, use: (slot: Slot) => Promise<Used<T>>): Promise<Turn<T>> {
    return this.#places.schedule(() => this.#send(request, use))
  }

  async #send<T>(request: SlotRequest, use: (slot: Slot) => Promise<Used<T>>): Promise<Turn<T>> {
    const granted = await this.#grants.ask(request)
    if (!('slot' in granted)) return { is: 'refused', ...granted }
    const { slot } = granted
    if (!slot.maySend()) return this.#stale(slot, request)
    let used: Used<T>
    try {
      used = await use(slot)
    } catch (error) {
      await this.#grants.settle(slot.useId, 'in-doubt')
      throw error
    }
    if (used.ending === 'never-sent' && slot.wasRefused()) return this.#stale(slot, request)
    if (used.ending !== 'told') await this.#grants.settle(slot.useId, used.ending)
    if (used.throttled) await this.#grants.throttled(used.throttled)
    return { is: 'sent', value: used.value }
  }

  async #stale(slot: Slot, { purpose }: SlotRequest): Promise<Turn<never>> {
    await this.#grants.stale(slot.useId, purpose)
    return { is: 'stale' }
  }
}
