import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  CONSULTATION_DEADLINE_MS,
  nextReadAtMs,
  nextReadMs,
} from '../../../src/reconciliation/consultations/read-backoff.ts'

const pace = { scale: 1 }

test('reads come after about 1, 2, 4 ... 30 seconds, then each minute', () => {
  const delays = Array.from({ length: 16 }, (_, reads) => nextReadMs(reads, 1, pace))
  expect(delays.slice(0, 6)).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000])
  expect(delays.slice(13)).toEqual([30_000, 60_000, 60_000])
})

test('jitter takes away at most a quarter and adds nothing', () => {
  fc.assert(
    fc.property(fc.nat(100), fc.double({ min: 0, max: 1, noNaN: true }), (reads, draw) => {
      const whole = nextReadMs(reads, 1, pace)
      const delay = nextReadMs(reads, draw, pace)
      expect(delay).toBeLessThanOrEqual(whole)
      expect(delay).toBeGreaterThanOrEqual(whole * 0.75)
    }),
  )
})

test('from asking to the deadline it takes some thirty reads, the last of them at the deadline', () => {
  fc.assert(
    fc.property(fc.infiniteStream(fc.double({ min: 0, max: 1, noNaN: true })), (draws) => {
      const seen: number[] = []
      let nowMs = 0
      while (nowMs < CONSULTATION_DEADLINE_MS) {
        const draw = draws.next().value ?? 0
        const at = { nowMs, reads: seen.length, deadlineMs: CONSULTATION_DEADLINE_MS }
        nowMs = nextReadAtMs(at, draw, pace)
        expect(nowMs).toBeGreaterThan(at.nowMs)
        seen.push(nowMs)
      }
      expect(seen.at(-1)).toBe(CONSULTATION_DEADLINE_MS)
      expect(seen.length).toBeLessThan(40)
    }),
  )
})

test('a scaled pace is for tests', () => {
  expect(nextReadMs(5, 1, { scale: 0.001 })).toBe(30)
})
