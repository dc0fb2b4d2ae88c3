/** Several credentials in one figure: what is left of all, and when the next slot of any frees. */
import { expect, test } from 'vitest'
import { freeSlots } from '../../jobs/free-slots.ts'
import { expectedFinish } from '../../src/app/run/expected-finish.ts'
import { sharedFacts } from '../../src/app/stages/read-stages.ts'
import type { BucketFacts } from '../../src/ledger/quota/quota.ts'

const HOUR_MS = 3_600_000
const NOW_MS = 1_000_000

function facts(name: string, changes: Partial<BucketFacts>): BucketFacts {
  const unused = { used: 0, free: 20, nextFreeAtMs: NOW_MS, freeAtsMs: [], throttles: 0 }
  const bucket = `consultations/${name}`
  return { bucket, nowMs: NOW_MS, max: 20, holdMs: HOUR_MS, ...unused, ...changes }
}

const full = Array.from({ length: 20 }, (_, at) => NOW_MS + 60_000 * (at + 1))
const buckets: Record<string, BucketFacts> = {
  fresh: facts('fresh', {}),
  full: facts('full', { used: 20, free: 0, nextFreeAtMs: NOW_MS + 60_000, freeAtsMs: full }),
  held: facts('held', { free: 5, used: 15, notBeforeMs: NOW_MS + 1, nextFreeAtMs: NOW_MS + 1 }),
}
const factsNamed = async (name: string): Promise<BucketFacts> => {
  const found = buckets[name]
  if (found === undefined) throw new Error(name)
  return found
}
const gate = {
  facts: factsNamed,
  factsOf: (names: readonly string[]) => Promise.all(names.map(factsNamed)),
}

test('free slots add up, but for a bucket that nothing may leave now', async () => {
  expect(await freeSlots(gate, ['full', 'fresh', 'held'])).toEqual({ free: 20, nextInMs: 0 })
  expect(await freeSlots(gate, ['full', 'held'])).toEqual({ free: 0, nextInMs: 1 })
  expect(await freeSlots(gate, 'full')).toEqual({ free: 0, nextInMs: 60_000 })
})

test('people read the sum; one credential is told as it is', async () => {
  expect(await sharedFacts(gate, ['full'])).toBe(buckets['full'])
  const both = await sharedFacts(gate, ['full', 'fresh'])
  expect(both).toMatchObject({ max: 40, used: 20, free: 20, nextFreeAtMs: NOW_MS })
  expect(both.freeAtsMs).toEqual(full)
  expect(both.bucket).toBe('consultations/full+fresh')
})

test.each([
  [1, 5_000, Math.ceil(5_000 / 20) - 1],
  [2, 5_000, Math.ceil(5_000 / 40) - 1],
  [3, 5_000, Math.ceil(5_000 / 60) - 1],
])('%s credentials carry %s vehicles over for %s hours', async (count, waiting, hours) => {
  const tools = {
    gate: {
      facts: async () => facts('any', {}),
      factsOf: async (names: readonly string[]) => names.map(() => facts('any', {})),
    },
    buckets: { consultations: Array.from({ length: count }, () => 'any'), orders: 'orders/any' },
  }
  const finish = await expectedFinish(tools, waiting)
  const tookMs = (finish?.getTime() ?? 0) - NOW_MS
  expect(Math.floor(tookMs / HOUR_MS)).toBe(hours)
  expect(tookMs / HOUR_MS / hours).toBeLessThan(1.005)
})
