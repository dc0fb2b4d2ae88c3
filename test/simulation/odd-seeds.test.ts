import { expect, test } from 'vitest'
import { drawParameters } from './parameters.ts'
import { inMemory } from './run-seeds.ts'
import { seededRandom } from '../../src/random.ts'
import { holdSeeds } from './memory.ts'

/** Generous: what is asserted is what was lived, not how fast. */
const LIVES_MS_MAX = 600_000

test('every rule holds in the worlds of 2,500 odd seeds', { timeout: LIVES_MS_MAX }, async () => {
  await holdSeeds(1)
})

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
