/** Reads every order of a vehicle, all pages and statuses, each with what it holds. */
import type { Client } from '../../client/client.ts'
import type { Order, OrderQuery } from '../../contract/order.ts'
import { isDead } from './match-orders.ts'

const PAGE_SIZE = 100

export async function ordersOfVehicle(
  client: Pick<Client, 'pages'>,
  query: Pick<OrderQuery, 'vehicle_id' | 'created_after'>,
): Promise<Order[]> {
  const orders: Order[] = []
  for await (const page of client.pages('listOrders', {
    query: { ...query, page_size: PAGE_SIZE },
  })) {
    orders.push(...page)
  }
  return orders
}

/** A list may leave the items out; the order itself has them. Dead ones hold nothing any more. */
export async function withItems(
  client: Pick<Client, 'read'>,
  orders: readonly Order[],
): Promise<Order[]> {
  const full: Order[] = []
  for (const order of orders) {
    if (order.items !== undefined || isDead(order)) full.push(order)
    else full.push((await client.read('getOrder', { params: { order_id: order.id } })) ?? order)
  }
  return full
}
