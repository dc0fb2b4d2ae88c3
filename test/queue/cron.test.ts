/** When a schedule falls due, over changes of the clocks, and how a wrong one is refused. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Temporal } from 'temporal-polyfill'
import { checkedCron, latestTime, nextTime, nextTimes } from '../../src/queue/cron.ts'
import { Failure } from '../../src/failure.ts'

const NEW_YORK = 'America/New_York'
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const YEAR_2026_MS = Date.UTC(2026, 0, 1)

const zones = fc.constantFrom(NEW_YORK, 'America/Sao_Paulo', 'Europe/Lisbon')
const moments = fc.integer({ min: YEAR_2026_MS, max: YEAR_2026_MS + 2 * 365 * DAY_MS })

function iso(times: readonly number[]): string[] {
  return times.map((ms) => new Date(ms).toISOString())
}

describe('over a change of the clocks', () => {
  test('a night at 20:00 stays at 20:00', () => {
    const time = { cron: '0 20 * * *', zone: NEW_YORK }
    expect(iso(nextTimes(time, Date.UTC(2026, 2, 7), 3))).toEqual([
      '2026-03-07T01:00:00.000Z',
      '2026-03-08T01:00:00.000Z',
      '2026-03-09T00:00:00.000Z',
    ])
  })

  test('a time that is left out falls due after the change, one that comes twice once', () => {
    const spring = { cron: '30 2 * * *', zone: NEW_YORK }
    expect(iso(nextTimes(spring, Date.UTC(2026, 2, 7, 12), 2))).toEqual([
      '2026-03-08T07:00:00.000Z',
      '2026-03-09T06:30:00.000Z',
    ])
    const autumn = { cron: '30 1 * * *', zone: NEW_YORK }
    expect(iso(nextTimes(autumn, Date.UTC(2026, 9, 31, 12), 2))).toEqual([
      '2026-11-01T05:30:00.000Z',
      '2026-11-02T06:30:00.000Z',
    ])
  })

  test('it does not matter from when one looks', () => {
    const autumn = { cron: '30 1 * * *', zone: NEW_YORK }
    const between = Date.UTC(2026, 10, 1, 5, 45)
    expect(iso(nextTimes(autumn, between, 1))).toEqual(['2026-11-02T06:30:00.000Z'])
    expect(latestTime(autumn, between, between + HOUR_MS)).toBeUndefined()
    const spring = { cron: '30 2 * * *', zone: NEW_YORK }
    const change = Date.UTC(2026, 2, 8, 7)
    expect(nextTime(spring, change - 1)).toBe(change)
    expect(latestTime(spring, change - 1, change + 1)).toBe(change)
    expect(iso(nextTimes(spring, change, 1))).toEqual(['2026-03-09T06:30:00.000Z'])
  })

  test.each([
    [NEW_YORK, '2026-03-08'],
    [NEW_YORK, '2026-11-01'],
    ['Europe/Lisbon', '2026-03-29'],
    ['Europe/Lisbon', '2027-10-31'],
  ])('a daily schedule falls due once on each day in %s about %s', (zone, change) => {
    const day = Temporal.PlainDate.from(change)
    const before = day.subtract({ days: 1 }).toZonedDateTime(zone).epochMilliseconds
    for (const hour of [0, 1, 2, 3]) {
      const times = nextTimes({ cron: `30 ${hour} * * *`, zone }, before, 3)
      const asked = [-1, 0, 1].map((days) => {
        const plainTime = { hour, minute: 30 }
        const at = day.add({ days }).toZonedDateTime({ timeZone: zone, plainTime })
        // Where the hour is left out, the next one begins at once.
        return at.hour === hour ? at : at.with({ minute: 0 })
      })
      expect(times).toEqual(asked.map(({ epochMilliseconds }) => epochMilliseconds))
    }
  })
})

test('a daily schedule goes on over a change of the clocks by half an hour', () => {
  const time = { cron: '0 1 * * *', zone: 'Australia/Lord_Howe' }
  const before = Date.parse('2027-04-04T01:00:00+11:00')
  expect(nextTime(time, before)).toBe(Date.parse('2027-04-05T01:00:00+10:30'))
})

describe('the latest time', () => {
  /** Each with an absence that it falls due in some dozens of times at most. */
  const absences = fc.constantFrom(
    { cron: '0 20 * * *', gapMsMax: 20 * DAY_MS },
    { cron: '*/7 * * * *', gapMsMax: DAY_MS / 8 },
    { cron: '0 9 * * 1', gapMsMax: 60 * DAY_MS },
    { cron: '15 4 1 * *', gapMsMax: 400 * DAY_MS },
  )
  const shares = fc.double({ min: 0, max: 1, noNaN: true })

  test('is the last that walking forward finds', () => {
    fc.assert(
      fc.property(absences, zones, moments, shares, (absence, zone, afterMs, share) => {
        const { cron, gapMsMax } = absence
        const nowMs = afterMs + Math.round(share * gapMsMax)
        let walked: number | undefined
        let next = nextTime({ cron, zone }, afterMs)
        while (next !== undefined && next <= nowMs) {
          walked = next
          next = nextTime({ cron, zone }, next)
        }
        expect(latestTime({ cron, zone }, afterMs, nowMs)).toBe(walked)
      }),
      { numRuns: 60 },
    )
  })

  test('is found in few steps after years of absence', () => {
    const time = { cron: '* * * * *', zone: 'UTC' }
    expect(latestTime(time, 0, YEAR_2026_MS)).toBe(YEAR_2026_MS)
    const yearly = { cron: '0 0 24 12 *', zone: 'UTC' }
    expect(latestTime(yearly, 0, YEAR_2026_MS)).toBe(Date.UTC(2025, 11, 24))
  })

  test('is later than the one that was handled', () => {
    const time = { cron: '0 20 * * *', zone: 'UTC' }
    const dueMs = Date.UTC(2026, 0, 5, 20)
    expect(latestTime(time, dueMs - 1, dueMs)).toBe(dueMs)
    expect(latestTime(time, dueMs, dueMs + DAY_MS - 1)).toBeUndefined()
  })
})

describe('what is written', () => {
  const refusal = (text: string): string => {
    try {
      checkedCron(text)
    } catch (error) {
      if (error instanceof Failure) return error.in('en')
      throw error
    }
    return 'accepted'
  }

  test.each([
    ['61 20 * * *', 'the minute (0-59) cannot be "61"'],
    ['0 25 * * *', 'the hour (0-23) cannot be "25"'],
    ['0 20 32 * *', 'the day of the month (1-31) cannot be "32"'],
    ['0 20 * 13 *', 'the month (1-12) cannot be "13"'],
    ['0 20 * * 9', 'the day of the week (0-7) cannot be "9"'],
    ['H 20 * * *', 'the minute (0-59) cannot be "H"'],
    ['*/0 20 * * *', 'the minute (0-59) cannot be "*/0"'],
    ['0 20 * * seg', 'the day of the week (0-7) cannot be "seg"'],
  ])('%s is refused and names its field', (text, says) => {
    expect(refusal(text)).toContain(says)
    expect(refusal(text)).toContain('for example "0 20 * * 1-5"')
  })

  test.each(['', '20:00', '@daily', '0 20 * *', '0 0 20 * * *'])(
    '%j has not five fields',
    (text) => {
      expect(refusal(text)).toContain('give five fields')
    },
  )

  test('a day that never comes is refused', () => {
    expect(refusal('0 0 30 2 *')).toContain('no such day in any year')
  })

  test('names, lists, ranges and steps are accepted, with single spaces', () => {
    expect(checkedCron('  0  20 * *   mon-fri')).toBe('0 20 * * mon-fri')
    expect(checkedCron('*/15 20,22 1-7 1,2 0')).toBe('*/15 20,22 1-7 1,2 0')
  })
})
