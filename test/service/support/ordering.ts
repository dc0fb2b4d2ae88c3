/** The short way to an order, and to what a test asks about one. */
import { expect } from 'vitest'
import type { DebtItem } from '../../../src/contract/debt-item.ts'
import type { Attempt, Order, OrderMethod } from '../../../src/contract/order.ts'
import { consulted } from './fleet.ts'
import type { Account, Answer, Bench } from './open-service.ts'

export const free = (item: DebtItem): boolean => item.is_payable && item.depends_on === null

export const asOrder = (answer: Answer): Order => answer.body as unknown as Order

/** A consulted vehicle, and the first of its debts that may be paid by itself. */
export async function owing(bench: Bench, as = bench.own) {
  const found = await consulted(bench, (items) => items.some(free), as)
  const item = found.consultation.items.find(free)
  if (item === undefined) throw new Error('A vehicle was chosen that owes nothing.')
  return { ...found, item }
}

/** Orders `count` items of a vehicle that nobody in this account has registered before. */
export async function orderOf(
  bench: Bench,
  method: OrderMethod,
  { as = bench.own, count = 1 }: { as?: Account; count?: number } = {},
): Promise<{ order: Order; items: DebtItem[] }> {
  const enough = (items: readonly DebtItem[]): boolean => items.filter(free).length >= count
  const { consultation } = await consulted(bench, enough, as)
  const items = consultation.items.filter(free).slice(0, count)
  const body = { debt_item_ids: items.map(({ id }) => id), method }
  const answer = await bench.send('POST', '/api/v1/orders', { as, body })
  expect([answer.status, answer.text]).toEqual([201, answer.text])
  return { order: asOrder(answer), items }
}

export async function readOrder(bench: Bench, id: string, as = bench.own): Promise<Order> {
  return asOrder(await bench.send('GET', `/api/v1/orders/${id}`, { as }))
}

export function latest(order: Order): Attempt {
  if (order.latest_attempt === null) throw new Error('An order of ours has an attempt.')
  return order.latest_attempt
}

export function cents(amount: string): bigint {
  return BigInt(amount.replace('.', ''))
}
