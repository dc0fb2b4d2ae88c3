/**
 * Locks an order, decides whether the caller may act on it now, and if so claims its attempt for
 * one call to the provider. The call comes after the transaction, which must not stay open during
 * it; the claim keeps all others from calling meanwhile.
 */
import { instant } from '../../clock.ts'
import type { AttemptStatus, OrderStatus } from '../../contract/order.ts'
import { detail } from '../../contract/problem.ts'
import { PROVIDER_CALL_MS_MAX } from '../providers/payments.ts'
import type { ServiceTransaction } from '../service-db.ts'
import { leaveReceipt } from '../receipts/leave-receipt.ts'
import type { AccountCall, ServiceTools } from '../service-tools.ts'
import type { AttemptRow } from '../tables.ts'
import type { AskedOrder } from './load-charges.ts'
import { orderPaidElsewhere } from './debts-paid-elsewhere.ts'
import { lockOrder } from './lock-order.ts'
import { modeOf } from './order-mode.ts'
import { attemptMoves, orderMoves, walked } from '../order-state.ts'
import { ownedBy } from '../tenants/owned-by.ts'

/** The states of order and attempt while the provider is asked. */
export interface ClaimPlan {
  readonly orderStatus: OrderStatus
  /** `another` makes a new attempt and keeps the present one as history. */
  readonly attempt: 'this' | 'another'
  readonly attemptStatus: AttemptStatus
  readonly card?: Pick<AttemptRow, 'card_last_digits' | 'installments' | 'charged_cents'>
}

type Claim =
  | { readonly ok: true; readonly asked: AskedOrder }
  | { readonly ok: false; readonly status: 404 | 409; readonly detail: string }

/** What the call is for: to charge a card, to make a Pix code, or to pay one as its payer would. */
export type ClaimUse = 'card' | 'code' | 'payer'

/** `plan` is called for an order that awaits payment; a sentence from it becomes the 409. */
export async function claimAttempt(
  tools: ServiceTools,
  call: AccountCall,
  orderId: string,
  use: ClaimUse,
  plan: (asked: AskedOrder, nowMs: number) => ClaimPlan | string,
): Promise<Claim> {
  const nowMs = tools.clock.now()
  return await tools.db.transaction().execute(async (tx) => {
    const held = await lockOrder(tx, call, orderId)
    if (held === undefined) return { ok: false, status: 404, detail: detail.notFound }
    if (modeOf(held.order) !== tools.payments.mode) {
      return { ok: false, status: 409, detail: detail.orderOtherMode }
    }
    const planned = (await objection(tx, held, use, nowMs)) ?? plan(held, nowMs)
    if (typeof planned === 'string') return { ok: false, status: 409, detail: planned }
    const until = instant(nowMs + PROVIDER_CALL_MS_MAX)
    const attempt = await claimed(tx, tools, held, planned, { nowMs, until })
    await leaveReceipt(tx, call.receipt, orderId)
    walked(orderMoves, held.order.status, planned.orderStatus)
    const order = await tx
      .updateTable('service.payment_order')
      .set({ status: planned.orderStatus, move_at: until })
      .where('id', '=', orderId)
      .where(ownedBy(call))
      .returningAll()
      .executeTakeFirstOrThrow()
    return { ok: true, asked: { order, attempt } }
  })
}

async function objection(
  tx: ServiceTransaction,
  { order, attempt }: AskedOrder,
  use: ClaimUse,
  nowMs: number,
): Promise<string | undefined> {
  if (use === 'card' && order.method !== 'credit_card') return detail.orderNotCard
  if (use !== 'card' && order.method !== 'pix') return detail.orderNotPix
  if (order.method === 'credit_card' && order.status === 'processing') return detail.cardInDoubt
  if (order.status !== 'awaiting_payment') return detail.orderNotAwaiting
  if ((attempt.asking_until?.getTime() ?? 0) > nowMs) return detail.orderBusy
  // A payer may pay what others have paid, and then gets it back (refuse-paid-debts.ts).
  if (use === 'payer') return undefined
  const [paid] = await orderPaidElsewhere(tx, order)
  return paid && `O item ${paid[0]} já foi pago pelo pedido ${paid[1]}: faça outro sem ele.`
}

async function claimed(
  tx: ServiceTransaction,
  tools: ServiceTools,
  { attempt }: AskedOrder,
  plan: ClaimPlan,
  { nowMs, until }: { nowMs: number; until: string },
): Promise<AttemptRow> {
  const change = { status: plan.attemptStatus, asking_until: until, ...plan.card }
  if (plan.attempt === 'this') {
    walked(attemptMoves, attempt.status, plan.attemptStatus)
    return await tx
      .updateTable('service.attempt')
      .set(change)
      .where('id', '=', attempt.id)
      .where('status', '=', attempt.status)
      .returningAll()
      .executeTakeFirstOrThrow()
  }
  await tx
    .updateTable('service.attempt')
    .set({ status: 'expired' })
    .where('id', '=', attempt.id)
    .where('status', '=', 'pending')
    .execute()
  return await tx
    .insertInto('service.attempt')
    .values({
      ...change,
      id: tools.random.uuid(),
      order_id: attempt.order_id,
      ordinal: attempt.ordinal + 1,
      method: attempt.method,
      code_at: null,
      pix_expires_at: null,
      created_at: instant(nowMs),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}
