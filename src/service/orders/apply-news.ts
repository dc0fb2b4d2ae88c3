/**
 * Writes what a provider says about a charge, in one transaction and only by the moves of
 * order-state.ts. No other code changes the status of existing orders, attempts and items, except
 * the claims for a call to the provider (claim-attempt.ts).
 */
import type { Updateable } from 'kysely'
import { instant } from '../../clock.ts'
import { isUuid } from '../../contract/scalar.ts'
import type { AttemptNews, ChargeNews, NoteReference } from '../providers/payments.ts'
import type { ServiceTransaction } from '../service-db.ts'
import type { ServiceTools } from '../service-tools.ts'
import type { AttemptRow, PaymentOrderRow, ServiceTables } from '../tables.ts'
import type { AskedOrder } from './load-charges.ts'
import { lockOrder } from './lock-order.ts'
import { orderExpiryMs } from './order-expiry.ts'
import { attemptMoves, orderMoves, walked } from '../order-state.ts'
import { refusePaidDebts } from './refuse-paid-debts.ts'
import { settleDebts } from './settle-debts.ts'
import { settleItems } from './settle-items.ts'
import { ownedBy } from '../tenants/owned-by.ts'

type NewsTools = Pick<ServiceTools, 'db' | 'timeZone'> & {
  readonly payments: Pick<ServiceTools['payments'], 'mode'>
}

/** `isApplied`: false when the order changed while the provider was asked: its news are outdated. */
export async function applyNews(tools: NewsTools, asked: AskedOrder, news: ChargeNews) {
  return await tools.db.transaction().execute(async (tx) => {
    const { id } = asked.order
    const locked = await lockOrder(tx, asked.order, id)
    if (locked === undefined) throw new Error('An order that was asked about is gone.')
    if (!isAsAsked(asked, locked)) {
      return { isApplied: false, order: await keepReference(tx, locked.order, news) }
    }
    const told = await refusePaidDebts(tools.payments.mode, tx, locked.order, news)
    const items = await settleItems(tx, id, told)
    const all = items.areAllRefused ? givenBack(told) : told
    await moveAttempt(tx, locked.attempt, all.attempt)
    const order = await moveOrder(tx, locked.order, all, {
      expiresAtMs: orderExpiryMs(locked.order, all.attempt.boletoDueDate, tools.timeZone),
      refundedCents: refundOf(locked, all, items.refusedCents),
    })
    if (items.haveSettled) await settleDebts(tx, order, instant(news.atMs))
    return { isApplied: true, order }
  })
}

function isAsAsked(asked: AskedOrder, now: AskedOrder): boolean {
  return (
    asked.order.status === now.order.status &&
    asked.attempt.id === now.attempt.id &&
    asked.attempt.status === now.attempt.status &&
    asked.attempt.asking_until?.getTime() === now.attempt.asking_until?.getTime()
  )
}

/** An order of which no item can settle is refunded as a whole, whatever the news call it. */
function givenBack(news: ChargeNews): ChargeNews {
  const attempt = { ...news.attempt, status: 'refunded' as const }
  return { ...news, status: 'refunded', attempt, lookAtMs: null }
}

/**
 * A refund of the whole order gives back what was charged: fee and interest as well. A refused item
 * gives back its amount, and the fee and the interest stay with who earned them.
 */
function refundOf({ order, attempt }: AskedOrder, news: ChargeNews, refusedCents: bigint): bigint {
  if (news.refundedCents !== undefined) return news.refundedCents
  if (news.status !== 'refunded') return refusedCents
  return news.attempt.chargedCents ?? attempt.charged_cents ?? order.total_cents
}

/** Writes for one reader alone: not where another has written or ended the order meanwhile. */
export function noteFor({ db }: NewsTools, { order }: AskedOrder): NoteReference {
  return async (reference) => {
    const { numUpdatedRows } = await db
      .updateTable('service.payment_order')
      .set({ provider_reference: reference })
      .where('id', '=', order.id)
      .where(ownedBy(order))
      .where('status', '=', order.status)
      .where('provider_reference', '=', order.provider_reference)
      .executeTakeFirstOrThrow()
    return numUpdatedRows > 0n
  }
}

/** Outdated news still give the provider's id of an order that had none. */
async function keepReference(tx: ServiceTransaction, order: PaymentOrderRow, news: ChargeNews) {
  if (news.reference === undefined || isUuid(order.provider_reference)) return order
  return await updateOrder(tx, order, { provider_reference: news.reference })
}

async function moveAttempt(tx: ServiceTransaction, attempt: AttemptRow, news: AttemptNews) {
  walked(attemptMoves, attempt.status, news.status)
  const { codeAtMs, pixExpiresAtMs } = news
  await tx
    .updateTable('service.attempt')
    .set({
      status: news.status,
      asking_until: null,
      // Kysely leaves out what is undefined.
      pix_code: news.pixCode,
      code_at: codeAtMs === undefined ? undefined : instant(codeAtMs),
      pix_expires_at: pixExpiresAtMs === undefined ? undefined : instant(pixExpiresAtMs),
      boleto_line: news.boletoLine,
      boleto_barcode: news.boletoBarcode,
      boleto_due_date: news.boletoDueDate,
      charged_cents: news.chargedCents,
      message: news.message,
    })
    .where('id', '=', attempt.id)
    .where('status', '=', attempt.status)
    .execute()
}

async function moveOrder(
  tx: ServiceTransaction,
  order: PaymentOrderRow,
  news: ChargeNews,
  { expiresAtMs, refundedCents }: { expiresAtMs: number; refundedCents: bigint },
): Promise<PaymentOrderRow> {
  const way = walked(orderMoves, order.status, news.status)
  const isOpen = news.status === 'awaiting_payment' && news.isUnanswered !== true
  const moveAtMs = isOpen ? Math.min(expiresAtMs, news.lookAtMs ?? expiresAtMs) : news.lookAtMs
  const paidAt = { paid_at: instant(news.paidAtMs ?? news.atMs) }
  return await updateOrder(tx, order, {
    status: news.status,
    expires_at: instant(expiresAtMs),
    refunded_cents: refundedCents,
    move_at: moveAtMs === null ? null : instant(moveAtMs),
    ...(news.reference === undefined ? {} : { provider_reference: news.reference }),
    ...(way.includes('paid') ? paidAt : {}),
    ...(way.includes('settled') ? { settled_at: instant(news.atMs) } : {}),
  })
}

async function updateOrder(
  tx: ServiceTransaction,
  order: PaymentOrderRow,
  change: Updateable<ServiceTables['service.payment_order']>,
): Promise<PaymentOrderRow> {
  return await tx
    .updateTable('service.payment_order')
    .set(change)
    .where('id', '=', order.id)
    .where(ownedBy(order))
    .where('status', '=', order.status)
    .returningAll()
    .executeTakeFirstOrThrow()
}
