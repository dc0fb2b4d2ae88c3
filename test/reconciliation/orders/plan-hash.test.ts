import fc from 'fast-check'
import { expect, test } from 'vitest'
import { orderKey, planHash } from '../../../src/reconciliation/orders/proposing/plan-hash.ts'

const items = fc.uniqueArray(
  fc.record({
    fingerprint: fc.string({ unit: 'grapheme', maxLength: 12 }),
    ordinal: fc.nat(3),
    amountCents: fc.bigInt({ min: 0n, max: 1_000_00n }),
  }),
  {
    minLength: 1,
    maxLength: 8,
    selector: ({ fingerprint, ordinal }) => JSON.stringify([fingerprint, ordinal]),
  },
)
const plan = fc.record({
  accountId: fc.uuid(),
  method: fc.constantFrom('pix', 'boleto', 'credit_card'),
  items,
  feeCents: fc.option(fc.bigInt({ min: 0n, max: 100_00n })),
  totalCents: fc.option(fc.bigInt({ min: 0n, max: 1_000_00n })),
})

test('the order of the items does not matter', () => {
  fc.assert(
    fc.property(plan, fc.infiniteStream(fc.nat()), (given, chance) => {
      const keys = given.items.map((item) => ({ item, key: chance.next().value }))
      const shuffled = keys.toSorted((a, b) => a.key - b.key).map(({ item }) => item)
      expect(planHash({ ...given, items: shuffled })).toBe(planHash(given))
      expect(orderKey('vehicle', shuffled)).toBe(orderKey('vehicle', given.items))
    }),
  )
})

test('any other amount, item, method, account, fee or total is another plan', () => {
  fc.assert(
    fc.property(plan, fc.nat(), (given, index) => {
      const at = index % given.items.length
      const hash = planHash(given)
      const dearer = given.items.map((item, other) =>
        other === at ? { ...item, amountCents: item.amountCents + 1n } : item,
      )
      expect(planHash({ ...given, items: dearer })).not.toBe(hash)
      expect(planHash({ ...given, items: given.items.toSpliced(at, 1) })).not.toBe(hash)
      expect(planHash({ ...given, method: `${given.method}x` })).not.toBe(hash)
      expect(planHash({ ...given, accountId: `${given.accountId}x` })).not.toBe(hash)
      const feeCents = given.feeCents === null ? 0n : given.feeCents + 1n
      expect(planHash({ ...given, feeCents })).not.toBe(hash)
      const totalCents = given.totalCents === null ? 0n : null
      expect(planHash({ ...given, totalCents })).not.toBe(hash)
    }),
  )
})

test('the key of an order names vehicle and debts, and no amounts', () => {
  fc.assert(
    fc.property(items, (given) => {
      const key = orderKey('vehicle', given)
      const dearer = given.map((item) => ({ ...item, amountCents: item.amountCents + 1n }))
      expect(orderKey('vehicle', dearer)).toBe(key)
      expect(orderKey('other', given)).not.toBe(key)
      expect(orderKey('vehicle', given.slice(1))).not.toBe(key)
    }),
  )
})

test('a text of a debt cannot forge the border between two', () => {
  const forged = { fingerprint: 'a#0=1","b', ordinal: 0, amountCents: 2n }
  const two = [
    { fingerprint: 'a', ordinal: 0, amountCents: 1n },
    { fingerprint: 'b', ordinal: 0, amountCents: 2n },
  ]
  const of = { accountId: 'account', method: 'pix', feeCents: null, totalCents: null }
  expect(planHash({ ...of, items: [forged] })).not.toBe(planHash({ ...of, items: two }))
  expect(orderKey('vehicle', [forged])).not.toBe(orderKey('vehicle', two))
})
