/** Opens an order at the other service at most once, and finds out what became of a lost answer. */
import type { Order } from '../../contract/order.ts'
import { attemptMoves, walk } from '../order-state.ts'
import { askLive, type LiveAnswer } from './live-answer.ts'
import { doubtSince, UNSENT, waitsSinceMs } from './live-charge-reference.ts'
import { findOrder, mayBeForgotten, type OrderSearch } from './live-find-order.ts'
import { isAsAsked, theirNews } from './live-order.ts'
import { againAtMs, laterMs } from './live-pace.ts'
import { orderMessages } from './live-refusals.ts'
import { tellOdd } from './live-tell.ts'
import type { Charge, ChargeNews, NoteReference } from './payments.ts'

/** When a lost answer is looked for, after the order was sent (effects.md's delays). */
const LADDER_MS = [2_000, 10_000, 30_000, 120_000, 300_000, 900_000] as const
/** What could not be sent or looked for until then is given up; longer than any hourly limit. */
const TROUBLE_MS_MAX = 2 * 3_600_000

/** What may be there already is looked for before it is sent. */
export async function openOrder(
  live: OrderSearch,
  charge: Charge,
  nowMs: number,
  note: NoteReference,
): Promise<ChargeNews> {
  if (!mayBeForgotten(live, charge)) return await sendOrder(live, charge, nowMs)
  return { reference: UNSENT, ...(await sendUnsent(live, charge, nowMs, note)) }
}

async function sendOrder(live: OrderSearch, charge: Charge, nowMs: number): Promise<ChargeNews> {
  const debt_item_ids = charge.items.map((item) => item.providerReference)
  const body = { debt_item_ids, method: charge.method }
  const answer = await askLive(live, 'createOrder', { body })
  if (answer.got === 'body') return opened(live, charge, live.inOurWords(answer.body), nowMs)
  if (answer.got === 'doubt') {
    const [firstMs] = LADDER_MS
    return awaited(charge, nowMs, { reference: doubtSince(nowMs), lookAtMs: nowMs + firstMs })
  }
  const isNo = answer.got === 'refused' && [400, 409, 422].includes(answer.status)
  if (isNo) return failed(charge, nowMs, orderMessages.refused)
  return { ...later(live, charge, answer, nowMs), reference: UNSENT }
}

/**
 * It looks before it sends, every time: an earlier try may have been forgotten. The doubt is noted
 * first, so that no later process sends again an order that this one sent before it died.
 */
export async function sendUnsent(
  live: OrderSearch,
  charge: Charge,
  nowMs: number,
  note: NoteReference,
): Promise<ChargeNews> {
  const found = await findOrder(live, charge)
  if (found.found === 'unknown') return later(live, charge, found.answer, nowMs)
  if (found.found === 'order') return adopted(live, charge, found, nowMs)
  if (found.found === 'paid') return failed(charge, nowMs, orderMessages.paidThere)
  if (await note(doubtSince(live.clock.now()))) return await sendOrder(live, charge, nowMs)
  return awaited(charge, nowMs, { lookAtMs: againAtMs(nowMs, charge.createdAtMs) })
}

/** Of an order that may be there: it was sent once, and is not sent again. */
export async function seekOrder(
  live: OrderSearch,
  charge: Charge,
  nowMs: number,
): Promise<ChargeNews> {
  const found = await findOrder(live, charge)
  if (found.found === 'unknown') return later(live, charge, found.answer, nowMs)
  if (found.found === 'order') return adopted(live, charge, found, nowMs)
  const sinceMs = waitsSinceMs(charge)
  const nextMs = LADDER_MS.find((ms) => sinceMs + ms > nowMs)
  if (nextMs !== undefined) return awaited(charge, nowMs, { lookAtMs: sinceMs + nextMs })
  return failed(charge, nowMs, orderMessages.neverFound)
}

function adopted(
  live: OrderSearch,
  charge: Charge,
  { order, isAlone }: { readonly order: Order; readonly isAlone: boolean },
  nowMs: number,
): ChargeNews {
  const news = opened(live, charge, order, nowMs)
  live.log.warn({ outcome: isAlone ? 'one' : 'several' }, 'adopted an order that was there')
  if (isAlone) return news
  return { ...news, attempt: { message: orderMessages.several, ...news.attempt } }
}

/** What they opened must be what was asked for: its code bears their total. */
function opened(live: OrderSearch, charge: Charge, order: Order, nowMs: number): ChargeNews {
  live.given.set(order.id.toLowerCase(), charge.orderId)
  if (!isAsAsked(charge, order)) {
    live.log.error({ route: 'createOrder' }, 'the live service opened another total or other debts')
    return { ...failed(charge, nowMs, orderMessages.differs), reference: order.id.toLowerCase() }
  }
  const news = theirNews(charge, order, { from: 'awaiting_payment', nowMs, isAnswer: true })
  return tellOdd(live, news)
}

function awaited(
  charge: Charge,
  nowMs: number,
  change: { readonly reference?: string; readonly lookAtMs: number },
): ChargeNews {
  const attempt = { status: charge.attempt.status }
  return { outcome: 'news', status: 'awaiting_payment', atMs: nowMs, attempt, ...change }
}

/** Given up it harms nobody, even if it is there: nobody has been shown a code to pay it by. */
function later(
  live: OrderSearch,
  charge: Charge,
  answer: LiveAnswer<unknown>,
  nowMs: number,
): ChargeNews {
  const sinceMs = waitsSinceMs(charge)
  const lookAtMs = laterMs(answer, nowMs, sinceMs)
  if (nowMs - sinceMs < TROUBLE_MS_MAX) return awaited(charge, nowMs, { lookAtMs })
  live.log.error({ order: charge.orderId }, 'gave up an order that the live service may have')
  return failed(charge, nowMs, orderMessages.neverFound)
}

function failed(charge: Charge, nowMs: number, message: string): ChargeNews {
  const { status } = charge.attempt
  const isOver = walk(attemptMoves, status, 'failed') === undefined
  const attempt = { status: isOver ? status : 'failed', message } as const
  return { outcome: 'news', status: 'failed', atMs: nowMs, attempt, lookAtMs: null }
}
