/**
 * Pure. The settlement of each item of an order. The authority may refuse one item: it is refunded
 * while the others settle, and its debt is owed as before.
 */
import type { Order } from '../../../contract/order.ts'
import type { FollowedOrder } from '../../../ledger/orders/orders.ts'
import { meaningOf, type OrderStatuses } from '../order-statuses.ts'

/** In the service's own words, without the items whose settlement the order does not state. */
export function settlementsOf(order: Order): { itemId: string; settlement: string }[] {
  return (order.items ?? []).flatMap(({ debt_item_id: id, settlement_status: settlement }) =>
    settlement === undefined ? [] : [{ itemId: id.toLowerCase(), settlement }],
  )
}

/** Debts that a settled order left: items whose status says so; without one they are settled. */
export function notSettled(
  statuses: OrderStatuses,
  order: Order,
  items: FollowedOrder['items'],
): string[] {
  const left = new Set(
    settlementsOf(order)
      .filter(({ settlement }) => meaningOf(statuses, 'item', settlement) !== 'settled')
      .map(({ itemId }) => itemId),
  )
  return items.filter(({ itemId }) => left.has(itemId.toLowerCase())).map(({ debtId }) => debtId)
}
