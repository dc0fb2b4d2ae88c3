/** Orders as the interface shows them. `orders` must be the caller's. */
import type { Order } from '../../contract/order.ts'
import type { ServiceDb, ServiceTransaction } from '../service-db.ts'
import type { AttemptRow, OrderItemRow, PaymentOrderRow } from '../tables.ts'
import { orderView } from './order-view.ts'

export async function showOrders(
  db: ServiceDb | ServiceTransaction,
  orders: readonly PaymentOrderRow[],
  nowMs: number,
): Promise<Order[]> {
  if (orders.length === 0) return []
  const ids = orders.map((order) => order.id)
  const items = new Map<string, OrderItemRow[]>(ids.map((id) => [id, []]))
  const itemRows = await db
    .selectFrom('service.order_item')
    .selectAll()
    .where('order_id', 'in', ids)
    .orderBy('position')
    .execute()
  for (const item of itemRows) items.get(item.order_id)?.push(item)
  const latest = new Map<string, AttemptRow>()
  const attempts = await db
    .selectFrom('service.attempt')
    .selectAll()
    .where('order_id', 'in', ids)
    .orderBy('ordinal')
    .execute()
  for (const attempt of attempts) latest.set(attempt.order_id, attempt)
  return orders.map((order) =>
    orderView(order, items.get(order.id) ?? [], latest.get(order.id), nowMs),
  )
}

export async function showOrder(
  db: ServiceDb | ServiceTransaction,
  order: PaymentOrderRow,
  nowMs: number,
): Promise<Order> {
  const [view] = await showOrders(db, [order], nowMs)
  if (view === undefined) throw new Error('An order that was read cannot be shown.')
  return view
}
