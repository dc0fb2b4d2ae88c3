/** Orders as the interface shows them. `orders` must be the caller's. */
import type { Order } from '../../contract/order.ts'
import type { ServiceDb } from '../service-db.ts'
import type { PaymentOrderRow } from '../tables.ts'
import { latestAttempts } from './load-charges.ts'
import { orderView } from './order-view.ts'

export async function showOrders(
  db: ServiceDb,
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
  const latest = await latestAttempts(db, ids)
  return orders.map((order) =>
    orderView(order, items.get(order.id) ?? [], latest.get(order.id), nowMs),
  )
}

export async function showOrder(
  db: ServiceDb,
  order: PaymentOrderRow,
  nowMs: number,
): Promise<Order> {
  const [view] = await showOrders(db, [order], nowMs)
  if (view === undefined) throw new Error('An order that was read cannot be shown.')
  return view
}
