import { expect, test } from 'vitest'
import { claimLeaseMs, intentDeadlineMs, lookUpLeaseMs } from '../../src/effects/deadlines.ts'

test.each([
  [1, 600_000, 300_000, 190_000],
  [1 / 10, 60_000, 30_000, 82_000],
  [1 / 600, 10_000, 10_000, 80_000],
])('at scale %d deadlines are shorter, but no request outlives its own', (scale, ...expected) => {
  const found = [claimLeaseMs(scale), lookUpLeaseMs(scale), intentDeadlineMs(scale)]
  expect(found).toEqual(expected)
  // Ten seconds to leave, and the client's minute for the answer, which no scale shortens.
  expect(intentDeadlineMs(scale)).toBeGreaterThan(70_000)
})
