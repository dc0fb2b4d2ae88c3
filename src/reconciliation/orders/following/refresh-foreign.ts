/**
 * Reads now and then the orders that others made of our vehicles' debts, so that reports stop
 * showing one that is dead and show one that was paid.
 */
import type { Client } from '../../../client/client.ts'
import { unfitReason } from '../../../failure.ts'
import type { SeenOrder } from '../../../ledger/orders/foreign-orders.ts'
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
    await tools.foreign.see({ ...known, ...(await seenNow(tools, known)) }, new Date(nowMs))
  }
  return { outcome: 'done' }
}

/** Of one in another form than the interface's nobody knows what became of it. */
async function seenNow(
  { client, statuses }: RefreshingTools,
  { id }: SeenOrder,
): Promise<Partial<Pick<SeenOrder, 'status' | 'standing'>>> {
  try {
    const order = await client.read('getOrder', { params: { order_id: id } })
    if (order === null) return { standing: 'dead' }
    return { status: order.status, standing: standingOf(statuses, order.status) }
  } catch (error) {
    if (unfitReason(error) === undefined) throw error
    return { standing: 'unknown' }
  }
}
