/** What is done with a Pix code: POST pix makes another, POST simulate-pix pays as its payer would. */
import { detail } from '../../contract/problem.ts'
import { problem } from '../http/replies.ts'
import type { Handler } from '../service-tools.ts'
import { actOnOrder } from './act-on-order.ts'
import { pixStanding } from './attempt-view.ts'
import { bareRefusal } from './provider-refusal.ts'

/** Only while the order awaits payment and has no valid code. */
export const renewPix: Handler<'renewPix'> = async (tools, request, call) =>
  await actOnOrder(tools, call, request.params.order_id, {
    use: 'code',
    plan: ({ attempt }, nowMs) => {
      if (pixStanding(attempt, nowMs) === 'valid') return detail.pixStillValid
      return { orderStatus: 'awaiting_payment', attempt: 'another', attemptStatus: 'pending' }
    },
    ask: (charge, nowMs) => tools.payments.renewPix(charge, nowMs),
    refusal: bareRefusal,
  })

/** In mock and sandbox only; 409 for a missing or an expired code, which no bank would pay either. */
export const simulatePix: Handler<'simulatePix'> = async (tools, request, call) => {
  if (!tools.payments.sandbox) return problem(409, detail.simulateLive)
  return await actOnOrder(tools, call, request.params.order_id, {
    use: 'payer',
    plan: ({ attempt }, nowMs) => {
      const standing = pixStanding(attempt, nowMs)
      if (standing === 'missing') return detail.pixMissing
      if (standing === 'expired') return detail.pixExpired
      return { orderStatus: 'awaiting_payment', attempt: 'this', attemptStatus: attempt.status }
    },
    ask: (charge, nowMs) => tools.payments.simulatePix(charge, nowMs),
    refusal: bareRefusal,
  })
}
