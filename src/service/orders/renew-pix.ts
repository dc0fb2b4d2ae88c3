/** POST pix: another code, only while the order awaits payment and has no valid one. */
import { detail } from '../../contract/problem.ts'
import type { Handler } from '../service-tools.ts'
import { actOnOrder } from './act-on-order.ts'
import { pixStanding } from './attempt-view.ts'
import { bareRefusal } from './provider-refusal.ts'

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
