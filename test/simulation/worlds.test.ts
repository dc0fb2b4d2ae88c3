import { expect, test } from 'vitest'
import { seededRandom } from '../../src/random.ts'
import { fixedSeeds, newSeeds } from '../support/extent.ts'
import { drawParameters } from './parameters.ts'
import { inMemory, liveSeeds, range } from './run-seeds.ts'

/** Generous: what is asserted is what was lived, not how fast. */
const LIVES_MS_MAX = 3_600_000

const SEEDS = [
  { whose: 'fixed', ...fixedSeeds(500, 5_000) },
  { whose: 'new', ...newSeeds(300, 5_000) },
]

test.each(SEEDS)(
  'every rule holds in the worlds of $count $whose seeds from $from on',
  { timeout: LIVES_MS_MAX },
  async ({ from, count }) => {
    const { failed, counts } = await liveSeeds(inMemory(), range(from, count))
    const told = failed.map(({ seed, broken }) => ({
      broken,
      replay: `npm run sim -- --seed ${seed} --runs 1 --log`,
    }))
    expect(told).toEqual([])
    expect(counts['crashes']).toBeGreaterThan(count)
    expect(counts['requests that left']).toBeGreaterThan(count)
  },
)

test.each([3, 17, 99])('seed %s tells the same story twice', async (seed) => {
  const live = inMemory()
  const first = await live({ seed, keepLog: true })
  const second = await live({ seed, keepLog: true })
  expect(second.log).toEqual(first.log)
  expect(second.hash).toBe(first.hash)
  expect(first.log.length).toBeGreaterThan(100)
})

test('a seed draws its world, and another seed another one', () => {
  const worlds = [1, 2, 3, 4].map((seed) => drawParameters(seededRandom(seed)))
  expect(drawParameters(seededRandom(1))).toEqual(worlds[0])
  expect(new Set(worlds.map((world) => JSON.stringify(world, asText))).size).toBe(4)
})

function asText(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? value.toString() : value
}
