/** Equal debts in several answers: as many are paid as orders have paid, and no more. */
import { expect, test } from 'vitest'
import { judgePaid, type ListedDebt } from '../../src/service/orders/judge-paid.ts'

const at = (day: number): Date => new Date(Date.UTC(2026, 10, day))

function listed(answer: number, id: string, more: Partial<ListedDebt> = {}): ListedDebt {
  const fields = { fingerprint: 'ticket', settledAt: null, payer: null }
  return { id, answer: `answer ${answer}`, askedAt: at(answer), ...fields, ...more }
}

const paid = (asked: readonly string[], ...items: readonly ListedDebt[]) =>
  Object.fromEntries(judgePaid(asked, items))

test('an item that an order has paid is paid, and another debt is not', () => {
  const items = [listed(1, 'a', { payer: 'x' }), listed(1, 'b', { fingerprint: 'tax' })]
  expect(paid(['a', 'b'], ...items)).toEqual({ a: 'x' })
})

test('the same debt in an earlier or a later answer is paid as well', () => {
  const items = [listed(1, 'a'), listed(2, 'b', { payer: 'x' }), listed(3, 'c')]
  expect(paid(['a', 'c'], ...items)).toEqual({ a: 'x', c: 'x' })
})

test('a debt that is listed after it had settled is owed again', () => {
  const settled = listed(1, 'a', { payer: 'x', settledAt: at(2) })
  expect(paid(['b'], settled, listed(3, 'b'))).toEqual({})
  expect(paid(['b'], { ...settled, settledAt: at(4) }, listed(3, 'b'))).toEqual({ b: 'x' })
})

test('of two equal debts one payment pays one', () => {
  const items = [listed(1, 'a', { payer: 'x' }), listed(1, 'b'), listed(2, 'c'), listed(2, 'd')]
  expect(paid(['b'], ...items)).toEqual({})
  expect(paid(['c'], ...items)).toEqual({})
  expect(Object.keys(paid(['c', 'd'], ...items))).toHaveLength(1)
})

test('a second payment of the two pays the other one', () => {
  const items = [listed(1, 'a', { payer: 'x' }), listed(1, 'b', { payer: 'y' })]
  expect(paid(['c', 'd'], ...items, listed(2, 'c'), listed(2, 'd'))).toEqual({ c: 'x', d: 'y' })
})

test('capital letters in what was asked for change nothing', () => {
  expect(paid(['AB'], listed(1, 'ab', { payer: 'x' }))).toEqual({ ab: 'x' })
})
