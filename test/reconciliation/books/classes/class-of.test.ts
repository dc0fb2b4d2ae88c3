import { expect, test } from 'vitest'
import {
  classOf,
  isDiscrepancy,
  TRAIL_CLASSES,
} from '../../../../src/reconciliation/books/classes/class-of.ts'
import type { TrailClass } from '../../../../src/reconciliation/books/classes/class-of.ts'
import { TRAIL_STATES } from '../../../../src/reconciliation/books/classes/trail.ts'
import type { TrailStates } from '../../../../src/reconciliation/books/classes/trail.ts'

/** By hand, from docs/books.md: debt, order, attempt, settlement, bank. */
const ROWS: readonly (readonly [...Parts, TrailClass])[] = [
  ['shown', 'none', 'none', 'none', 'none', 'owed'],
  ['alternative', 'none', 'none', 'none', 'none', 'alternative'],
  ['gone', 'none', 'none', 'none', 'none', 'gone'],
  ['alternative-gone', 'none', 'none', 'none', 'none', 'alternative-gone'],
  ['shown', 'waiting', 'waiting', 'none', 'none', 'underway'],
  ['shown', 'waiting', 'dead', 'none', 'none', 'underway'],
  ['gone', 'waiting', 'waiting', 'none', 'none', 'gone-unpaid'],
  ['shown', 'waiting', 'paid', 'none', 'none', 'attempt-differs'],
  ['shown', 'over', 'dead', 'none', 'none', 'undone'],
  ['shown', 'over', 'paid', 'none', 'none', 'attempt-differs'],
  ['shown', 'unknown', 'waiting', 'none', 'none', 'status-unknown'],
  ['shown', 'waiting', 'unknown', 'none', 'none', 'status-unknown'],
  ['shown', 'paid', 'paid', 'waiting', 'no-statement', 'underway'],
  ['gone', 'paid', 'paid', 'waiting', 'matched', 'underway'],
  ['shown', 'paid', 'paid', 'waiting', 'only-fleet', 'only-fleet'],
  ['shown', 'paid', 'paid', 'late', 'matched', 'not-settled'],
  ['gone', 'paid', 'paid', 'refused', 'matched', 'not-settled'],
  ['gone', 'paid', 'paid', 'settled', 'matched', 'matched'],
  ['gone', 'paid', 'waiting', 'settled', 'matched', 'matched'],
  ['gone', 'paid', 'paid', 'settled', 'no-statement', 'without-statement'],
  ['gone', 'paid', 'paid', 'settled', 'only-fleet', 'only-fleet'],
  ['gone', 'paid', 'paid', 'settled', 'date-differs', 'date-differs'],
  ['gone', 'paid', 'paid', 'settled', 'amount-differs', 'amount-differs'],
  ['gone', 'paid', 'dead', 'settled', 'matched', 'attempt-differs'],
  ['shown', 'paid', 'paid', 'settled', 'matched', 'matched'],
  ['still-shown', 'paid', 'paid', 'settled', 'matched', 'still-shown'],
  ['shown-again', 'paid', 'paid', 'settled', 'matched', 'shown-again'],
  ['shown-again', 'paid', 'paid', 'settled', 'amount-differs', 'amount-differs'],
  ['gone', 'twice', 'paid', 'settled', 'matched', 'twice'],
  ['gone', 'part-refunded', 'paid', 'settled', 'matched', 'refund-unexplained'],
  ['shown', 'refunded', 'refunded', 'none', 'matched', 'not-freed'],
  ['shown', 'refunded', 'refunded', 'none', 'only-fleet', 'not-freed'],
  ['shown', 'freed', 'refunded', 'none', 'matched', 'undone'],
  ['shown', 'freed', 'refunded', 'waiting', 'matched', 'undone'],
  ['shown', 'freed', 'refunded', 'none', 'only-fleet', 'only-fleet'],
  ['none', 'paid', 'paid', 'settled', 'matched', 'matched'],
  ['none', 'none', 'none', 'none', 'only-bank', 'only-bank'],
  ['none', 'none', 'none', 'none', 'twice', 'twice'],
  ['none', 'none', 'none', 'none', 'not-ours', 'not-ours'],
]

type Parts = readonly [
  TrailStates['debt'],
  TrailStates['order'],
  TrailStates['attempt'],
  TrailStates['settlement'],
  TrailStates['bank'],
]

test.each(ROWS)('debt %s, order %s, attempt %s, settlement %s, bank %s is %s', (...row) => {
  const [debt, order, attempt, settlement, bank, expected] = row
  expect(classOf({ debt, order, attempt, settlement, bank })).toBe(expected)
})

test('the table by hand names each class', () => {
  expect(new Set(ROWS.map((row) => row.at(-1)))).toEqual(new Set(TRAIL_CLASSES))
})

/** Each of these alone makes a trail a discrepancy, whatever its other parts say. */
const NEVER_IN_ORDER = {
  order: ['unknown', 'twice', 'part-refunded', 'refunded'],
  attempt: ['unknown'],
  bank: ['amount-differs', 'only-fleet', 'twice', 'only-bank', 'date-differs'],
} as const

test('of all states together, none with a part that is wrong is in order', () => {
  const wrong: TrailStates[] = []
  let walked = 0
  for (const debt of TRAIL_STATES.debt) {
    for (const order of TRAIL_STATES.order) {
      for (const attempt of TRAIL_STATES.attempt) {
        for (const settlement of TRAIL_STATES.settlement) {
          for (const bank of TRAIL_STATES.bank) {
            const states = { debt, order, attempt, settlement, bank }
            const isWrong =
              NEVER_IN_ORDER.order.some((each) => each === order) ||
              NEVER_IN_ORDER.attempt.some((each) => each === attempt) ||
              NEVER_IN_ORDER.bank.some((each) => each === bank)
            if (isWrong && !isDiscrepancy(classOf(states))) wrong.push(states)
            walked += 1
          }
        }
      }
    }
  }
  expect(walked).toBe(7 * 9 * 6 * 5 * 9)
  expect(wrong).toEqual([])
})
