/** The rule against a brute-force rolling window, with any network and any death. */
import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { BucketSettings, QuotaLedger } from '../../../src/ledger/quota/quota.ts'
import { arrivalsAt, attempts, mostInAWindow, small, type ModelWorld } from './quota-model.ts'
import { memoryWorld, sqlWorld, START_MS, type QuotaWorld } from './quota-worlds.ts'
import { howMany } from '../../support/extent.ts'

async function modelWorld(
  world: QuotaWorld,
  settings: Partial<BucketSettings> = {},
  wrap: (ledger: QuotaLedger) => QuotaLedger = (ledger) => ledger,
): Promise<ModelWorld> {
  const bucket = `consultations/${randomUUID()}`
  const setNow = (ms: number): Promise<void> => world.setNow(START_MS + ms)
  await setNow(0)
  await world.ledger.ensureBucket({ ...small, ...settings, name: bucket })
  return { ledger: wrap(world.ledger), bucket, setNow, newId: () => randomUUID() }
}

describe('no rolling window ever sees more than the maximum', () => {
  test('by the ledger in memory', async () => {
    const property = fc.asyncProperty(attempts, async (plan) => {
      const arrivals = await arrivalsAt(await modelWorld(await memoryWorld()), plan)
      expect(mostInAWindow(arrivals)).toBeLessThanOrEqual(small.unitsMax)
    })
    await fc.assert(property, { numRuns: howMany(1_000, 2_000) })
  })

  test('by the ledger in SQL', async () => {
    await using world = await sqlWorld()
    const property = fc.asyncProperty(attempts, async (plan) => {
      const arrivals = await arrivalsAt(await modelWorld(world), plan)
      expect(mostInAWindow(arrivals)).toBeLessThanOrEqual(small.unitsMax)
    })
    await fc.assert(property, { numRuns: howMany(10, 40) })
  })
})

describe('the model finds what the rule guards against', () => {
  type Flaw = [string, Partial<BucketSettings>, (ledger: QuotaLedger) => QuotaLedger]
  const unchanged = (ledger: QuotaLedger): QuotaLedger => ledger
  const flaws: Flaw[] = [
    ['a short lease', { lingerMs: 0, abortMs: 1 }, unchanged],
    ['a window that is a little short', { windowMs: 950 }, unchanged],
    [
      'a slot given back after a timeout',
      {},
      (inner) => ({
        ...inner,
        settle: (id, end) => inner.settle(id, end === 'in-doubt' ? 'never-sent' : end),
      }),
    ],
    [
      'a slot counted from its reserve instead of its answer',
      {},
      (inner) => ({
        ...inner,
        reserve: async (request) => {
          const reply = await inner.reserve(request)
          await inner.settle(request.useId, 'answered')
          return reply
        },
      }),
    ],
  ]

  test.each(flaws)('%s', async (_what, settings, wrap) => {
    const property = fc.asyncProperty(attempts, async (plan) => {
      const flawed = await modelWorld(await memoryWorld(), settings, wrap)
      return mostInAWindow(await arrivalsAt(flawed, plan)) <= small.unitsMax
    })
    // One fixed seed: whether a search finds something must not hang on luck.
    const found = await fc.check(property, { numRuns: 4000, seed: 2026 })
    expect(found).toMatchObject({ failed: true })
  })
})
