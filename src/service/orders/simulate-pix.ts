/** POST simulate-pix: pays a Pix code as the payer would, in mock and sandbox only. */
import { detail } from '../../contract/problem.ts'
import { ok, problem } from '../http/replies.ts'
import type { Handler } from '../service-tools.ts'
import { advanceOrders } from './advance-orders.ts'
import { applyNews } from './apply-news.ts'
import { pixStanding } from './attempt-view.ts'
import { claimAttempt } from './claim-attempt.ts'
import { loadCharge } from './load-charges.ts'
import { bareRefusal } from './provider-refusal.ts'
import { releaseAttempt } from './release-attempt.ts'
import { showOrder } from './show-orders.ts'

/** 409 for a missing or an expired code, which no bank would pay either. */
export const simulatePix: Handler<'simulatePix'> = async (tools, request, call) => {
  if (!tools.payments.sandbox) return problem(409, detail.simulateLive)
  const { order_id: orderId } = request.params
  await advanceOrders(tools, call, { orderId })
  const claim = await claimAttempt(tools, call, orderId, 'payer', ({ attempt }, nowMs) => {
    const standing = pixStanding(attempt, nowMs)
    if (standing === 'missing') return detail.pixMissing
    if (standing === 'expired') return detail.pixExpired
    return { orderStatus: 'awaiting_payment', attempt: 'this', attemptStatus: attempt.status }
  })
  if (!claim.ok) return problem(claim.status, claim.detail)
  const charge = await loadCharge(tools.db, claim.asked)
  const news = await tools.payments.simulatePix(charge, tools.clock.now())
  if (news.outcome === 'refused') {
    await releaseAttempt(tools, claim.asked, claim.asked.attempt.status, news)
    return bareRefusal(news)
  }
  const { order } = await applyNews(tools, claim.asked, news)
  return ok(await showOrder(tools.db, order, tools.clock.now()))
}
