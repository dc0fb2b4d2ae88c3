/** POST orders: judges the items, has a Pix code issued, and records the charge. */
import { instant } from '../../clock.ts'
import type { api } from '../../contract/api.ts'
import type { HandlerReply, RequestTo } from '../../contract/handlers.ts'
import { detail } from '../../contract/problem.ts'
import { created, problem } from '../http/replies.ts'
import type { PixIssue } from '../providers/pix-charges.ts'
import type { ServiceTools } from '../service-tools.ts'
import type { AccountScope } from '../tenants/authenticate.ts'
import { chosenItems } from './chosen-items.ts'
import type { OrderVerdict } from './judge-order.ts'
import { orderPurpose } from './order-purpose.ts'
import { showOrder } from './show-orders.ts'

type Operation = typeof api.createOrder
type Judged = Extract<OrderVerdict, { ok: true }>

/** The same debts may be charged twice: the interface has no rule against it and no key for it. */
export async function createOrder(
  tools: ServiceTools,
  request: RequestTo<Operation>,
  scope: AccountScope,
): Promise<HandlerReply<Operation>> {
  const { debt_item_ids, method } = request.body
  if (method !== 'pix') return problem(422, detail.methodLater)
  const judged = await chosenItems(tools, scope, debt_item_ids)
  if (!judged.ok) return problem(judged.status, judged.detail)
  const nowMs = tools.clock.now()
  const attemptId = tools.random.uuid()
  const amountCents = judged.debtsCents + scope.serviceFeeCents
  const pix = await tools.pix.issue({ attemptId, amountCents, nowMs })
  return created(await record(tools, scope, judged, { attemptId, pix, nowMs }))
}

async function record(
  tools: ServiceTools,
  scope: AccountScope,
  judged: Judged,
  charge: { attemptId: string; pix: PixIssue; nowMs: number },
) {
  const created_at = instant(charge.nowMs)
  const expires_at = instant(charge.nowMs + tools.orderExpiresAfterMs)
  const owner = { brand_id: scope.brandId, account_id: scope.accountId }
  const id = tools.random.uuid()
  return await tools.db.transaction().execute(async (tx) => {
    const vehicle = await tx
      .selectFrom('service.vehicle')
      .select(['plate', 'uf'])
      .where('id', '=', judged.vehicleId)
      .where('account_id', '=', scope.accountId)
      .executeTakeFirstOrThrow()
    const order = await tx
      .insertInto('service.payment_order')
      .values({
        ...owner,
        ...vehicle,
        id,
        vehicle_id: judged.vehicleId,
        status: 'awaiting_payment',
        method: 'pix',
        purpose: orderPurpose(judged.items.map((item) => item.debt_group)),
        debts_cents: judged.debtsCents,
        service_fee_cents: scope.serviceFeeCents,
        total_cents: judged.debtsCents + scope.serviceFeeCents,
        created_at,
        expires_at,
        move_at: expires_at,
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    await tx.insertInto('service.order_item').values(itemsOf(id, judged)).execute()
    await tx
      .insertInto('service.attempt')
      .values({
        id: charge.attemptId,
        order_id: id,
        ordinal: 1,
        method: 'pix',
        status: 'pending',
        pix_code: charge.pix.code,
        code_at: instant(charge.pix.codeAtMs),
        pix_expires_at: instant(charge.pix.expiresAtMs),
        created_at,
      })
      .execute()
    return await showOrder(tx, order, charge.nowMs)
  })
}

/** As they are now: a later consultation or a late fee does not change what was ordered. */
function itemsOf(orderId: string, judged: Judged) {
  return judged.items.map((item, position) => ({
    order_id: orderId,
    position,
    debt_item_id: item.id,
    kind: item.kind,
    debt_group: item.debt_group,
    description: item.description,
    amount_cents: item.amount_cents,
    year: item.year,
    due_date: item.due_date,
    settlement_status: 'pending' as const,
  }))
}
