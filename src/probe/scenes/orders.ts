/** The orders of a probe: one by each method, over debts that its own vehicles owe. */
import { fieldsOf, succeeded, textAt } from '../exchange.ts'
import type { Exchange } from '../exchange.ts'
import { lacking, staged } from '../finding.ts'
import type { Staged } from '../finding.ts'
import { parseCents } from '../../fleet/money.ts'
import type { Scene, Session } from '../session.ts'
import { debtor, isFree, itemsOf } from './consultations.ts'
import type { Finished } from './consultations.ts'

export const ORDERS = '/api/v1/orders'

export interface ChosenItem {
  readonly id: string
  readonly cents: bigint
}

interface Choice {
  readonly answer: Finished
  /** For the Pix and the boleto order; two where there are two. */
  readonly first: readonly ChosenItem[]
  /** For the card order: others where there are enough, so that no payment disturbs another. */
  readonly second: readonly ChosenItem[]
  /** An item that no order may take. */
  readonly unpayable: string | undefined
}

export const choice: Scene<Choice> = async (session) => {
  const answer = await session.stage(debtor)
  if (!answer.ok) return answer
  const items = itemsOf(answer.value.last)
  const chosen = apart(items.filter(isFree)).flatMap(asChosen)
  if (chosen.length === 0) {
    return lacking('os débitos não têm um valor que se leia', 'no debt has an amount that reads')
  }
  const third = chosen[2]
  const unpayable = items.find((item) => fieldsOf(item)['is_payable'] === false)
  return staged({
    answer: answer.value,
    first: chosen.slice(0, 2),
    second: third === undefined ? chosen.slice(0, 1) : [third],
    unpayable: textAt(unpayable, 'id'),
  })
}

/** The single payment of a tax and its instalments are never ordered together. */
function apart(items: readonly unknown[]): readonly unknown[] {
  const others = items.filter((item) => !String(fieldsOf(item)['kind']).startsWith('ipva'))
  const taxes = items.filter((item) => fieldsOf(item)['kind'] === 'ipva')
  const rest = items.filter((item) => !others.includes(item) && !taxes.includes(item))
  return [...others, ...taxes, ...rest.slice(0, 1)]
}

export function asChosen(item: unknown): ChosenItem[] {
  const id = textAt(item, 'id')
  const amount = parseCents(textAt(item, 'amount') ?? '')
  return id !== undefined && amount.ok ? [{ id, cents: amount.value }] : []
}

export function sumOf(items: readonly ChosenItem[]): bigint {
  return items.reduce((sum, { cents }) => sum + cents, 0n)
}

interface Placed {
  readonly chosen: readonly ChosenItem[]
  readonly answer: Finished
  readonly exchange: Exchange
}

export interface Order extends Placed {
  readonly id: string
}

type Method = 'pix' | 'boleto' | 'credit_card'

export function place(session: Session, items: readonly ChosenItem[], method: string) {
  const body = { debt_item_ids: items.map(({ id }) => id), method }
  return session.send({ method: 'POST', path: ORDERS, body, costs: 'orders' })
}

function placing(method: Method, which: 'first' | 'second', after?: Scene<unknown>) {
  const scene: Scene<Placed> = async (session) => {
    const chosen = await session.stage(choice)
    if (!chosen.ok) return chosen
    if (after !== undefined) await session.stage(after)
    const items = chosen.value[which]
    const exchange = await place(session, items, method)
    if (exchange.unsent !== undefined) return { ok: false, why: exchange.unsent }
    return staged({ chosen: items, answer: chosen.value.answer, exchange })
  }
  return scene
}

function usable(placing: Scene<Placed>): Scene<Order> {
  return async (session): Promise<Staged<Order>> => {
    const placed = await session.stage(placing)
    if (!placed.ok) return placed
    const { exchange } = placed.value
    const id = succeeded(exchange) ? textAt(exchange.json, 'id') : undefined
    if (id === undefined) return lacking('o pedido não foi criado', 'the order was not created')
    noteStatuses(session, exchange)
    return staged({ ...placed.value, id })
  }
}

export function noteStatuses({ learned }: Session, { json, method }: Exchange): void {
  const order = textAt(json, 'status')
  const attempt = fieldsOf(fieldsOf(json)['latest_attempt'])
  const status = textAt(attempt, 'status')
  if (order !== undefined) learned.saw('order_statuses_seen', order, `${method} order`)
  if (status === undefined) return
  learned.saw('attempt_statuses_seen', `${textAt(attempt, 'method')}: ${status}`, `${method} order`)
}

export const pixPlaced = placing('pix', 'first')
/** The same debts as the Pix order, so that it shows whether they may be ordered twice. */
export const boletoPlaced = placing('boleto', 'first', pixPlaced)
export const cardPlaced = placing('credit_card', 'second', boletoPlaced)
export const pixOrder = usable(pixPlaced)
export const boletoOrder = usable(boletoPlaced)
export const cardOrder = usable(cardPlaced)

export function attemptOf(json: unknown): Readonly<Record<string, unknown>> {
  return fieldsOf(fieldsOf(json)['latest_attempt'])
}

export async function readOrder(session: Session, { id }: { id: string }): Promise<Exchange> {
  const exchange = await session.send({ method: 'GET', path: `${ORDERS}/${id}` })
  noteStatuses(session, exchange)
  return exchange
}
