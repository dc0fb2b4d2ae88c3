/**
 * A hundred thousand hostile files (a million by `npm run fuzz:intake`): each gets an answer, counts
 * close, nothing is changed without a word, and the file that goes back is judged alike.
 */
import { expect, test } from 'vitest'
import { fuzzSeeds } from '../../fuzz/intake/run.ts'

const FILES = 100_000

test('hostile files get an answer that keeps every rule', { timeout: 600_000 }, async () => {
  expect(await fuzzSeeds(1, FILES)).toEqual([])
})
