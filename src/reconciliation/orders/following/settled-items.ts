/**
 * Pure. What an order says of each of its items: the authority may refuse one of them, which is
 * refunded while the others settle, and is owed as before.
 */
import type { Order } from '../../../contract/order.ts'
import type { FollowedOrder } from '../../../ledger/orders/orders.ts'
import { meaningOf } from '../order-statuses.ts'
import type { OrderStatuses } from '../order-statuses.ts'

interface ItemSettlement {
  readonly itemId: string
  /** Word for word. */
  readonly settlement: string
}

/** Those of which it says something. */
export function settlementsOf(order: Order): ItemSettlement[] {
  return (order.items ?? []).flatMap(({ debt_item_id: id, settlement_status: settlement }) =>
    settlement === undefined ? [] : [{ itemId: id.toLowerCase(), settlement }],
  )
}

/**
 * The debts that a settled order has not settled: their items say another word. An order that shows
 * none of its items' settlements speaks for all of them.
 */
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
