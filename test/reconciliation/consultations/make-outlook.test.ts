/** What a backlog comes to: the nights' counts add up, and whoever is asked is asked in its night. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ForecastBucket, Night } from '../../../src/reconciliation/consultations/forecast.ts'
import { freshBucket, makeOutlook } from '../../../src/reconciliation/consultations/make-outlook.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const NOW_MS = Date.UTC(2026, 0, 15)

const bucket: ForecastBucket = {
  bucket: 'consultations/test',
  nowMs: NOW_MS,
  max: 20,
  used: 0,
  free: 20,
  nextFreeAtMs: NOW_MS,
  freeAtsMs: [],
  holdMs: HOUR_MS + 5_000,
  throttles: 0,
}

/** So many nights of so many hours, one a day. */
function nightsOf(count: number, hours: number): Night[] {
  return Array.from({ length: count }, (_, day) => ({
    startMs: NOW_MS + day * DAY_MS,
    endMs: NOW_MS + day * DAY_MS + hours * HOUR_MS,
  }))
}

const input = { nowMs: NOW_MS, buckets: [bucket], latencyMs: 1_000 }

test('nights of eight hours ask 160 each, and the rest carries over', () => {
  const { nights, finishedAtMs, asks } = makeOutlook({
    ...input,
    waiting: 400,
    nights: nightsOf(9, 8),
  })
  expect(nights.map(({ asked }) => asked)).toEqual([160, 160, 80])
  expect(asks.map(({ night }) => night).filter((night) => night === 3)).toHaveLength(80)
  expect(finishedAtMs).toBeGreaterThan(NOW_MS + 2 * DAY_MS + 3 * HOUR_MS)
  expect(finishedAtMs).toBeLessThan(NOW_MS + 2 * DAY_MS + 4 * HOUR_MS)
})

test('without nights the days are counted, and the end is that of never pausing', () => {
  const { nights, finishedAtMs } = makeOutlook({ ...input, waiting: 1000 })
  expect(nights.map(({ asked }) => asked)).toEqual([480, 480, 40])
  expect(Math.floor(((finishedAtMs ?? 0) - NOW_MS) / HOUR_MS)).toBe(49)
})

test('one more credential doubles a night', () => {
  const full = { ...bucket, freeAtsMs: Array.from({ length: 20 }, () => NOW_MS + HOUR_MS) }
  const buckets = [full, freshBucket(full)]
  const both = makeOutlook({ ...input, buckets, waiting: 100, nights: nightsOf(9, 1) })
  expect(both.nights[0]?.asked).toBe(20)
  expect(both.nights[1]?.asked).toBe(40)
})

test('a backlog that the nights cannot hold has no end', () => {
  const { asks, finishedAtMs } = makeOutlook({ ...input, waiting: 50, nights: nightsOf(2, 1) })
  expect({ asks: asks.length, finishedAtMs }).toEqual({ asks: 40, finishedAtMs: null })
})

test('of vehicles that take slots in turn with others, only their own are told', () => {
  const places = Array.from({ length: 40 }, (_, at) => at * 2)
  const given = { ...input, waiting: 500, nights: nightsOf(9, 1) }
  const made = makeOutlook({ ...given, places })
  expect(made.nights.map(({ asked }) => asked)).toEqual([10, 10, 10, 10])
  expect(made.asks.map(({ atMs }) => atMs)).toEqual(
    makeOutlook(given)
      .asks.filter((_, at) => places.includes(at))
      .map(({ atMs }) => atMs),
  )
  expect(made.finishedAtMs).toBe((made.asks.at(-1)?.atMs ?? 0) + 1_000)
})

test('an empty backlog has a first night and no end', () => {
  const { asks, nights, finishedAtMs } = makeOutlook({ ...input, waiting: 0 })
  expect({ asks, finishedAtMs }).toEqual({ asks: [], finishedAtMs: null })
  expect(nights.map(({ asked }) => asked)).toEqual([0])
})

test('every ask lies in its night, and longer nights are never later', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 300 }),
      fc.integer({ min: 1, max: 23 }),
      fc.integer({ min: 1, max: 3 }),
      fc.integer({ min: 1, max: 120_000 }),
      (waiting, hours, credentials, latencyMs) => {
        const buckets = Array.from({ length: credentials }, () => bucket)
        const given = { ...input, buckets, waiting, latencyMs }
        const made = makeOutlook({ ...given, nights: nightsOf(400, hours) })
        expect(made.asks).toHaveLength(waiting)
        expect(made.nights.reduce((sum, { asked }) => sum + asked, 0)).toBe(waiting)
        for (const { atMs, night } of made.asks) {
          const { startMs, endMs } = made.nights[night - 1] ?? { startMs: 0, endMs: 0 }
          expect(atMs >= startMs && atMs < endMs).toBe(true)
        }
        const longer = makeOutlook({ ...given, nights: nightsOf(400, hours + 1) })
        expect(longer.finishedAtMs).toBeLessThanOrEqual(made.finishedAtMs ?? 0)
        const unbroken = makeOutlook(given)
        expect(unbroken.finishedAtMs).toBeLessThanOrEqual(longer.finishedAtMs ?? 0)
      },
    ),
    { numRuns: 100 },
  )
})
