import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ShownDebt } from '../../../src/ledger/debts/debts.ts'
import { fitOrder } from '../../../src/reconciliation/orders/proposing/fit-order.ts'
import { shown } from './order-samples.ts'

test('the earliest due go first, whatever they cost', () => {
  const late = shown({ dueDate: '2026-05-01', amountCents: 10n })
  const early = shown({ dueDate: '2026-04-01', amountCents: 90n })
  const undated = shown({ dueDate: null, amountCents: 20n })
  const unfit = fitOrder([late, early, undated], { items: 200, cents: 110n })
  expect([...unfit]).toEqual([[late.id, 'order-full']])
})

test('a partner comes along, however late it is due', () => {
  const partner = shown({ dueDate: '2026-12-01', amountCents: 50n })
  const early = shown({ dueDate: '2026-01-01', amountCents: 50n, dependsOn: partner.itemId })
  const between = shown({ dueDate: '2026-02-01', amountCents: 50n })
  const unfit = fitOrder([partner, between, early], { items: 2, cents: null })
  expect([...unfit]).toEqual([[between.id, 'order-full']])
})

test('what could never fit is told apart from what waits', () => {
  const dear = shown({ dueDate: '2026-01-01', amountCents: 101n })
  const needing = shown({ dueDate: '2026-01-02', amountCents: 1n, dependsOn: dear.itemId })
  const cheap = shown({ dueDate: '2026-01-03', amountCents: 60n })
  const rest = shown({ dueDate: '2026-01-04', amountCents: 60n })
  expect(fitOrder([dear, needing, cheap, rest], { items: 200, cents: 100n })).toEqual(
    new Map([
      [dear.id, 'over-limit'],
      [needing.id, 'over-limit'],
      [rest.id, 'order-full'],
    ]),
  )
})

const debts = fc
  .array(
    fc.record({
      amountCents: fc.bigInt({ min: 1n, max: 200n }),
      month: fc.integer({ min: 1, max: 9 }),
      hasDate: fc.boolean(),
      partner: fc.option(fc.nat(9)),
    }),
    { maxLength: 10 },
  )
  .map((rows) => {
    const made = rows.map(({ amountCents, month, hasDate }) =>
      shown({ amountCents, dueDate: hasDate ? `2026-0${month}-15` : null }),
    )
    return made.map((debt, at) => ({
      ...debt,
      dependsOn: made[rows[at]?.partner ?? -1]?.itemId ?? null,
    }))
  })
const room = fc.record({
  items: fc.integer({ min: 1, max: 10 }),
  cents: fc.option(fc.bigInt({ min: 0n, max: 600n })),
})

describe('whatever is given', () => {
  test('the order in which the debts are given decides nothing', () => {
    fc.assert(
      fc.property(debts, room, fc.infiniteStream(fc.nat()), (given, has, chance) => {
        const keyed = given.map((debt) => ({ debt, key: chance.next().value }))
        const shuffled = keyed.toSorted((a, b) => a.key - b.key).map(({ debt }) => debt)
        expect(fitOrder(shuffled, has)).toEqual(fitOrder(given, has))
      }),
    )
  })

  test('nothing is left out for want of room that there is', () => {
    fc.assert(
      fc.property(debts, (given) => {
        const cents = given.reduce((sum, debt) => sum + debt.amountCents, 0n)
        const has = { items: Math.max(1, given.length), cents }
        expect(fitOrder(given, has).size).toBe(0)
      }),
    )
  })

  test('what waits fits into some later order by itself with its partners', () => {
    fc.assert(
      fc.property(debts, room, (given, has) => {
        const unfit = fitOrder(given, has)
        const byItem = new Map(given.map((debt) => [debt.itemId, debt]))
        for (const debt of given.filter(({ id }) => unfit.get(id) === 'order-full')) {
          const bundle = new Set<ShownDebt>()
          for (let next: ShownDebt | undefined = debt; next && !bundle.has(next);) {
            bundle.add(next)
            next = byItem.get(next.dependsOn ?? '')
          }
          expect(fitOrder([...bundle], has).size).toBe(0)
        }
      }),
    )
  })
})
