/** The pure judgement of a budget, against a slow and plain count. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { retryAfter } from '../../src/service/http/retry-after.ts'
import { bucketUse, countedAfterMs, windowUse } from '../../src/service/quota/budget-use.ts'

const WINDOW_MS = 1_000

test('no rolling window ever holds more than the maximum, and the stated wait is enough', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 5 }),
      fc.array(fc.integer({ min: 0, max: 400 }), { maxLength: 60 }),
      (max, pauses) => {
        const uses: number[] = []
        let nowMs = 10_000
        for (const pause of pauses) {
          nowMs += pause
          const { free, nextFreeAtMs } = rolling(uses, max, nowMs)
          if (free > 0) {
            uses.push(nowMs)
            continue
          }
          expect(rolling(uses, max, nextFreeAtMs ?? 0).free).toBeGreaterThan(0)
          expect(rolling(uses, max, (nextFreeAtMs ?? 0) - 1).free).toBe(0)
        }
        for (const start of uses) {
          const inside = uses.filter((at) => at >= start && at < start + WINDOW_MS)
          expect(inside.length).toBeLessThanOrEqual(max)
        }
      },
    ),
  )
})

function rolling(uses: readonly number[], limit: number, nowMs: number) {
  const counted = uses.filter((at) => at > countedAfterMs('rolling', WINDOW_MS, nowMs))
  const decisiveAtMs = counted[Math.max(0, counted.length - limit)] ?? null
  const window = { kind: 'rolling', windowMs: WINDOW_MS } as const
  return windowUse({ ...window, limit, used: counted.length, decisiveAtMs, nowMs })
}

test('a fixed window begins anew at its multiple', () => {
  const full = { kind: 'fixed', windowMs: WINDOW_MS, limit: 2, used: 2 } as const
  const use = windowUse({ ...full, decisiveAtMs: 5_100, nowMs: 5_900 })
  expect(use).toMatchObject({ free: 0, nextFreeAtMs: 6_000 })
  expect(countedAfterMs('fixed', WINDOW_MS, 6_000)).toBe(5_999)
})

test('a bucket starts full, refills evenly, and says when the next token is there', () => {
  const bucket = { windowMs: WINDOW_MS, limit: 4, tokens: 0, lastAtMs: 0, nowMs: 0 }
  expect(bucketUse({ ...bucket, tokens: null })).toMatchObject({ tokens: 4, nextFreeAtMs: null })
  expect(bucketUse(bucket)).toMatchObject({ free: 0, nextFreeAtMs: 250 })
  expect(bucketUse({ ...bucket, nowMs: 250 })).toMatchObject({ free: 1, tokens: 1 })
  expect(bucketUse({ ...bucket, nowMs: 9e9 })).toMatchObject({ tokens: 4 })
  const later = { ...bucket, lastAtMs: 5_000, nowMs: 5_125 }
  expect(bucketUse(later)).toMatchObject({ free: 0, nextFreeAtMs: 5_250 })
})

test.each([
  [3_600_000, '3600'],
  [2_001, '3'],
  [1_000, '1'],
  [1, '1'],
  [0, '1'],
])('%i milliseconds are waited out after a Retry-After of %s seconds', (waitMs, seconds) => {
  expect(retryAfter(waitMs)).toEqual({ 'retry-after': seconds })
})
