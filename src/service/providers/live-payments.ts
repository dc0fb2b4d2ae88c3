/**
 * Payments through another Vehicle Debt Integration Service, for debts of a live look-up.
 * Nothing is charged twice: what was sent once and not answered is looked for, never sent again.
 */
import type { CardPayment } from '../../contract/checkout.ts'
import type { Order } from '../../contract/order.ts'
import { formatCents, parseCents } from '../../fleet/money.ts'
import { askLive, isAccess, type LiveAnswer, type LiveService } from './live-answer.ts'
import { openedAs, UNSENT } from './live-charge-reference.ts'
import type { ForgottenOrders, OrderSearch } from './live-find-order.ts'
import { openOrder, seekOrder, sendUnsent } from './live-open-order.ts'
import { isAsAsked, theirNews, type Told } from './live-order.ts'
import { againAtMs, laterMs, limitedUntilMs } from './live-pace.ts'
import * as words from './live-refusals.ts'
import { tellOdd } from './live-tell.ts'
import type {
  Charge,
  ChargeNews,
  ChargeRefused,
  FollowedCharge,
  NoteReference,
  Payments,
  ProposedCharge,
} from './payments.ts'

type NoAnswer = Exclude<LiveAnswer<unknown>, { got: 'body' }>

export interface LivePaymentsOptions extends Omit<OrderSearch, 'given' | 'forgotten'> {
  /** Asked before each order: a backup may be restored beside a running service. */
  readonly forgotten: () => Promise<ForgottenOrders | undefined>
  /** Whether payments may be simulated there, as far as it was heard. */
  readonly isSandbox: () => boolean
}

export function livePayments({ isSandbox, ...live }: LivePaymentsOptions): Payments {
  let search: OrderSearch = { ...live, given: new Map(), forgotten: undefined }
  /** A restored database forgot whom orders were given to. */
  const current = async (): Promise<OrderSearch> => {
    const forgotten = await live.forgotten()
    const isNew = forgotten !== undefined && forgotten.toMs !== search.forgotten?.toMs
    if (isNew) search = { ...live, given: new Map(), forgotten }
    return search
  }
  return {
    mode: 'live',
    get sandbox() {
      return isSandbox()
    },
    refuses: (charge) => refuses(live, charge),
    open: async (charge, nowMs, note) => openOrder(await current(), charge, nowMs, note),
    renewPix: (charge, nowMs) => renewPix(search, charge, nowMs),
    payCard: (charge, card, nowMs) => payCard(search, charge, card, nowMs),
    simulatePix: (charge, nowMs) => simulatePix(search, charge, nowMs),
    follow: async (charge, nowMs, note) => {
      const isOpened = openedAs(charge) !== undefined
      return await follow(isOpened ? search : await current(), charge, nowMs, note)
    },
  }
}

async function refuses(live: LiveService, charge: ProposedCharge): Promise<ChargeRefused | null> {
  const debt_item_ids = charge.items.map((item) => item.providerReference)
  if (debt_item_ids.includes('')) return words.neverConsultedThere
  const { method } = charge
  const preview = await askLive(live, 'previewCheckout', { body: { debt_item_ids, method } })
  if (preview.got === 'refused') {
    if (isAccess(preview.status)) return words.providerDown
    const named = charge.items.find(({ providerReference: id }) => preview.detail.includes(id))
    return words.itemsRefused(preview.status === 409 ? 409 : 422, named?.debtItemId)
  }
  if (preview.got !== 'body') return words.providerDown
  const { debts_amount, service_fee } = preview.body
  if (!isCents(debts_amount, charge.debtsCents)) return words.amountsDiffer
  const feeCents = charge.totalCents - charge.debtsCents
  if (isCents(service_fee, feeCents)) return null
  const said = `set the brand's fee to ${service_fee}, as the live service charges`
  live.log.error({ code: 'service_fee' }, `${said}; it is ${formatCents(feeCents)} here`)
  return words.feeDiffers
}

function isCents(text: string, cents: bigint): boolean {
  const read = parseCents(text)
  return read.ok && read.value === cents
}

/** A lost answer, or their 409, may mean that a code was made: then it is the one that they show. */
async function renewPix(
  live: OrderSearch,
  charge: Charge,
  nowMs: number,
): Promise<ChargeNews | ChargeRefused> {
  const params = openedAs(charge)
  if (params === undefined) return words.notOpenedYet
  const renewed = await askLive(live, 'renewPix', { params })
  const isMade = renewed.got === 'refused' && renewed.status === 409
  const mayBeMade = isMade || renewed.got === 'doubt'
  const answer = mayBeMade ? await askLive(live, 'getOrder', { params }) : renewed
  const told = { from: 'awaiting_payment', nowMs, isAnswer: true } as const
  const news = newsOf(live, charge, answer, told)
  if ('got' in news) return refusedBy(news, nowMs)
  const isValid = (news.attempt.pixExpiresAtMs ?? nowMs + 1) > nowMs
  return mayBeMade && !isValid ? words.answerLost : news
}

/** The card goes out once, in this call, and is kept nowhere. */
async function payCard(
  live: OrderSearch,
  charge: Charge,
  card: CardPayment,
  nowMs: number,
): Promise<ChargeNews | ChargeRefused> {
  const params = openedAs(charge)
  if (params === undefined) return words.notOpenedYet
  const answer = await askLive(live, 'payCard', { params, body: card })
  const news = newsOf(live, charge, answer, { from: 'processing', nowMs, isAnswer: true })
  if (!('got' in news)) return news
  if (news.got === 'doubt') {
    const attempt = { status: 'processing' } as const
    const lookAtMs = againAtMs(nowMs, nowMs)
    return { outcome: 'news', status: 'processing', atMs: nowMs, attempt, lookAtMs }
  }
  const isNo = news.got === 'refused' && [400, 409, 422].includes(news.status)
  if (!isNo) return refusedBy(news, nowMs)
  return words.cardRefused(news.status === 409 ? 409 : 422, news.detail)
}

async function simulatePix(
  live: OrderSearch,
  charge: Charge,
  nowMs: number,
): Promise<ChargeNews | ChargeRefused> {
  const params = openedAs(charge)
  if (params === undefined) return words.notOpenedYet
  const answer = await askLive(live, 'simulatePix', { params })
  const told = { from: 'awaiting_payment', nowMs, isAnswer: true } as const
  const news = newsOf(live, charge, answer, told)
  if (!('got' in news)) return news
  const isNo = news.got === 'refused' && news.status === 409
  return isNo ? words.sandboxOver : refusedBy(news, nowMs)
}

async function follow(
  live: OrderSearch,
  charge: FollowedCharge,
  nowMs: number,
  note: NoteReference,
): Promise<ChargeNews> {
  const { reference, status, attempt } = charge
  if (reference === UNSENT) return await sendUnsent(live, charge, nowMs, note)
  const params = openedAs(charge)
  if (params === undefined) return await seekOrder(live, charge, nowMs)
  const answer = await askLive(live, 'getOrder', { params })
  const news = newsOf(live, charge, answer, { from: status, nowMs })
  if (!('got' in news)) return news
  const lookAtMs = laterMs(news, nowMs, attempt.createdAtMs)
  const same = { outcome: 'news', status, atMs: nowMs, lookAtMs, isUnanswered: true } as const
  return { ...same, attempt: { status: attempt.status } }
}

/** News of the order that they show; one of another total or other debts tells nothing of ours. */
function newsOf(
  live: OrderSearch,
  charge: Charge,
  answer: LiveAnswer<Order>,
  told: Told,
): ChargeNews | NoAnswer {
  if (answer.got !== 'body') return answer
  const order = live.inOurWords(answer.body)
  if (isAsAsked(charge, order)) return tellOdd(live, theirNews(charge, order, told))
  live.log.error({ order: charge.orderId }, 'the live service shows another total or other debts')
  return { got: 'doubt' }
}

/** What is no answer to a call that may be repeated. */
function refusedBy(answer: NoAnswer, nowMs: number): ChargeRefused {
  if (answer.got === 'limited') {
    return words.limited(limitedUntilMs(nowMs, answer.retryAfterMs) - nowMs)
  }
  return answer.got === 'doubt' ? words.answerLost : words.providerDown
}
