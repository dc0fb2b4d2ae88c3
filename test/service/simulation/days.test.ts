/** The quick count of days agrees with Temporal. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Temporal } from 'temporal-polyfill'
import {
  addDays,
  addMonths,
  daysBetween,
  monthsBetween,
} from '../../../src/service/simulation/days.ts'

const day = fc
  .integer({ min: 0, max: 80_000 })
  .map((days) => Temporal.PlainDate.from('1900-01-01').add({ days }))
const few = fc.integer({ min: -2_000, max: 2_000 })

test('days and months are added as Temporal adds them', () => {
  fc.assert(
    fc.property(day, few, (from, count) => {
      expect(addDays(from.toString(), count)).toBe(from.add({ days: count }).toString())
      expect(addMonths(from.toString(), count)).toBe(from.add({ months: count }).toString())
    }),
    { numRuns: 1_000 },
  )
})

test('days between two days are as Temporal counts them, months too but for the last of a month', () => {
  fc.assert(
    fc.property(day, day, (from, to) => {
      expect(daysBetween(from.toString(), to.toString())).toBe(from.until(to).days)
      const [start, end] = [from.with({ day: Math.min(from.day, 28) }), to]
      const months = start.until(end, { largestUnit: 'months' }).months
      expect(monthsBetween(start.toString(), end.toString())).toBe(Math.max(0, months))
    }),
    { numRuns: 1_000 },
  )
})
