import { expect, test } from 'vitest'
import { fixedSeeds } from '../support/extent.ts'
import { longLived } from '../support/short-lived.ts'
import { smallWorld } from './parameters.ts'
import { inMemory, openWorlds, range } from './run-seeds.ts'

/** Generous: what is asserted is what was lived, not how fast. */
const LIVES_MS_MAX = 1_800_000
const { from, count } = fixedSeeds(20, 200)

test(
  `the worlds of ${count} seeds keep every rule on PGlite, and are the same story in memory`,
  { timeout: LIVES_MS_MAX },
  async () => {
    using _optimized = longLived()
    await using worlds = await openWorlds('pglite')
    const remembered = inMemory()
    for (const seed of range(from, count)) {
      const there = await worlds.live({ seed, keepLog: true })
      const here = await remembered({ seed, keepLog: true, changes: smallWorld })
      const replay = `npm run sim -- --seed ${seed} --runs 1 --engine pglite --log`
      expect({ broken: there.broken, replay }).toEqual({ broken: [], replay })
      // Line by line first, so that the first difference is told.
      expect(there.log).toEqual(here.log)
      expect(there.hash).toBe(here.hash)
    }
  },
)
