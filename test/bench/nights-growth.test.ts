/** What the bench of nights takes for growth beyond facts. */
import { expect, test } from 'vitest'
import { growthOf, type Sizes } from '../../bench/nights/sizes.ts'

const MB = 1024 * 1024

function sizes(rows: number, bytes: number, more: Partial<Sizes> = {}): Sizes {
  const tables = [{ name: 'frota.effect', rows, bytes }]
  const folders = { journalBytes: 0, walBytes: 16 * MB, dataBytes: 40 * MB, reportsBytes: 2 * MB }
  return { tables, ...folders, peakKb: 300_000, ...more }
}

test('a table that grows with its rows, and reports that are kept, are facts', () => {
  const later = sizes(4_000, 4 * MB, { reportsBytes: 20 * MB, dataBytes: 60 * MB })
  expect(growthOf(sizes(1_000, MB), later)).toEqual([])
})

test('a table whose rows take more and more bytes is not vacuumed', () => {
  expect(growthOf(sizes(1_000, MB), sizes(1_000, 2 * MB))).toEqual([
    'frota.effect: 2.0 times the bytes a row',
  ])
})

test('the log and memory must not grow at all, the journal not beyond where it is rewritten', () => {
  expect(growthOf(sizes(1_000, MB), sizes(1_000, MB, { journalBytes: 4 * MB }))).toEqual([])
  const grown = { walBytes: 64 * MB, journalBytes: 5 * MB, peakKb: 500_000 }
  expect(growthOf(sizes(1_000, MB), sizes(1_000, MB, grown))).toEqual([
    'journalBytes: 0, then 5242880',
    'walBytes: 16777216, then 67108864',
    'peakKb: 300000, then 500000',
  ])
})

test('pages that deleted rows left in a table are no growth', () => {
  expect(growthOf(sizes(2_000, MB), sizes(1_000, MB))).toEqual([])
})
