/** What happens to the orders of a probe: Pix codes, simulated payments, a card, a settlement. */
import type { Cost } from '../budget.ts'
import { instant } from '../../clock.ts'
import { succeeded, textAt } from '../exchange.ts'
import type { Exchange } from '../exchange.ts'
import { lacking, staged } from '../finding.ts'
import {
  CLOCKS_MS,
  EXPIRY_WAIT_MS_MAX,
  PIX_CODE_WAIT_MS_MAX,
  SETTLEMENT_WAIT_MS_MAX,
  waitsWithin,
} from '../limits.ts'
import type { Scene, Session } from '../session.ts'
import {
  attemptOf,
  boletoOrder,
  cardOrder,
  choice,
  noteStatuses,
  ORDERS,
  pixOrder,
  place,
  readOrder,
} from './orders.ts'
import type { Order } from './orders.ts'

interface Renewal extends Order {
  readonly renewed: Exchange
}

function codeOf({ json }: Exchange): string {
  return textAt(attemptOf(json), 'pix_copy_paste') ?? ''
}

/** POST pix at once, where the order came without a code. */
export const renewedMissing: Scene<Renewal> = async (session) => {
  const order = await session.stage(pixOrder)
  if (!order.ok) return order
  if (codeOf(order.value.exchange) !== '') {
    return lacking('o código Pix veio logo com o pedido', 'the Pix code came with the order')
  }
  const path = `${ORDERS}/${order.value.id}/pix`
  return staged({ ...order.value, renewed: await session.send({ method: 'POST', path }) })
}

interface WithCode extends Order {
  readonly read: Exchange
  readonly code: string
}

/** The Pix order once its code is there. */
export const pixCode: Scene<WithCode> = async (session) => {
  const order = await session.stage(pixOrder)
  if (!order.ok) return order
  await session.stage(renewedMissing)
  const read = await readWithCode(session, order.value.id)
  const code = codeOf(read)
  if (code === '') return lacking('o código Pix não apareceu', 'no Pix code appeared')
  return staged({ ...order.value, read, code })
}

const expiredAlready = lacking('o código Pix já expirou', 'the Pix code has already expired')

/** NaN compares as not expired, and another statement tells of what is no instant. */
function lifeMs({ clock }: Session, { json }: Exchange): number {
  return Date.parse(textAt(attemptOf(json), 'pix_expires_at') ?? '') - clock.now()
}

/** POST pix on an order of its own, when its code has expired; only where that is soon. */
export const renewedExpired: Scene<Renewal> = async (session) => {
  const [known, chosen] = [await session.stage(pixCode), await session.stage(choice)]
  if (!known.ok) return known
  if (!chosen.ok) return chosen
  if (!(lifeMs(session, known.value.read) <= EXPIRY_WAIT_MS_MAX)) {
    return lacking('um código vale por tempo demais', 'a code is valid for too long')
  }
  const chosenItems = chosen.value.first
  const exchange = await place(session, chosenItems, 'pix')
  if (exchange.unsent !== undefined) return { ok: false, why: exchange.unsent }
  const id = succeeded(exchange) ? textAt(exchange.json, 'id') : undefined
  if (id === undefined) return lacking('o pedido não foi criado', 'the order was not created')
  const placed = { chosen: chosenItems, answer: chosen.value.answer, exchange, id }
  const read = await readWithCode(session, id)
  const waitMs = lifeMs(session, read)
  if (codeOf(read) === '' || !(waitMs <= EXPIRY_WAIT_MS_MAX)) {
    return lacking('o código Pix não apareceu', 'no Pix code appeared')
  }
  // A second more, for clocks that differ.
  await session.pause(Math.max(0, waitMs) + CLOCKS_MS)
  const path = `${ORDERS}/${id}/pix`
  return staged({ ...placed, renewed: await session.send({ method: 'POST', path }) })
}

async function readWithCode(session: Session, id: string): Promise<Exchange> {
  let read = await readOrder(session, { id })
  for (const waitMs of waitsWithin(PIX_CODE_WAIT_MS_MAX)) {
    if (codeOf(read) !== '' || !succeeded(read) || session.stopped()) break
    await session.pause(waitMs)
    read = await readOrder(session, { id })
  }
  return read
}

interface RefusedRenewal extends WithCode {
  readonly renewal: Exchange
}

/** POST pix while the code is valid. */
export const renewedEarly: Scene<RefusedRenewal> = async (session) => {
  const order = await session.stage(pixCode)
  if (!order.ok) return order
  if (lifeMs(session, order.value.read) <= 0) return expiredAlready
  const path = `${ORDERS}/${order.value.id}/pix`
  return staged({ ...order.value, renewal: await session.send({ method: 'POST', path }) })
}

interface Charged extends Order {
  readonly charge: Exchange
}

const HOLDER = 'FROTA PROBE'

export function cardBody(session: Session, number: string, change: object = {}): object {
  const year = Number(instant(session.clock.now()).slice(2, 4))
  const expiry = `12/${String((year + 3) % 100).padStart(2, '0')}`
  return { holder_name: HOLDER, number, expiry, cvc: '123', ...change }
}

export function payCard(
  session: Session,
  id: string,
  body: object,
  costs: Cost = 'orders',
): Promise<Exchange> {
  const path = `${ORDERS}/${id}/pay-card`
  return session.send({ method: 'POST', path, body, costs })
}

/** Only with a documented test number: any other might be somebody's. */
export const charged: Scene<Charged> = async (session) => {
  const order = await session.stage(cardOrder)
  if (!order.ok) return order
  if (session.cards === undefined) {
    return lacking(
      'nenhum cartão de teste foi dado (--card-file)',
      'no test card was given (--card-file)',
    )
  }
  session.watch.hide(session.cards.approved)
  const charge = await payCard(session, order.value.id, cardBody(session, session.cards.approved))
  if (charge.unsent !== undefined) return { ok: false, why: charge.unsent }
  noteStatuses(session, charge)
  const fields = Object.keys(attemptOf(charge.json))
  if (fields.length > 0) session.learned.note('card_fields', fields, 'POST pay-card')
  return staged({ ...order.value, charge })
}

interface Simulated extends WithCode {
  readonly simulation: Exchange
}

/** After the other orders over the same debts, which a payment might change. */
export const simulated: Scene<Simulated> = async (session) => {
  const order = await session.stage(pixCode)
  if (!order.ok) return order
  await session.stage(renewedEarly)
  await session.stage(boletoOrder)
  await session.stage(charged)
  const { id, read } = order.value
  if (lifeMs(session, read) <= 0) {
    await session.send({ method: 'POST', path: `${ORDERS}/${id}/pix` })
    const again = await readWithCode(session, id)
    if (lifeMs(session, again) <= 0) return expiredAlready
  }
  const path = `${ORDERS}/${id}/simulate-pix`
  const simulation = await session.send({ method: 'POST', path })
  return staged({ ...order.value, simulation })
}

interface Settled extends Simulated {
  readonly statuses: readonly string[]
  readonly last: Exchange
}

/** Follows the paid order until nothing moves any more. */
export const settled: Scene<Settled> = async (session) => {
  const order = await session.stage(simulated)
  if (!order.ok) return order
  if (!succeeded(order.value.simulation)) {
    return lacking('o Pix simulado não foi pago', 'the simulated Pix was not paid')
  }
  const statuses: string[] = []
  let last = await readOrder(session, order.value)
  for (const waitMs of waitsWithin(SETTLEMENT_WAIT_MS_MAX)) {
    const status = textAt(last.json, 'status') ?? ''
    if (statuses.at(-1) !== status) statuses.push(status)
    if (status === 'settled' || !succeeded(last) || session.stopped()) break
    await session.pause(waitMs)
    last = await readOrder(session, order.value)
  }
  return staged({ ...order.value, statuses, last })
}
