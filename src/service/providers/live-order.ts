/** Pure. An order of the other service as news of ours: only what the tables of moves allow. */
import type { Attempt, AttemptStatus, Order, OrderStatus } from '../../contract/order.ts'
import { ATTEMPT_STATUSES, ORDER_STATUSES } from '../../contract/order.ts'
import { parseBoleto } from '../../fleet/boleto.ts'
import { boletoTexts, statedDueDate } from '../../fleet/boleto-fields.ts'
import { isDay } from '../../fleet/calendar/months.ts'
import { parseCents } from '../../fleet/money.ts'
import { checkPixCode } from '../../fleet/pix-code.ts'
import { attemptMoves, orderMoves, walk } from '../order-state.ts'
import { againAtMs, UNREACHABLE_MS_MAX } from './live-pace.ts'
import { orderMessages } from './live-refusals.ts'
import { plainText } from './live-words.ts'
import type { AttemptNews, Charge, ChargeNews } from './payments.ts'

export interface Told {
  readonly from: OrderStatus
  readonly nowMs: number
  /** Their answer to our own call: then the attempt in it is ours. */
  readonly isAnswer?: boolean
}

export type TheirNews = ChargeNews & {
  /** What an operator should hear of: words that nobody knows, or codes that are not shown. */
  readonly odd: readonly string[]
}

/** Clocks of two services may differ this much, in milliseconds. */
const SKEW_MS = 2_000
const PAID: ReadonlySet<OrderStatus> = new Set(['paid', 'settling', 'settled', 'refunded'])
const OVER: ReadonlySet<OrderStatus> = new Set(['settled', 'expired', 'failed', 'refunded'])

export function theirNews(charge: Charge, order: Order, told: Told): TheirNews {
  const { nowMs, from } = told
  const theirs = isOurAttempt(charge, order.latest_attempt, told) ? order.latest_attempt : null
  const attempt = attemptOf(charge, theirs, nowMs)
  const known = ORDER_STATUSES.find((word) => word === order.status)
  const reached = known !== undefined && walk(orderMoves, from, known) !== undefined ? known : from
  // Back to awaiting payment only once it is known what became of the card.
  const isInDoubt = from === 'processing' && attempt.news.status === 'processing'
  const status = isInDoubt && reached === 'awaiting_payment' ? from : reached
  const paidAtMs = earlier(order.paid_at, nowMs)
  const settledAtMs = status === 'settled' ? earlier(order.settled_at, nowMs) : null
  const sinceMs = Math.max(charge.attempt.createdAtMs, paidAtMs ?? 0)
  return {
    outcome: 'news',
    reference: order.id.toLowerCase(),
    status,
    atMs: settledAtMs ?? paidAtMs ?? nowMs,
    ...(paidAtMs === null ? {} : { paidAtMs }),
    attempt: isInDoubt && status === from ? doubtful(attempt.news, charge, nowMs) : attempt.news,
    ...settlements(charge, order, status),
    // It may be paid by a word of theirs: it neither runs out nor is given up.
    ...(known === undefined ? { isUnanswered: true } : {}),
    lookAtMs: OVER.has(status) ? null : againAtMs(nowMs, sinceMs),
    odd: [...(known === undefined ? [order.status] : []), ...attempt.odd],
  }
}

/** Of this method, total and debts; an order need not show its items. */
export function isAsAsked(charge: Charge, order: Order): boolean {
  const total = parseCents(order.total_amount)
  const isSame = order.method === charge.method && total.ok && total.value === charge.totalCents
  return isSame && (order.items === undefined || holdsDebts(charge, order.items))
}

export function holdsDebts({ items }: Charge, shown: NonNullable<Order['items']>): boolean {
  const theirs = shown.map((item) => item.debt_item_id.toLowerCase()).toSorted()
  const ours = items.map((item) => item.providerReference).toSorted()
  return theirs.length === ours.length && theirs.every((id, at) => id === ours[at])
}

/**
 * Another attempt than the first may still be unknown there, and what they show is the one before
 * it: a card that was declined then says nothing of the card that is in doubt now.
 */
function isOurAttempt(charge: Charge, theirs: Attempt | null, told: Told): boolean {
  if (told.isAnswer === true || charge.attempt.createdAtMs <= charge.createdAtMs) return true
  const madeAtMs = Date.parse(theirs?.created_at ?? '')
  return madeAtMs >= charge.attempt.createdAtMs - SKEW_MS
}

function attemptOf(charge: Charge, theirs: Attempt | null, nowMs: number) {
  const { status } = charge.attempt
  if (theirs === null) return { news: { status }, odd: [] }
  const pix = pixOf(charge, theirs, nowMs)
  const boleto = boletoOf(charge, theirs, nowMs)
  const known = ATTEMPT_STATUSES.find((word) => word === theirs.status)
  const charged = parseCents(theirs.charged_amount ?? '')
  const message = plainText(theirs.message ?? '')
  const odd = [...(known === undefined ? [theirs.status] : []), ...pix.odd, ...boleto.odd]
  const news: AttemptNews = {
    status: attemptMove(status, known),
    ...pix.fields,
    ...boleto.fields,
    ...(charged.ok && charged.value > 0n ? { chargedCents: charged.value } : {}),
    ...(message === '' ? {} : { message }),
  }
  return { news, odd }
}

function attemptMove(from: AttemptStatus, to: AttemptStatus | undefined): AttemptStatus {
  return to !== undefined && walk(attemptMoves, from, to) !== undefined ? to : from
}

type Fields = { fields: Partial<AttemptNews>; odd: string[] }
const NONE: Fields = { fields: {}, odd: [] }

/** A code is shown only when its check value holds and it asks for exactly our total. */
function pixOf({ method, totalCents }: Charge, theirs: Attempt, nowMs: number): Fields {
  const code = (theirs.pix_copy_paste ?? '').trim()
  if (method !== 'pix' || code === '') return NONE
  const expiresAtMs = Date.parse(theirs.pix_expires_at ?? '')
  const checked = checkPixCode(code, totalCents)
  if (!checked.ok) return { fields: {}, odd: [checked.code] }
  const expires = Number.isNaN(expiresAtMs) ? {} : { pixExpiresAtMs: expiresAtMs }
  return { fields: { pixCode: code, codeAtMs: nowMs, ...expires }, odd: [] }
}

/**
 * The same for a boleto, under whatever name; an amount that it does not state is not held against
 * it. One that is still missing when a lost answer would have been given up is told.
 */
function boletoOf(charge: Charge, theirs: Attempt, nowMs: number): Fields {
  const { method, totalCents, attempt } = charge
  if (method !== 'boleto') return NONE
  const [text] = boletoTexts(theirs)
  const isLate = nowMs - attempt.createdAtMs >= UNREACHABLE_MS_MAX
  if (text === undefined) return isLate ? { fields: {}, odd: ['boleto-missing'] } : NONE
  const read = parseBoleto(text)
  if (!read.ok) return { fields: {}, odd: [read.code] }
  const { line: boletoLine, barcode: boletoBarcode, amountCents } = read.value
  if (amountCents !== null && amountCents !== totalCents) {
    return { fields: {}, odd: ['boleto-amount'] }
  }
  const due = statedDueDate(theirs)
  return {
    fields: { boletoLine, boletoBarcode, ...(isDay(due) ? { boletoDueDate: due } : {}) },
    odd: [],
  }
}

function doubtful(news: AttemptNews, charge: Charge, nowMs: number): AttemptNews {
  const isLong = nowMs - charge.attempt.createdAtMs >= UNREACHABLE_MS_MAX
  return isLong && charge.method === 'credit_card'
    ? { ...news, message: orderMessages.cardInDoubt }
    : news
}

/** Their items are named by their debts, ours by ours; nothing settles before it was paid. */
function settlements(charge: Charge, order: Order, status: OrderStatus) {
  if (!PAID.has(status)) return {}
  const named = (status: string): string[] => {
    const theirs = (order.items ?? []).filter((each) => each.settlement_status === status)
    const ids = new Set(theirs.map((each) => each.debt_item_id.toLowerCase()))
    return charge.items
      .filter((item) => ids.has(item.providerReference))
      .map((item) => item.debtItemId)
  }
  const refunded = parseCents(order.refunded_amount)
  const back = refunded.ok ? { refundedCents: refunded.value } : {}
  if (status === 'paid') return back
  return { settledItems: named('settled'), refusedItems: named('failed'), ...back }
}

/** Never later than now: their clock may be ahead of ours. */
function earlier(at: string | null | undefined, nowMs: number): number | null {
  const ms = Date.parse(at ?? '')
  return Number.isNaN(ms) ? null : Math.min(ms, nowMs)
}
