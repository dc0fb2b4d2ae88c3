/** Sets the settlement status of an order's items by its provider's news. */
import type { ItemSettlement } from '../../contract/order.ts'
import type { ChargeNews } from '../providers/payments.ts'
import type { ServiceTransaction } from '../service-db.ts'
import type { OrderItemRow } from '../tables.ts'
import { itemMoves, walked } from '../order-state.ts'

export async function settleItems(tx: ServiceTransaction, orderId: string, news: ChargeNews) {
  const rows = await tx
    .selectFrom('service.order_item')
    .selectAll()
    .where('order_id', '=', orderId)
    .execute()
  const items = rows.map((row) => ({ ...row, to: settlementOf(row, news) }))
  const refused = items.filter(({ to }) => to === 'failed')
  const moving = items.filter(
    ({ settlement_status: from, to }) => walked(itemMoves, from, to).length > 0,
  )
  const moved = Map.groupBy(moving, ({ to }) => to)
  for (const [to, some] of moved) {
    const positions = some.map(({ position }) => position)
    await tx
      .updateTable('service.order_item')
      .set({ settlement_status: to })
      .where('order_id', '=', orderId)
      .where('position', 'in', positions)
      .execute()
  }
  return {
    /** Sum of all refused items, those of earlier news included. */
    refusedCents: refused.reduce((sum, item) => sum + item.amount_cents, 0n),
    /** Whether these news settled an item. */
    haveSettled: moved.has('settled'),
    /** Whether no item is left that may settle. */
    areAllRefused: refused.length === items.length,
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
