/** Accrual by hand: which month an entry belongs to, and which accounts it has. */
import { sumCents } from '../../../../src/fleet/money.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { plainDay } from '../../../../src/clock.ts'
import { bookVehicle } from '../../../../src/reconciliation/books/book-vehicle.ts'
import type { MoneyMovement, Movement } from '../../../../src/reconciliation/books/movement.ts'
import { readAccounts } from '../../../../src/reconciliation/books/journal/accounts-file.ts'
import { acts } from '../acts.ts'
import { playActs, ZONE } from '../histories.ts'
import { entriesOf, money, movement, words } from './journal-samples.ts'

const [EXPENSE, OWED, BANK] = ['4101', '2101', '1101']
const rules = [
  { nature: 'provision', debit: EXPENSE, credit: OWED },
  { nature: 'adjustment', debit: EXPENSE, credit: OWED },
  { nature: 'reversal', debit: OWED, credit: EXPENSE },
  { nature: 'settlement', debit: OWED, credit: BANK },
  ...['debt', 'fee', 'interest'].map((nature) => ({ nature, debit: '4102', credit: BANK })),
  ...['discount', 'refund'].map((nature) => ({ nature, debit: BANK, credit: '4102' })),
].map((rule) => ({ ...rule, history: 'x' }))
const accounts = readAccounts(JSON.stringify({ method: 'accrual', layout: 'generic', rules }))

const of = (movements: Movement[], paid: MoneyMovement[] = []) => ({ movements, money: paid })
const ipva = (year: number) => movement('new', { kind: 'ipva_single', year, dueDate: null })
const back = money({ nature: 'refund', cents: -13_016n })

/** Of each fact: the month, and its entries as day, debit, credit and cents. */
test.each([
  ['IPVA of this year, when seen', of([ipva(2026)]), '2026-11', '02 4101 2101 13016'],
  ['IPVA of next year, not yet', of([ipva(2027)]), '2026-11', ''],
  ['IPVA of next year, in its January', of([ipva(2027)]), '2027-01', '01 4101 2101 13016'],
  [
    'licensing of next year, in its January',
    of([movement('new', { kind: 'licensing', year: 2027, dueDate: '2027-08-10' })]),
    '2027-01',
    '01 4101 2101 13016',
  ],
  ['a fine of this month', of([movement('new', {})]), '2026-11', '02 4101 2101 13016'],
  [
    'a fine due in December, then',
    of([movement('new', { dueDate: '2026-12-20' })]),
    '2026-12',
    '01 4101 2101 13016',
  ],
  ['a raise', of([movement('increase', { cents: 7n })]), '2026-11', '02 4101 2101 7'],
  ['a reduction', of([movement('decrease', { cents: -7n })]), '2026-11', '02 2101 4101 7'],
  ['a debt that is gone', of([movement('gone', { cents: -9n })]), '2026-11', '02 2101 4101 9'],
  [
    'a vehicle that leaves',
    of([movement('left-fleet', { cents: -9n })]),
    '2026-11',
    '02 2101 4101 9',
  ],
  [
    'an adjustment of a closed month',
    of([movement('new', { adjusts: '2026-10', dueDate: '2026-10-05' })]),
    '2026-11',
    '02 4101 2101 13016',
  ],
  [
    'a payment, whose movement has no second entry',
    of([movement('paid', { cents: -13_016n })], [money({})]),
    '2026-11',
    '05 2101 1101 13016',
  ],
  [
    'a refund after the settlement',
    of([movement('refunded', {})], [money({}), back]),
    '2026-11',
    '05 2101 1101 13016, 05 1101 2101 13016',
  ],
  [
    'a debt that two orders paid, until one payment is back',
    of(
      [movement('paid', { cents: -13_016n })],
      [money({}), money({ isSecond: true }), { ...back, isSecond: true }],
    ),
    '2026-11',
    '05 2101 1101 13016, 05 4102 1101 13016, 05 1101 4102 13016',
  ],
] as const)('%s', (_what, facts, month, expected) => {
  const entries = entriesOf(month, facts, { accounts, words })
  const told = entries.map(
    ({ day, debit, credit, cents }) => `${day.slice(8)} ${debit} ${credit} ${cents}`,
  )
  expect(told.join(', ')).toBe(expected)
  expect(entries.every(({ day }) => day.startsWith(month))).toBe(true)
})

const MONTHS = Array.from({ length: 12 * 40 }, (_, at) => {
  const month = String((at % 12) + 1).padStart(2, '0')
  return `${2010 + Math.floor(at / 12)}-${month}`
})

test('over all months, what is owed by the journal is the closing of the roll-forward', () => {
  let made = 0
  fc.assert(
    fc.property(acts, (played) => {
      const { history, closes, endMs } = playActs(played)
      const books = bookVehicle(history, {
        zone: ZONE,
        fleet: 'principal',
        until: plainDay(endMs, ZONE),
        preferOn: () => 'single',
        preferenceDays: [],
        closes,
      })
      const entries = MONTHS.flatMap((month) => entriesOf(month, books, { accounts, words }))
      made += entries.length
      const balance = entries.reduce(
        (sum, { debit, credit, cents }) =>
          sum + (debit === OWED ? cents : 0n) - (credit === OWED ? cents : 0n),
        0n,
      )
      // A debt that is given back before its money has no entry yet.
      const awaited = sumCents(books.movements.filter((one) => one.class === 'refunded'))
      const back = books.money.filter(
        ({ nature, debtId, isSecond }) => nature === 'refund' && debtId !== null && !isSecond,
      )
      expect(balance).toBe(-(sumCents(books.movements) - awaited - sumCents(back)))
    }),
    { seed: 16, numRuns: 200 },
  )
  expect(made).toBeGreaterThan(1_000)
})
