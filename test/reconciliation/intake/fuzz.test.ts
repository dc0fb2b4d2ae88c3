/**
 * Five thousand files of each kind (more by `npm run fuzz:intake`). Hostile ones: each gets an
 * answer, counts close, nothing is changed without a word, and the file that goes back is judged
 * alike. Spoilt ones with planted vehicles: none is lost, none is mixed.
 */
import { expect, test } from 'vitest'
import { fuzzSeeds } from '../../fuzz/intake/run.ts'
import { judgeSeeds } from '../../fuzz/planted/run.ts'

const FILES = 5000

test('hostile files get an answer that keeps every rule', { timeout: 600_000 }, async () => {
  expect(await fuzzSeeds(1, FILES)).toEqual([])
})

test('no vehicle that is planted in a file is lost or mixed', { timeout: 600_000 }, async () => {
  const { files, refused, accepted, rejected, breaches } = await judgeSeeds(1, FILES)
  expect(breaches).toEqual([])
  expect(files).toBe(FILES)
  // Most files are read, and of their vehicles most are accepted: refusing all would prove nothing.
  expect(refused).toBeLessThan(FILES / 10)
  expect(accepted).toBeGreaterThan(rejected)
})
