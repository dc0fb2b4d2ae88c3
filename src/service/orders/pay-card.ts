/**
 * POST pay-card: charges a card once. The card is in this request's memory and at the provider, and
 * nowhere else: of it only the last four digits are recorded.
 */
import type { CardPayment } from '../../contract/checkout.ts'
import { ok, problem } from '../http/replies.ts'
import type { Charge, ChargeNews } from '../providers/payments.ts'
import type { Handler, ServiceTools } from '../service-tools.ts'
import type { PaymentOrderRow } from '../tables.ts'
import { advanceOrders } from './advance-orders.ts'
import { applyNews } from './apply-news.ts'
import { claimAttempt, type ClaimPlan } from './claim-attempt.ts'
import { installmentGrid } from './installment-grid.ts'
import { type AskedOrder, loadCharge } from './load-charges.ts'
import { providerRefusal } from './provider-refusal.ts'
import { releaseAttempt } from './release-attempt.ts'
import { showOrder } from './show-orders.ts'

const LAST_DIGITS = 4

/** A declined card is an answer, 200: the order awaits payment again, and another card may pay. */
export const payCard: Handler<'payCard'> = async (tools, request, call) => {
  const { order_id: orderId } = request.params
  await advanceOrders(tools, call, { orderId })
  const card = request.body
  const claim = await claimAttempt(tools, call, orderId, 'card', (asked) =>
    charging(asked, card.number.slice(-LAST_DIGITS), card.installments ?? 1),
  )
  if (!claim.ok) return problem(claim.status, claim.detail)
  const charge = await loadCharge(tools.db, claim.asked)
  const news = await charged(tools, charge, card)
  if (news.outcome === 'refused') {
    await releaseAttempt(tools, claim.asked, 'failed', news)
    return providerRefusal(news)
  }
  const { order, isApplied } = await applyNews(tools, claim.asked, news)
  if (!isApplied && isLost(order, news)) {
    throw new Error('A card charge came back after its time; its order says nothing of it.')
  }
  return ok(await showOrder(tools.db, order, tools.clock.now()))
}

/** True when the card was charged after a reader had already recorded that it was not. */
function isLost(order: PaymentOrderRow, news: ChargeNews): boolean {
  const isOver = order.paid_at === null && order.status !== 'processing'
  return isOver && news.status !== 'awaiting_payment'
}

/** Drops the message of a provider's error, which may contain the card, so that no log gets it. */
async function charged(tools: ServiceTools, charge: Charge, card: CardPayment) {
  try {
    return await tools.payments.payCard(charge, card, tools.clock.now())
  } catch {
    throw new Error('The provider of payments failed while it charged a card.')
  }
}

function charging({ order, attempt }: AskedOrder, digits: string, installments: number): ClaimPlan {
  const row = installmentGrid(order.total_cents)[installments - 1]
  if (row === undefined) throw new Error('The contract lets no such number of instalments pass.')
  return {
    orderStatus: 'processing',
    attempt: attempt.status === 'pending' ? 'this' : 'another',
    attemptStatus: 'processing',
    card: { card_last_digits: digits, installments, charged_cents: row.totalCents },
  }
}
