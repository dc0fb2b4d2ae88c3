import { test } from 'vitest'
import { holdSeeds } from './memory.ts'

/** Generous: what is asserted is what was lived, not how fast. */
const LIVES_MS_MAX = 600_000

test('every rule holds in the worlds of 2,500 even seeds', { timeout: LIVES_MS_MAX }, async () => {
  await holdSeeds(2)
})
