/** How an amount goes through the days: a discount, a jump, a fee with a cap, interest. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Temporal } from 'temporal-polyfill'
import { discounted, withInterest, withLateFee } from '../../../src/service/simulation/amounts.ts'

const DUE = '2026-03-10'
const cents = fc.bigInt({ min: 1n, max: 10_000_000n })
const days = fc.integer({ min: -400, max: 2_500 })

function dayAt(offset: number): string {
  return Temporal.PlainDate.from(DUE).add({ days: offset }).toString()
}

test('the fee of SP: a third of a percent a day, a fifth at most, one percent a month', () => {
  expect(withLateFee(100_000n, DUE, '2026-03-10')).toBe(100_000n)
  expect(withLateFee(100_000n, DUE, '2026-03-11')).toBe(100_330n)
  expect(withLateFee(100_000n, DUE, '2026-04-09')).toBe(109_900n)
  expect(withLateFee(100_000n, DUE, '2026-04-10')).toBe(111_230n)
  expect(withLateFee(100_000n, DUE, '2026-12-31')).toBe(129_000n)
})

test('a fine costs a fifth less up to and with its due date, then interest by the month', () => {
  const fine = (day: string): bigint =>
    withInterest(discounted(29_347n, 2_000n, DUE, day), DUE, day)
  expect(fine('2026-03-10')).toBe(23_478n)
  expect(fine('2026-03-11')).toBe(29_347n)
  expect(fine('2026-05-10')).toBe(29_933n)
})

test('no amount is negative, none falls from one day to the next, and none is reduced by delay', () => {
  fc.assert(
    fc.property(cents, fc.bigInt({ min: 0n, max: 4_000n }), days, (whole, rate, at) => {
      const on = (offset: number): bigint => {
        const day = dayAt(offset)
        return withLateFee(discounted(whole, rate, DUE, day), DUE, day)
      }
      expect(on(at) >= 0n).toBe(true)
      expect(on(at + 1) >= on(at)).toBe(true)
      expect(at <= 0 || on(at) >= whole).toBe(true)
    }),
    { numRuns: 500 },
  )
})
