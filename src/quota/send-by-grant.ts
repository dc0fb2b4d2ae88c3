/**
 * One bucket's way onto the wire: Bottleneck gives a place, the ledger grants a unit for it, the
 * request leaves, the ledger hears how it ended. Nobody waits for a unit here: the plan waits in
 * the ledger, and who gets none is told when to ask again.
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

  /** How many wait for a place or have one. */
  get load(): number {
    const { RECEIVED, QUEUED, RUNNING, EXECUTING } = this.#places.counts()
    return RECEIVED + QUEUED + RUNNING + EXECUTING
  }

  /** The unit is asked for when there is a place: a grant that waits grows stale. */
  turn<T>(request: SlotRequest, use: (slot: Slot) => Promise<Used<T>>): Promise<Turn<T>> {
    return this.#places.schedule(() => this.#send(request, use))
  }

  async close(): Promise<void> {
    await this.#places.disconnect()
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
    await this.#grants.settle(slot.useId, used.ending)
    if (used.throttled) await this.#grants.throttled(used.throttled)
    return { is: 'sent', value: used.value }
  }

  async #stale(slot: Slot, { purpose }: SlotRequest): Promise<Turn<never>> {
    await this.#grants.stale(slot.useId, purpose)
    return { is: 'stale' }
  }
}
