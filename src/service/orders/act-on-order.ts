/**
 * What a caller has a provider do with an order: to charge a card, to make another Pix code, or to
 * pay one. The attempt is claimed, the provider is called once, and its news are written.
 */
import type { Order } from '../../contract/order.ts'
import { ok, problem } from '../http/replies.ts'
import type { Charge, ChargeNews, ChargeRefused } from '../providers/payments.ts'
import type { AccountCall, ServiceTools } from '../service-tools.ts'
import type { PaymentOrderRow } from '../tables.ts'
import { advanceOrders } from './advance-orders.ts'
import { applyNews } from './apply-news.ts'
import { claimAttempt, type ClaimPlan, type ClaimUse } from './claim-attempt.ts'
import { type AskedOrder, loadCharge } from './load-charges.ts'
import { showOrder } from './show-orders.ts'

interface Act<Refusal> {
  readonly use: ClaimUse
  /** Called for an order that awaits payment; a sentence becomes the 409. */
  readonly plan: (asked: AskedOrder, nowMs: number) => ClaimPlan | string
  readonly ask: (charge: Charge, nowMs: number) => Promise<ChargeNews | ChargeRefused>
  /** The reply to what the provider refuses. */
  readonly refusal: (refused: ChargeRefused) => Refusal
}

type Acted<Refusal> =
  | Refusal
  | { readonly status: 200; readonly body: Order }
  | { readonly status: 404 | 409; readonly body: { readonly detail: string } }

export async function actOnOrder<Refusal>(
  tools: ServiceTools,
  call: AccountCall,
  orderId: string,
  act: Act<Refusal>,
): Promise<Acted<Refusal>> {
  await advanceOrders(tools, call, { orderId })
  const claim = await claimAttempt(tools, call, orderId, act.use, act.plan)
  if (!claim.ok) return problem(claim.status, claim.detail)
  const charge = await loadCharge(tools.db, claim.asked)
  const news = await act.ask(charge, tools.clock.now())
  if (news.outcome === 'refused') {
    await releaseAttempt(tools, claim.asked, act.use, news)
    return act.refusal(news)
  }
  const { order, isApplied } = await applyNews(tools, claim.asked, news)
  if (act.use === 'card' && !isApplied && isLost(order, news)) {
    throw new Error('A card charge came back after its time; its order says nothing of it.')
  }
  return ok(await showOrder(tools.db, order, tools.clock.now()))
}

/** Ends a claim whose call was refused: the order awaits payment again. A payer's code stays. */
async function releaseAttempt(
  tools: ServiceTools,
  asked: AskedOrder,
  use: ClaimUse,
  { detail: message }: ChargeRefused,
): Promise<void> {
  const nowMs = tools.clock.now()
  await applyNews(tools, asked, {
    outcome: 'news',
    status: 'awaiting_payment',
    atMs: nowMs,
    attempt: use === 'payer' ? { status: asked.attempt.status } : { status: 'failed', message },
    lookAtMs: nowMs,
  })
}

/** True when the card was charged after a reader had already recorded that it was not. */
function isLost(order: PaymentOrderRow, news: ChargeNews): boolean {
  const isOver = order.paid_at === null && order.status !== 'processing'
  return isOver && news.status !== 'awaiting_payment'
}
