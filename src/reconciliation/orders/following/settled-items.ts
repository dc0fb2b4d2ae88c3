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

/** With what the order says of them now; of an item that it does not name, a refusal stays. */
export function itemsNow(
  statuses: OrderStatuses,
  items: FollowedOrder['items'],
  order: Order,
): FollowedOrder['items'] {
  const said = new Map(settlementsOf(order).map(({ itemId, settlement }) => [itemId, settlement]))
  return items.map(({ settlement: known, ...item }) => {
    const kept = meaningOf(statuses, 'item', known) === 'refused' ? known : ''
    return { ...item, settlement: said.get(item.itemId.toLowerCase()) ?? kept }
  })
}

/**
 * An item's money came back, so its debt is owed. A settled order has no open item left; before,
 * the authority must have refused it, and some money be back: days may pass until the order
 * settles.
 */
export function isReturned(
  statuses: OrderStatuses,
  { standing, refundedCents }: Pick<FollowedOrder, 'standing' | 'refundedCents'>,
  settlement: string,
): boolean {
  if (standing === 'refunded') return true
  if (settlement === '') return false
  const meaning = meaningOf(statuses, 'item', settlement)
  if (standing === 'settled') return meaning !== 'settled'
  return standing === 'paid' && refundedCents > 0n && meaning === 'refused'
}

export function returnedDebts(
  statuses: OrderStatuses,
  order: Pick<FollowedOrder, 'standing' | 'refundedCents' | 'items'>,
): string[] {
  return order.items
    .filter(({ settlement }) => isReturned(statuses, order, settlement))
    .map(({ debtId }) => debtId)
}

/** Of items as a read said them: the debts that it calls settled. */
export function settledDebts(statuses: OrderStatuses, items: FollowedOrder['items']): string[] {
  return items
    .filter(({ settlement }) => meaningOf(statuses, 'item', settlement) === 'settled')
    .map(({ debtId }) => debtId)
}
