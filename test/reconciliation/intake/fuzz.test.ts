/**
 * Kinds of files, of which `npm run test:long` judges more. Hostile ones: each gets an
 * answer, counts close, nothing is changed without a word, and the file that goes back is judged
 * alike. Spoilt ones, and those of offices, with planted vehicles: none is lost, none is mixed.
 */
import { expect, test } from 'vitest'
import { plantedFile } from '../../fuzz/planted/planted-file.ts'
import { SHAPES } from '../../fuzz/planted/office-shapes.ts'
import { fuzzSeeds } from '../../fuzz/intake/run.ts'
import { OFFICE_KINDS, officeFile } from '../../fuzz/planted/office-file.ts'
import { judgeSeeds } from '../../fuzz/planted/run.ts'
import { fixedSeeds, newSeeds } from '../../support/extent.ts'

const JUDGED_MS_MAX = 3_600_000
const HOSTILE = [fixedSeeds(5_000, 50_000), newSeeds(0, 50_000)].filter(({ count }) => count > 0)
const PLANTED = [fixedSeeds(300, 50_000), newSeeds(0, 50_000)].filter(({ count }) => count > 0)

test.each(HOSTILE)(
  '$count hostile files from $from on get an answer that keeps every rule',
  { timeout: JUDGED_MS_MAX },
  async ({ from, count }) => {
    expect(await fuzzSeeds(from, count)).toEqual([])
  },
)

const SHAPES_EACH = [fixedSeeds(100, 10_000), newSeeds(0, 10_000)].filter(({ count }) => count > 0)

test.each(SHAPES.flatMap((shape) => SHAPES_EACH.map((seeds) => ({ shape, ...seeds }))))(
  'no vehicle is lost or mixed in $count files with $shape from $from on',
  { timeout: JUDGED_MS_MAX },
  async ({ shape, from, count }) => {
    const run = await judgeSeeds(from, count, undefined, (seed) => plantedFile(seed, shape))
    expect(run.breaches).toEqual([])
    // Columns that are swapped in nearly all rows are told for the file.
    const isTold = shape === 'swapped columns'
    expect(run.refused).toBeGreaterThanOrEqual(isTold ? count / 10 : 0)
    expect(run.refused).toBeLessThan(isTold ? count / 2 : count / 10)
    expect(run.accepted).toBeGreaterThan(count)
  },
)

test.each(PLANTED)(
  'no vehicle that is planted in $count files from $from on is lost or mixed',
  { timeout: JUDGED_MS_MAX },
  async ({ from, count }) => {
    const { files, refused, accepted, rejected, breaches } = await judgeSeeds(from, count)
    expect(breaches).toEqual([])
    expect(files).toBe(count)
    // Most files are read, and of their vehicles most are accepted: refusing all would prove nothing.
    expect(refused).toBeLessThan(count / 10)
    expect(accepted).toBeGreaterThan(rejected)
  },
)

const OFFICE = fixedSeeds(40, 20_000)

test.each(OFFICE_KINDS)(
  'no vehicle that is planted in a file of the kind %s is lost or mixed',
  { timeout: JUDGED_MS_MAX },
  async (kind) => {
    const { from, count } = OFFICE
    const fileOf = (seed: number) => officeFile(seed, kind)
    const run = await judgeSeeds(from, count, undefined, fileOf)
    expect(run.breaches).toEqual([])
    expect(run.files).toBe(count)
    expect(run.refused).toBeLessThan(count / 5)
    expect(run.accepted).toBeGreaterThan(run.rejected)
  },
)
