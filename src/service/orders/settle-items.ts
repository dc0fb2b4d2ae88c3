/** Sets the settlement status of an order's items by its provider's news. */
import type { ItemSettlement } from '../../contract/order.ts'
import type { ChargeNews } from '../providers/payments.ts'
import type { ServiceTransaction } from '../service-db.ts'
import type { OrderItemRow } from '../tables.ts'
import { itemMoves, walked } from '../order-state.ts'

interface SettledItems {
  /** Sum of all refused items, those of earlier news included. */
  readonly refusedCents: bigint
  /** Whether these news settled an item. */
  readonly haveSettled: boolean
  /** Whether no item is left that may settle. */
  readonly areAllRefused: boolean
}

export async function settleItems(
  tx: ServiceTransaction,
  orderId: string,
  news: ChargeNews,
): Promise<SettledItems> {
  const items = await tx
    .selectFrom('service.order_item')
    .selectAll()
    .where('order_id', '=', orderId)
    .execute()
  const moved = new Map<ItemSettlement, number[]>()
  let refusedCents = 0n
  let refused = 0
  for (const item of items) {
    const to = settlementOf(item, news)
    if (to === 'failed') {
      refusedCents += item.amount_cents
      refused++
    }
    if (walked(itemMoves, item.settlement_status, to).length === 0) continue
    moved.set(to, [...(moved.get(to) ?? []), item.position])
  }
  for (const [to, positions] of moved) {
    await tx
      .updateTable('service.order_item')
      .set({ settlement_status: to })
      .where('order_id', '=', orderId)
      .where('position', 'in', positions)
      .execute()
  }
  return {
    refusedCents,
    haveSettled: moved.has('settled'),
    areAllRefused: refused === items.length,
  }
}

/** An item that the news do not name follows the order, except that a refusal is final. */
function settlementOf(item: OrderItemRow, news: ChargeNews): ItemSettlement {
  const now = item.settlement_status
  if (now === 'failed') return now
  // A settled item stays settled, whatever the provider says later.
  const isRefused = news.refusedItems?.includes(item.debt_item_id) === true
  if (isRefused && now !== 'settled') return 'failed'
  if (news.settledItems?.includes(item.debt_item_id) === true) return 'settled'
  if (news.status === 'settled') return 'settled'
  if (now === 'settled') return now
  if (news.status === 'refunded') return 'failed'
  return news.status === 'settling' ? 'settling' : now
}
