/** Card payments that a service is to refuse, to decline, or to take in instalments. */
import { fieldsOf, succeeded } from '../exchange.ts'
import type { Exchange } from '../exchange.ts'
import { lacking, staged } from '../finding.ts'
import type { Staged } from '../finding.ts'
import type { Scene, Session } from '../session.ts'
import { cardOrder, choice, noteStatuses, place, pixOrder, readOrder } from './orders.ts'
import { cardBody, charged, payCard } from './payments.ts'

const noCard = lacking(
  'nenhum cartão de teste foi dado (--card-file)',
  'no test card was given (--card-file)',
)

/** Fails its check digit, so that it is nobody's. */
const NO_CARD = '4111111111111112'

function sent(exchange: Exchange): Staged<Exchange> {
  return exchange.unsent === undefined ? staged(exchange) : { ok: false, why: exchange.unsent }
}

/** With a test card, and one thing wrong; undefined leaves the field out. */
export function payingWith(change: Readonly<Record<string, unknown>>): Scene<Exchange> {
  return async (session) => {
    const order = await session.stage(cardOrder)
    if (!order.ok) return order
    const { cards } = session
    // Without a test card the number would be refused, whatever else is wrong.
    if (cards === undefined && !Object.hasOwn(change, 'number')) return noCard
    if (cards !== undefined) session.watch.hide(cards.approved)
    const body = cardBody(session, cards?.approved ?? NO_CARD, change)
    return sent(await payCard(session, order.value.id, body, 'malformed'))
  }
}

function fineCard({ cards }: Session): string {
  return cards?.approved ?? NO_CARD
}

/** The Pix order awaits payment, so that only its method speaks against a card. */
export const paidPixByCard: Scene<Exchange> = async (session) => {
  const order = await session.stage(pixOrder)
  if (!order.ok) return order
  return sent(await payCard(session, order.value.id, cardBody(session, fineCard(session))))
}

interface ChargedTwice {
  readonly paid: Exchange
  readonly again: Exchange
}

export const chargedTwice: Scene<ChargedTwice> = async (session) => {
  const order = await session.stage(charged)
  if (!order.ok) return order
  if (!succeeded(order.value.charge)) return lacking('a cobrança falhou', 'the charge failed')
  const paid = await readOrder(session, order.value)
  if (fieldsOf(paid.json)['status'] === 'awaiting_payment') {
    return lacking('o pedido ainda espera pagamento', 'the order still awaits payment')
  }
  const body = cardBody(session, fineCard(session))
  const again = await payCard(session, order.value.id, body)
  return again.unsent === undefined ? staged({ paid, again }) : { ok: false, why: again.unsent }
}

interface Declined {
  readonly id: string
  readonly decline: Exchange
  readonly read: Exchange
}

/** A card order of its own, for a card that is declined and then for one that is not. */
export const declined: Scene<Declined> = async (session) => {
  const chosen = await session.stage(choice)
  if (!chosen.ok) return chosen
  const number = session.cards?.declined
  if (number === undefined) return noCard
  session.watch.hide(number)
  await session.stage(charged)
  const placed = await place(session, chosen.value.first, 'credit_card')
  if (placed.unsent !== undefined) return { ok: false, why: placed.unsent }
  const id = fieldsOf(placed.json)['id']
  if (!succeeded(placed) || typeof id !== 'string') {
    return lacking('o segundo pedido com cartão foi recusado', 'the second card order was refused')
  }
  const decline = await payCard(session, id, cardBody(session, number))
  if (decline.unsent !== undefined) return { ok: false, why: decline.unsent }
  noteStatuses(session, decline)
  return staged({ id, decline, read: await readOrder(session, { id }) })
}

export const inTwelve: Scene<Exchange> = async (session) => {
  const order = await session.stage(declined)
  if (!order.ok) return order
  const body = cardBody(session, fineCard(session), { installments: 12 })
  return sent(await payCard(session, order.value.id, body))
}
