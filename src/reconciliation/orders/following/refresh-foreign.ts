/**
 * Reads now and then the orders that others made of our vehicles' debts, so that reports stop
 * showing one that is dead and show one that was paid.
 */
import type { Client } from '../../../client/client.ts'
import type { SeenOrder } from '../../../ledger/orders/foreign-orders.ts'
import type { Outcome } from '../../../queue/outcome.ts'
import { standingOf, type OrderStatuses } from '../order-statuses.ts'
import type { OrderTools } from '../order-tools.ts'
import { readOrder, type OrderRead } from './read-order.ts'

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
export async function refreshForeign(
  tools: RefreshingTools,
  signal?: AbortSignal,
): Promise<Outcome> {
  const nowMs = tools.clock.now()
  const due = await tools.foreign.unseen(
    tools.fleetId,
    foreignDueBefore(nowMs),
    FOREIGN_PER_CALL_MAX,
  )
  for (const known of due) {
    const read = await readOrder(tools.client, known.id, signal)
    if (signal?.aborted === true) break
    if (read.read === 'unread') throw read.failure
    await tools.foreign.see({ ...known, ...seenNow(tools.statuses, read) }, new Date(nowMs))
  }
  return { outcome: 'done' }
}

/** Of one in another form than the interface's nobody knows what became of it. */
function seenNow(
  statuses: OrderStatuses,
  read: Exclude<OrderRead, { read: 'unread' }>,
): Partial<Pick<SeenOrder, 'status' | 'standing'>> {
  if (read.read === 'shut') return { standing: read.why === 'order-missing' ? 'dead' : 'unknown' }
  const { status } = read.order
  return { status, standing: standingOf(statuses, status) }
}
