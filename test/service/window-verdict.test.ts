/** The pure judgement of a window, against a slow and plain count. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { retryAfter } from '../../src/service/http/retry-after.ts'
import {
  bucketVerdict,
  countedAfterMs,
  windowVerdict,
} from '../../src/service/quota/window-verdict.ts'

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
          const verdict = rolling(uses, max, nowMs)
          if (verdict.admitted) uses.push(nowMs)
          const freeAtMs = verdict.admitted ? null : verdict.freeAtMs
          expect(freeAtMs === null || rolling(uses, max, freeAtMs).admitted).toBe(true)
          expect(freeAtMs !== null && rolling(uses, max, freeAtMs - 1).admitted).toBe(false)
        }
        for (const start of uses) {
          const inside = uses.filter((at) => at >= start && at < start + WINDOW_MS)
          expect(inside.length).toBeLessThanOrEqual(max)
        }
      },
    ),
  )
})

function rolling(uses: readonly number[], max: number, nowMs: number) {
  const counted = uses.filter((at) => at > countedAfterMs('rolling', WINDOW_MS, nowMs))
  const decisiveAtMs = counted[counted.length - max] ?? nowMs
  const window = { kind: 'rolling', windowMs: WINDOW_MS } as const
  return windowVerdict({ ...window, max, used: counted.length, decisiveAtMs, nowMs })
}

test('a fixed window begins anew at its multiple', () => {
  const full = { kind: 'fixed', windowMs: WINDOW_MS, max: 2, used: 2, decisiveAtMs: 5_100 } as const
  expect(windowVerdict({ ...full, nowMs: 5_900 })).toEqual({ admitted: false, freeAtMs: 6_000 })
  expect(countedAfterMs('fixed', WINDOW_MS, 6_000)).toBe(5_999)
})

test('a bucket starts full, refills evenly, and says when the next token is there', () => {
  const input = { windowMs: WINDOW_MS, max: 4, lastAtMs: 0, nowMs: 0 }
  expect(bucketVerdict({ ...input, tokens: null })).toEqual({ admitted: true, tokens: 3 })
  expect(bucketVerdict({ ...input, tokens: 0 })).toEqual({ admitted: false, freeAtMs: 250 })
  expect(bucketVerdict({ ...input, tokens: 0, nowMs: 250 })).toEqual({ admitted: true, tokens: 0 })
  expect(bucketVerdict({ ...input, tokens: 0, nowMs: 9e9 })).toEqual({ admitted: true, tokens: 3 })
  const later = { ...input, tokens: 0, lastAtMs: 5_000, nowMs: 5_125 }
  expect(bucketVerdict(later)).toEqual({ admitted: false, freeAtMs: 5_250 })
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
