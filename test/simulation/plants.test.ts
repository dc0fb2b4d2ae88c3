import { expect, test } from 'vitest'
import { howMany } from '../support/extent.ts'
import { plants } from './plants/plants.ts'
import { inMemory, range } from './run-seeds.ts'
import type { Plant } from './plants/plant.ts'

/** Generous: what is asserted is how many seeds it takes. */
const SEARCH_MS_MAX = 300_000

async function firstBroken({ rows, wrapping, changes = {}, seedsMax, seedsFrom = 1 }: Plant) {
  const live = inMemory(rows)
  for (const seed of range(howMany(seedsFrom, 1), seedsMax)) {
    const { broken } = await live({ seed, wrapping, changes })
    if (broken.length > 0) return broken.map(({ rule }) => rule)
  }
  return []
}

test('at least twelve bugs are planted, each with a name of its own', () => {
  const names = new Set(plants.map(({ name }) => name))
  expect(names.size).toBe(plants.length)
  expect(names.size).toBeGreaterThanOrEqual(12)
})

test.each(plants)(
  '$name is found within $seedsMax seeds',
  { timeout: SEARCH_MS_MAX },
  async (plant) => {
    const told = await firstBroken(plant)
    expect(plant.rules).toContain(told[0])
  },
)
