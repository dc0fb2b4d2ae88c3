import { expect, test } from 'vitest'
import { claimLeaseMs, intentDeadlineMs, lookUpLeaseMs } from '../../src/effects/deadlines.ts'

const SLOT_WAIT_MS = 30_000

test.each([
  [1, 630_000, 300_000, 190_000],
  [1 / 10, 90_000, 30_000, 82_000],
  [1 / 600, 40_000, 10_000, 80_000],
])('at scale %d deadlines are shorter, but no request outlives its own', (scale, ...expected) => {
  const found = [claimLeaseMs(scale, SLOT_WAIT_MS), lookUpLeaseMs(scale), intentDeadlineMs(scale)]
  expect(found).toEqual(expected)
  // Ten seconds to leave, and the client's minute for the answer, which no scale shortens.
  expect(intentDeadlineMs(scale)).toBeGreaterThan(70_000)
})
