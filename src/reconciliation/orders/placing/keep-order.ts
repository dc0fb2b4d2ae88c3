/** Writes an order that the ledger does not have yet: its facts and events, its debts as ordered. */
import type { Order } from '../../../contract/order.ts'
import type { OrderFacts, RecordedOrder } from '../../../ledger/orders/orders.ts'
import type { Tx } from '../../../ledger/schema/tx.ts'
import { nextFollowInMs } from '../follow-pace.ts'
import { moveWithOrder, type MovingTools } from '../move-with-order.ts'
import { orderEvents } from '../order-events.ts'
import type { OrderTools } from '../order-tools.ts'

type Origin = 'fleetId' | 'vehicleId' | 'planId' | 'effectId' | 'items' | 'at'

/** `firstReadMsMax`: it is read no later than after so many milliseconds. */
export async function keepOrder(
  tools: MovingTools & Pick<OrderTools, 'orders'>,
  tx: Tx,
  order: Order,
  facts: OrderFacts,
  of: Pick<RecordedOrder, Origin>,
  firstReadMsMax = Number.POSITIVE_INFINITY,
): Promise<void> {
  const { vehicleId, planId, effectId, items, at } = of
  const nowMs = at.getTime()
  const nextInMs = nextFollowInMs({ ...facts, reads: 0, ageMs: 0, nowMs })
  const nextReadAt = nextInMs === null ? null : new Date(nowMs + Math.min(nextInMs, firstReadMsMax))
  const events = orderEvents(null, facts, order)
  await tools.orders.record({ ...facts, ...of, events, nextReadAt }, tx)
  const debtIds = items.map((item) => item.debtId)
  // An answer that came while the order was made may not show its debts any more.
  const from = ['open', 'proposed', 'approved', 'gone'] as const
  const why = `order ${order.id} (${order.status})`
  await tools.debts.move({ ids: debtIds, from, to: 'ordered', why, at, orderId: order.id }, tx)
  await moveWithOrder(tools, tx, { ...facts, vehicleId, debtIds, planId, effectId }, at)
}
