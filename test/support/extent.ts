/**
 * How much the searching suites search. `npm test` searches what fits into minutes: fixed seeds, and
 * some that follow from the commit. `npm run test:long` sets FROTA_TEST_LONG to a fresh seed, and
 * searches everything from the fixed seeds on, and as much again from the fresh one.
 */
import { execFileSync } from 'node:child_process'
import { root } from './source-files.ts'

const FRESH = process.env['FROTA_TEST_LONG']
/** Seeds that were not searched before lie above these. */
const FIXED_SEEDS_MAX = 1_000_000
const HEX = 16
const HEX_DIGITS = 7

export interface Stretch {
  readonly from: number
  readonly count: number
}

export function howMany(few: number, many: number): number {
  return FRESH === undefined ? few : many
}

/** So many seeds from 1 on: a few in `npm test`, many in `npm run test:long`. */
export function fixedSeeds(few: number, many: number): Stretch {
  return { from: 1, count: howMany(few, many) }
}

/** So many seeds that follow from the commit in `npm test`, from chance in `npm run test:long`. */
export function newSeeds(few: number, many: number): Stretch {
  const seed = FRESH === undefined ? commitSeed() : Number(FRESH)
  return { from: FIXED_SEEDS_MAX + seed, count: howMany(few, many) }
}

/** The same for everyone who tests a commit, and another for the next; 0 outside of a clone. */
function commitSeed(): number {
  try {
    const commit = execFileSync('git', ['rev-parse', 'HEAD'], { cwd: root, stdio: 'pipe' })
    return Number.parseInt(commit.toString().slice(0, HEX_DIGITS), HEX)
  } catch {
    return 0
  }
}
