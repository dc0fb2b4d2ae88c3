/** POST simulate-pix: the payer's part, in mock and sandbox only. */
import { instant } from '../../clock.ts'
import type { api } from '../../contract/api.ts'
import type { HandlerReply, RequestTo } from '../../contract/handlers.ts'
import { detail } from '../../contract/problem.ts'
import { ok, problem } from '../http/replies.ts'
import type { ServiceTools } from '../service-tools.ts'
import type { AccountScope } from '../tenants/authenticate.ts'
import { advanceOrders, settleMs } from './advance-orders.ts'
import { lockPixOrder } from './lock-pix-order.ts'
import { attemptMoves, before, orderMoves } from './order-state.ts'
import { pixStanding } from './order-view.ts'
import { showOrder } from './show-orders.ts'

type Operation = typeof api.simulatePix

/** Whether the code may be paid decides, as it would at a bank. */
export async function simulatePix(
  tools: ServiceTools,
  request: RequestTo<Operation>,
  scope: AccountScope,
): Promise<HandlerReply<Operation>> {
  if (!tools.pix.sandbox) return problem(409, detail.simulateLive)
  const { order_id: orderId } = request.params
  await advanceOrders(tools, scope, { orderId })
  const nowMs = tools.clock.now()
  return await tools.db.transaction().execute(async (tx) => {
    const locked = await lockPixOrder(tx, scope, orderId)
    if (!locked.ok) return problem(locked.status, locked.detail)
    const standing = pixStanding(locked.attempt, nowMs)
    if (standing === 'missing') return problem(409, detail.pixMissing)
    if (standing === 'expired') return problem(409, detail.pixExpired)
    await tx
      .updateTable('service.attempt')
      .set({ status: 'paid' })
      .where('id', '=', locked.attempt.id)
      .where('status', 'in', before(attemptMoves, 'paid'))
      .execute()
    const order = await tx
      .updateTable('service.payment_order')
      .set({
        status: 'paid',
        paid_at: instant(nowMs),
        move_at: instant(nowMs + settleMs(tools, orderId)),
      })
      .where('id', '=', orderId)
      .where('account_id', '=', scope.accountId)
      .where('status', 'in', before(orderMoves, 'paid'))
      .returningAll()
      .executeTakeFirstOrThrow()
    return ok(await showOrder(tx, order, nowMs))
  })
}
