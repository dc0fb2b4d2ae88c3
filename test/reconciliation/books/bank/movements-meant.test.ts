import { expect, test } from 'vitest'
import type { OurRefund } from '../../../../src/reconciliation/books/bank/bank-row.ts'
import { movementsMeant } from '../../../../src/reconciliation/books/bank/movements-meant.ts'

const refund = (id: string, cents: bigint, day: string): OurRefund => {
  return { kind: 'refund', id, orderId: 'order', day, cents }
}
const MARCH = refund('march', 10_000n, '2026-03-20')
const APRIL = refund('april', 6_000n, '2026-04-25')

const line = (cents: bigint, day = '2026-04-02') => ({ cents, day })

function meant(
  cents: bigint,
  taken: readonly string[] = [],
  { of = [MARCH, APRIL], day = '2026-04-02', isAlone = true } = {},
): string[] | null {
  const found = movementsMeant(line(cents, day), of, { taken: new Set(taken), isAlone })
  return found?.map(({ id }) => id) ?? null
}

test('of two refunds of an order a line is the one of its amount, or both together', () => {
  expect([10_000n, 6_000n, 16_000n].map((cents) => meant(cents))).toEqual([
    ['march'],
    ['april'],
    ['march', 'april'],
  ])
})

test('a line of another amount is the only refund that no other line has', () => {
  expect(meant(9_900n, ['april'])).toEqual(['march'])
  expect(meant(9_900n)).toBeNull()
  // The credit of 60.00 may be the one that was matched: a person says which.
  expect(meant(6_000n, ['april'])).toBeNull()
})

test('once all of them have their lines, one more of an amount is of that one again', () => {
  expect(meant(6_000n, ['march', 'april'])).toEqual(['april'])
  expect(meant(7_000n, ['march', 'april'])).toBeNull()
  expect(meant(7_000n, ['march'], { of: [MARCH] })).toEqual(['march'])
})

test('of equal refunds a line is the one whose day is nearest', () => {
  const of = [MARCH, refund('again', 10_000n, '2026-04-25')]
  expect(meant(10_000n, [], { of })).toEqual(['march'])
  expect(meant(10_000n, [], { of, day: '2026-04-28' })).toEqual(['again'])
})

test('a line of several orders has the amount of none of them', () => {
  expect(meant(16_000n, [], { isAlone: false })).toBeNull()
  expect(meant(6_000n, ['april'], { isAlone: false })).toEqual(['march'])
})
