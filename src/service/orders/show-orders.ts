/** Orders as the interface shows them. `orders` must be the caller's. */
import type { Order } from '../../contract/order.ts'
import type { ServiceDb, ServiceTransaction } from '../service-db.ts'
import type { PaymentOrderRow } from '../tables.ts'
import { orderView } from './order-view.ts'

export async function showOrders(
  db: ServiceDb | ServiceTransaction,
  orders: readonly PaymentOrderRow[],
  nowMs: number,
): Promise<Order[]> {
  if (orders.length === 0) return []
  const ids = orders.map((order) => order.id)
  const itemRows = await db
    .selectFrom('service.order_item')
    .selectAll()
    .where('order_id', 'in', ids)
    .orderBy('position')
    .execute()
  const items = Map.groupBy(itemRows, (item) => item.order_id)
  const attempts = await db
    .selectFrom('service.attempt')
    .selectAll()
    .where('order_id', 'in', ids)
    .orderBy('ordinal')
    .execute()
  // Of several attempts the last one stays.
  const latest = new Map(attempts.map((attempt) => [attempt.order_id, attempt]))
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
