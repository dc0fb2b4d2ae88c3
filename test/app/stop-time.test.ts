/** When a night ends, also where the clocks are changed. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Temporal } from 'temporal-polyfill'
import { nextClockTime, untilOf } from '../../src/app/run/stop-time.ts'

const ZONE = 'America/New_York'
const DAY_MS = 24 * 3_600_000
const at = (text: string): number =>
  Temporal.PlainDateTime.from(text).toZonedDateTime(ZONE).epochMilliseconds

test('it ends when the clocks show the time next, today or tomorrow', () => {
  expect(untilOf({ until: '05:30' }, at('2026-03-07T05:29'), ZONE)).toBe(at('2026-03-07T05:30'))
  expect(untilOf({ until: '05:30' }, at('2026-03-07T05:30'), ZONE)).toBe(at('2026-03-08T05:30'))
  expect(untilOf({ until: '05:30' }, at('2026-10-31T22:00'), ZONE)).toBe(at('2026-11-01T05:30'))
})

test('or after a duration, or never', () => {
  expect(untilOf({ for: '90m' }, 1_000, ZONE)).toBe(1_000 + 90 * 60_000)
  expect(untilOf({}, 1_000, ZONE)).toBeUndefined()
})

test('a time that the clocks leave out today is not late tomorrow', () => {
  expect(nextClockTime('02:30', at('2026-03-08T03:45'), ZONE)).toBe(at('2026-03-09T02:30'))
})

test('it is always ahead, at most a day and an hour', () => {
  const moments = fc.integer({ min: at('2026-01-01T00:00'), max: at('2027-01-01T00:00') })
  const times = fc.record({ h: fc.nat(23), m: fc.nat(59) })
  fc.assert(
    fc.property(moments, times, (nowMs, { h, m }) => {
      const text = `${String(h).padStart(2, '0')}:${String(m).padStart(2, '0')}`
      const endMs = nextClockTime(text, nowMs, ZONE)
      expect(endMs).toBeGreaterThan(nowMs)
      expect(endMs - nowMs).toBeLessThanOrEqual(DAY_MS + 3_600_000)
      const local = Temporal.Instant.fromEpochMilliseconds(endMs).toZonedDateTimeISO(ZONE)
      const asked = local.withPlainTime({ hour: h, minute: m })
      expect(endMs).toBe(asked.epochMilliseconds)
    }),
  )
})

test.each([
  [{ until: '5:30' }, '--until 5:30: give a time such as 05:30.'],
  [{ until: '24:00' }, '--until 24:00: give a time such as 05:30.'],
  [{ for: '0m' }, '--for 0m: give a duration such as 90m or 6h.'],
  [{ for: '200h' }, '--for 200h: give a duration such as 90m or 6h.'],
  [{ until: '05:30', for: '6h' }, '--until: give --until or --for, not both.'],
])('%j is refused', (flags, says) => {
  expect(() => untilOf(flags, 0, ZONE)).toThrow(says)
})
