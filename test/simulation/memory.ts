/** Half of the seeds that are lived with every `npm test`, for two files that run side by side. */
import { expect } from 'vitest'
import { inMemory, liveSeeds, range } from './run-seeds.ts'

/** 5,000 seeds in all. */
const SEEDS_EACH = 2_500

export async function holdSeeds(from: number): Promise<void> {
  const { failed, figures } = await liveSeeds(inMemory(), range(from, SEEDS_EACH, 2))
  const told = failed.map(({ seed, broken }) => ({
    broken,
    replay: `npm run sim -- --seed ${seed} --runs 1 --log`,
  }))
  expect(told).toEqual([])
  const { crashes, requests, duplicates, lost, quotaBreaks } = figures
  expect({ duplicates, lost, quotaBreaks }).toEqual({ duplicates: 0, lost: 0, quotaBreaks: 0 })
  expect(crashes).toBeGreaterThan(SEEDS_EACH)
  expect(requests).toBeGreaterThan(SEEDS_EACH)
}
