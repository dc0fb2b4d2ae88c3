/**
 * Reads now and then the orders that others made of our vehicles' debts, so that reports stop
 * showing one that is dead and show one that was paid.
 */
import type { Client } from '../../../client/client.ts'
import type { Outcome } from '../../../queue/outcome.ts'
import { standingOf } from '../order-statuses.ts'
import type { OrderTools } from '../order-tools.ts'

export interface RefreshingTools extends Pick<
  OrderTools,
  'fleetId' | 'foreign' | 'statuses' | 'clock'
> {
  readonly client: Pick<Client, 'read'>
}

/** How old a foreign order's status in a report may be; decisions read the service anyway. */
const SEEN_FOR_MS = 6 * 3_600_000
/** Orders read in one call; the next sweep takes the next. */
const FOREIGN_PER_CALL_MAX = 20

export function foreignDueBefore(nowMs: number): Date {
  return new Date(nowMs - SEEN_FOR_MS)
}

/** An order that the service does not know any more counts as dead: it holds no debt there. */
export async function refreshForeign(tools: RefreshingTools): Promise<Outcome> {
  const nowMs = tools.clock.now()
  const due = await tools.foreign.unseen(
    tools.fleetId,
    foreignDueBefore(nowMs),
    FOREIGN_PER_CALL_MAX,
  )
  for (const known of due) {
    const order = await tools.client.read('getOrder', { params: { order_id: known.id } })
    const now =
      order === null
        ? { standing: 'dead' as const }
        : { status: order.status, standing: standingOf(tools.statuses, order.status) }
    await tools.foreign.see({ ...known, ...now }, new Date(nowMs))
  }
  return { outcome: 'done' }
}
