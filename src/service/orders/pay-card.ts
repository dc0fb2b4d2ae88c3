/**
 * POST pay-card: charges a card once. The card is in this request's memory and at the provider, and
 * nowhere else: of it only the last four digits are recorded.
 */
import type { CardPayment } from '../../contract/checkout.ts'
import type { Charge } from '../providers/payments.ts'
import type { Handler, ServiceTools } from '../service-tools.ts'
import { actOnOrder } from './act-on-order.ts'
import type { ClaimPlan } from './claim-attempt.ts'
import { installmentGrid } from './installment-grid.ts'
import type { AskedOrder } from './load-charges.ts'
import { providerRefusal } from './provider-refusal.ts'

const LAST_DIGITS = 4

/** A declined card is an answer, 200: the order awaits payment again, and another card may pay. */
export const payCard: Handler<'payCard'> = async (tools, request, call) => {
  const card = request.body
  return await actOnOrder(tools, call, request.params.order_id, {
    use: 'card',
    plan: (asked) => charging(asked, card.number.slice(-LAST_DIGITS), card.installments ?? 1),
    ask: (charge, nowMs) => charged(tools, charge, card, nowMs),
    refusal: providerRefusal,
  })
}

/** Drops the message of a provider's error, which may contain the card, so that no log gets it. */
async function charged(tools: ServiceTools, charge: Charge, card: CardPayment, nowMs: number) {
  try {
    return await tools.payments.payCard(charge, card, nowMs)
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
