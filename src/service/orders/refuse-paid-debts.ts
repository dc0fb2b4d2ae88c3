/**
 * A debt belongs to the first order that is paid for it. When a second payment arrives, its items
 * of that debt are refused at once and their money goes back, with the reason in the attempt. A
 * live provider holds the money itself, so there its word counts alone.
 */
import type { Mode } from '../../contract/health.ts'
import type { ChargeNews } from '../providers/payments.ts'
import type { ServiceTransaction } from '../service-db.ts'
import type { PaymentOrderRow } from '../tables.ts'
import { lockVehicle } from './count-open-debts.ts'
import { orderMoves, walk } from '../order-state.ts'
import { orderPaidElsewhere } from './debts-paid-elsewhere.ts'

export async function refusePaidDebts(
  mode: Mode,
  tx: ServiceTransaction,
  order: PaymentOrderRow,
  news: ChargeNews,
): Promise<ChargeNews> {
  const isPaidNow = walk(orderMoves, order.status, news.status)?.includes('paid') === true
  if (mode === 'live' || !isPaidNow) return news
  // Of two payments at once, the lock makes the second one see the first.
  await lockVehicle(tx, order)
  const paid = await orderPaidElsewhere(tx, order)
  if (paid.size === 0) return news
  const payers = [...new Set(paid.values())].join(', ')
  const message = `Débito já pago pelo pedido ${payers}: o valor foi devolvido.`
  return {
    ...news,
    attempt: { ...news.attempt, message },
    refusedItems: [...(news.refusedItems ?? []), ...paid.keys()],
  }
}
