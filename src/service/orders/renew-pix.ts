/** POST pix: another code, only while the order awaits payment and has no valid one. */
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

export const renewPix: Handler<'renewPix'> = async (tools, request, call) => {
  const { order_id: orderId } = request.params
  await advanceOrders(tools, call, { orderId })
  const claim = await claimAttempt(tools, call, orderId, 'code', ({ attempt }, nowMs) => {
    if (pixStanding(attempt, nowMs) === 'valid') return detail.pixStillValid
    return { orderStatus: 'awaiting_payment', attempt: 'another', attemptStatus: 'pending' }
  })
  if (!claim.ok) return problem(claim.status, claim.detail)
  const charge = await loadCharge(tools.db, claim.asked)
  const news = await tools.payments.renewPix(charge, tools.clock.now())
  if (news.outcome === 'refused') {
    await releaseAttempt(tools, claim.asked, 'failed', news)
    return bareRefusal(news)
  }
  const { order } = await applyNews(tools, claim.asked, news)
  return ok(await showOrder(tools.db, order, tools.clock.now()))
}
