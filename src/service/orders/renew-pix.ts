/** POST pix: another code, only while the order awaits payment and has no valid one. */
import { instant } from '../../clock.ts'
import type { api } from '../../contract/api.ts'
import type { HandlerReply, RequestTo } from '../../contract/handlers.ts'
import { detail } from '../../contract/problem.ts'
import { ok, problem } from '../http/replies.ts'
import type { ServiceTools } from '../service-tools.ts'
import type { AccountScope } from '../tenants/authenticate.ts'
import { advanceOrders } from './advance-orders.ts'
import { lockPixOrder } from './lock-pix-order.ts'
import { attemptMoves, before } from './order-state.ts'
import { pixStanding } from './order-view.ts'
import { showOrder } from './show-orders.ts'

type Operation = typeof api.renewPix

export async function renewPix(
  tools: ServiceTools,
  request: RequestTo<Operation>,
  scope: AccountScope,
): Promise<HandlerReply<Operation>> {
  const { order_id: orderId } = request.params
  await advanceOrders(tools, scope, { orderId })
  const nowMs = tools.clock.now()
  const order = await tools.db
    .selectFrom('service.payment_order')
    .select('total_cents')
    .where('id', '=', orderId)
    .where('brand_id', '=', scope.brandId)
    .where('account_id', '=', scope.accountId)
    .executeTakeFirst()
  if (order === undefined) return problem(404, detail.notFound)
  // Issued before the lock, because a provider may be far away; unused if the lock says no.
  const attemptId = tools.random.uuid()
  const pix = await tools.pix.issue({ attemptId, amountCents: order.total_cents, nowMs })
  return await tools.db.transaction().execute(async (tx) => {
    const locked = await lockPixOrder(tx, scope, orderId)
    if (!locked.ok) return problem(locked.status, locked.detail)
    if (pixStanding(locked.attempt, nowMs) === 'valid') return problem(409, detail.pixStillValid)
    await tx
      .updateTable('service.attempt')
      .set({ status: 'expired' })
      .where('id', '=', locked.attempt.id)
      .where('status', 'in', before(attemptMoves, 'expired'))
      .execute()
    await tx
      .insertInto('service.attempt')
      .values({
        id: attemptId,
        order_id: orderId,
        ordinal: locked.attempt.ordinal + 1,
        method: 'pix',
        status: 'pending',
        pix_code: pix.code,
        code_at: instant(pix.codeAtMs),
        pix_expires_at: instant(pix.expiresAtMs),
        created_at: instant(nowMs),
      })
      .execute()
    return ok(await showOrder(tx, locked.order, nowMs))
  })
}
