/** Nights by the wall's time in a time zone, on days of 23, 24 and 25 hours. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Temporal } from 'temporal-polyfill'
import type { Night } from '../../../src/reconciliation/consultations/forecast.ts'
import { nightsOf } from '../../../src/reconciliation/consultations/plan-nights.ts'
import type { NightlyWindow } from '../../../src/reconciliation/consultations/plan-nights.ts'

const HOUR_MS = 3_600_000
const SAO_PAULO = 'America/Sao_Paulo'

function instantOf(wall: string, zone: string): number {
  return Temporal.ZonedDateTime.from(`${wall}[${zone}]`).epochMilliseconds
}

function first(window: NightlyWindow, nowMs: number, count: number): Night[] {
  return [...nightsOf(window, nowMs).take(count)]
}

/** As the wall shows them: "15 22:00" is ten at night of the fifteenth. */
function walls(nights: readonly Night[], zone: string): string[] {
  const wall = (ms: number): string => {
    const at = Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(zone)
    return `${at.day} ${at.toPlainTime().toString({ smallestUnit: 'minute' })}`
  }
  return nights.map(({ startMs, endMs }) => `${wall(startMs)} - ${wall(endMs)}`)
}

describe('nights', () => {
  const evening = instantOf('2026-01-15T20:00', SAO_PAULO)

  test('from now until a time, then every day at the same time', () => {
    const window = { zone: SAO_PAULO, end: { until: '05:30' } }
    const expected = ['15 20:00 - 16 05:30', '16 20:00 - 17 05:30', '17 20:00 - 18 05:30']
    expect(walls(first(window, evening, 3), SAO_PAULO)).toEqual(expected)
  })

  test('from a time of day: tonight comes, or is under way since yesterday', () => {
    const window = { zone: SAO_PAULO, from: '22:00', end: { until: '05:30' } }
    const coming = ['15 22:00 - 16 05:30', '16 22:00 - 17 05:30']
    expect(walls(first(window, evening, 2), SAO_PAULO)).toEqual(coming)
    const early = instantOf('2026-01-15T03:00', SAO_PAULO)
    const underWay = ['15 03:00 - 15 05:30', '15 22:00 - 16 05:30']
    expect(walls(first(window, early, 2), SAO_PAULO)).toEqual(underWay)
  })

  test('for a duration; one that lasts into the next start skips it', () => {
    const short = { zone: SAO_PAULO, end: { forMs: 6 * HOUR_MS } }
    const nightly = ['15 20:00 - 16 02:00', '16 20:00 - 17 02:00']
    expect(walls(first(short, evening, 2), SAO_PAULO)).toEqual(nightly)
    const long = { zone: SAO_PAULO, end: { forMs: 36 * HOUR_MS } }
    const skipping = ['15 20:00 - 17 08:00', '17 20:00 - 19 08:00']
    expect(walls(first(long, evening, 2), SAO_PAULO)).toEqual(skipping)
  })

  test('the night in which the clocks go forward is an hour shorter, back an hour longer', () => {
    const zone = 'Europe/Lisbon'
    const window = { zone, from: '22:00', end: { until: '05:00' } }
    const hours = (wall: string): number[] =>
      first(window, instantOf(wall, zone), 3).map((each) => (each.endMs - each.startMs) / HOUR_MS)
    expect(hours('2026-03-27T12:00')).toEqual([7, 6, 7])
    expect(hours('2026-10-23T12:00')).toEqual([7, 8, 7])
  })

  test('a night inside the hour that the clocks leave out is none', () => {
    const zone = 'Europe/Lisbon'
    const window = { zone, from: '01:10', end: { until: '01:50' } }
    const nights = first(window, instantOf('2026-03-28T00:00', zone), 3)
    const expected = ['28 01:10 - 28 01:50', '29 02:10 - 29 02:50', '30 01:10 - 30 01:50']
    expect(walls(nights, zone)).toEqual(expected)
    const across = { zone, from: '01:30', end: { until: '02:00' } }
    const around = first(across, instantOf('2026-03-28T00:00', zone), 2)
    expect(walls(around, zone)).toEqual(['28 01:30 - 28 02:00', '30 01:30 - 30 02:00'])
  })
})

/** What the wall shows at a night's beginning, and what it was to show: another in a gap only. */
function beginning({ startMs }: Night, { zone, from = '' }: NightlyWindow): [string, string] {
  const start = Temporal.Instant.fromEpochMilliseconds(startMs).toZonedDateTimeISO(zone)
  const plainTime = Temporal.PlainTime.from(from)
  const meant = start.toPlainDate().toZonedDateTime({ timeZone: zone, plainTime })
  const minute = (time: Temporal.ZonedDateTime): string =>
    time.toPlainTime().toString({ smallestUnit: 'minute' })
  return [minute(start), minute(meant)]
}

test('nights are in order, apart, ahead, and begin by the wall', () => {
  const zones = [SAO_PAULO, 'Europe/Lisbon', 'Australia/Lord_Howe', 'America/St_Johns', 'UTC']
  const minutes = fc.integer({ min: 0, max: 24 * 60 - 1 })
  const clockTime = (minute: number): string =>
    Temporal.PlainTime.from('00:00').add({ minutes: minute }).toString({ smallestUnit: 'minute' })
  fc.assert(
    fc.property(
      fc.constantFrom(...zones),
      fc.option(minutes, { nil: undefined }),
      fc.oneof(
        minutes,
        fc.integer({ min: 1, max: 7 * 24 * HOUR_MS }).map((forMs) => ({ forMs })),
      ),
      fc.integer({ min: Date.UTC(2015, 0, 1), max: Date.UTC(2027, 0, 1) }),
      (zone, from, end, nowMs) => {
        const window: NightlyWindow = {
          zone,
          ...(from === undefined ? {} : { from: clockTime(from) }),
          end: typeof end === 'number' ? { until: clockTime(end) } : end,
        }
        const nights = first(window, nowMs, 12)
        expect(nights).toHaveLength(12)
        let overMs = nowMs
        for (const { startMs, endMs } of nights) {
          expect(startMs).toBeGreaterThanOrEqual(overMs)
          expect(endMs).toBeGreaterThan(startMs)
          const longestMs = 'until' in window.end ? 26 * HOUR_MS : window.end.forMs
          expect(endMs - startMs).toBeLessThanOrEqual(longestMs)
          overMs = endMs
        }
        expect(from === undefined ? nights[0]?.startMs : nowMs).toBe(nowMs)
        const begun = from === undefined ? [] : nights.slice(1)
        for (const night of begun) {
          const [shown, meant] = beginning(night, window)
          expect(shown).toBe(meant)
        }
      },
    ),
    { numRuns: 300 },
  )
})
