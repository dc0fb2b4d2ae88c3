/** When a difference of two clocks is a step, and when it is only travel or drift. */
import { expect, test } from 'vitest'
import { watchClock } from '../../src/quota/clock-step.ts'

const HOUR_MS = 3_600_000

test('the first look has nothing to be compared with', () => {
  expect(watchClock()({ ledgerMs: 1e12, beforeMs: 0, afterMs: 1 })).toBeUndefined()
})

test('slow answers and the drift of a clock that is being corrected are no step', () => {
  const see = watchClock()
  see({ ledgerMs: 0, beforeMs: 0, afterMs: 30_000 })
  expect(see({ ledgerMs: 60_000, beforeMs: 30_000, afterMs: 60_000 })).toBeUndefined()
  expect(
    see({ ledgerMs: 60_000 + HOUR_MS + 1_800, beforeMs: HOUR_MS, afterMs: HOUR_MS + 60_000 }),
  ).toBeUndefined()
})

test('a jump forward is measured at its most, and the next look starts afresh', () => {
  const see = watchClock()
  see({ ledgerMs: 1_000, beforeMs: 0, afterMs: 100 })
  expect(see({ ledgerMs: 1_000 + HOUR_MS, beforeMs: 900, afterMs: 1_000 })).toEqual({
    sinceMs: 1_000,
    stepMs: HOUR_MS - 800,
  })
  expect(see({ ledgerMs: 2_000 + HOUR_MS, beforeMs: 1_900, afterMs: 2_000 })).toBeUndefined()
})

test('two seconds and a two-thousandth of the time are tolerated, and not one millisecond more', () => {
  for (const [advancedMs, stepMs] of [
    [1_002_500, undefined],
    [1_002_501, 2_501],
  ] as const) {
    const see = watchClock()
    see({ ledgerMs: 0, beforeMs: 5_000, afterMs: 5_000 })
    const look = { ledgerMs: advancedMs, beforeMs: 1_005_000, afterMs: 1_005_000 }
    expect(see(look)?.stepMs).toBe(stepMs)
  }
})

test('a ledger whose clock stands still, as after a step back, is no step', () => {
  const see = watchClock()
  see({ ledgerMs: HOUR_MS, beforeMs: 0, afterMs: 1 })
  expect(see({ ledgerMs: HOUR_MS, beforeMs: HOUR_MS, afterMs: HOUR_MS })).toBeUndefined()
})
