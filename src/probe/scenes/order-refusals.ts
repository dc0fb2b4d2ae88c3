/** Orders that a service is to refuse, and the reads of those that it took. */
import type { Cost } from '../budget.ts'
import { fieldsOf, textAt } from '../exchange.ts'
import type { Exchange } from '../exchange.ts'
import { lacking, staged } from '../finding.ts'
import type { Scene, Session } from '../session.ts'
import { isDependent, itemsOf, tries } from './consultations.ts'
import { attemptOf, boletoOrder, choice, ORDERS, pixOrder, readOrder } from './orders.ts'

/** One request, whose body has something wrong: in its form, or in what it means. */
export function ordering(costs: Cost, bodyOf: (ids: readonly string[]) => object): Scene<Exchange> {
  return async (session) => {
    const chosen = await session.stage(choice)
    if (!chosen.ok) return chosen
    const ids = chosen.value.first.map(({ id }) => id)
    return await order(session, bodyOf(ids), { costs })
  }
}

interface How {
  readonly costs?: Cost
  readonly account?: string
}

async function order(session: Session, body: object, { costs = 'orders', account }: How = {}) {
  const headers = account === undefined ? {} : { headers: { 'x-account-id': account } }
  const exchange = await session.send({ method: 'POST', path: ORDERS, body, costs, ...headers })
  if (exchange.unsent !== undefined) return { ok: false, why: exchange.unsent } as const
  return staged(exchange)
}

/** Of any vehicle that the probe consulted. */
async function itemWhere(session: Session, fits: (item: unknown) => boolean) {
  const all = await session.stage(tries)
  const items = all.ok ? all.value.flatMap(({ last }) => itemsOf(last)) : []
  return textAt(items.find(fits), 'id')
}

export const unpayable: Scene<Exchange> = async (session) => {
  const id = await itemWhere(session, (item) => fieldsOf(item)['is_payable'] === false)
  if (id === undefined) {
    return lacking('nenhum débito com is_payable false', 'no item with is_payable false')
  }
  return await order(session, { debt_item_ids: [id], method: 'pix' })
}

export const dependentAlone: Scene<Exchange> = async (session) => {
  const id = await itemWhere(session, isDependent)
  if (id === undefined)
    return lacking('nenhum débito depende de outro', 'no item depends on another')
  return await order(session, { debt_item_ids: [id], method: 'pix' })
}

/** Our item, ordered for another account. */
export const foreignItem: Scene<Exchange> = async (session) => {
  const chosen = await session.stage(choice)
  if (!chosen.ok) return chosen
  const { otherAccountId } = session
  if (otherAccountId === undefined) return noOtherAccount
  const ids = chosen.value.first.map(({ id }) => id)
  return await order(session, { debt_item_ids: ids, method: 'pix' }, { account: otherAccountId })
}

export const noOtherAccount = lacking(
  'nenhuma outra conta foi dada (--other-account)',
  'no other account was given (--other-account)',
)

export const orderRead: Scene<Exchange> = async (session) => {
  const placed = await session.stage(pixOrder)
  return placed.ok ? staged(await readOrder(session, placed.value)) : placed
}

export const boletoRead: Scene<Exchange> = async (session) => {
  const placed = await session.stage(boletoOrder)
  if (!placed.ok) return placed
  const read = await readOrder(session, placed.value)
  const fields = Object.keys(attemptOf(read.json))
  if (fields.length > 0) session.learned.note('boleto_fields', fields, 'GET order')
  return staged(read)
}
