/** Which effects of a kind the ledger says may go on now, as the sweep needs them. */
import type { Effect, SentKind } from '../src/ledger/effects/effects.ts'
import type { Fleet } from '../src/ledger/fleets/fleets.ts'
import type { FreeSlots } from './free-slots.ts'
import type { Tools } from './tools.ts'

/** Look-ups in one sweep; they are few, or something is badly wrong. */
const LOOK_UPS_MAX = 100

/** Effects that one sweep puts on the queue at most: the endings of some let it ask for more. */
const DUE_MAX = 500

/** Wait while money is blocked until all orders were read (src/app/run/money-gate.ts). */
const BLOCKED_WAIT_MS = 60_000

export interface DueEffectsOfKind {
  readonly effects: readonly Effect[]
  readonly nextDueAtMs: number | null
}

/**
 * Planned effects that a free slot awaits, by rank, and every due look-up (which needs none). The
 * rest waits in the ledger: the queue never holds more than the quota can serve.
 */
export async function dueWithinQuota(
  tools: Tools,
  fleet: Fleet,
  of: {
    readonly kind: SentKind
    readonly slots: FreeSlots
    readonly vehicleId?: string | undefined
  },
): Promise<DueEffectsOfKind> {
  // No effect of this kind may be sent now; a sweep after the wait looks whether it may.
  if (tools.effects.blocked?.(of.kind) !== undefined) {
    return { effects: [], nextDueAtMs: tools.clock.now() + BLOCKED_WAIT_MS }
  }
  const { free, nextInMs } = of.slots
  const limit = Math.min(Math.max(free, LOOK_UPS_MAX), DUE_MAX)
  const due = await tools.stores.effects.due(fleet.id, of.kind, limit, of.vehicleId)
  const planned = due.planned.slice(0, free)
  const waits = due.planned.length > planned.length
  const slotInMs = waits ? nextInMs : null
  const soonest = [due.nextInMs, slotInMs].filter((ms) => ms !== null)
  return {
    effects: [...planned, ...due.lookUps],
    nextDueAtMs: soonest.length === 0 ? null : tools.clock.now() + Math.min(...soonest),
  }
}
