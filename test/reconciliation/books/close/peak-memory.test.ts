/** A month is written page by page: a fleet ten times as large needs no larger memory. */
import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { howMany } from '../../../support/extent.ts'
import { root } from '../../../support/source-files.ts'

/** Megabytes of old space that the process may use: it ends when it would hold the fleet. */
const HEAP_MEGABYTES_MAX = 64
const SMALL_VEHICLES = 200
/** Each with some ten events; `npm run test:long` closes more. */
const LARGE_VEHICLES = howMany(1_000, 20_000)
/**
 * The page has a row for each CNPJ and cost centre, and the balances one for each vehicle. Of 40 MB
 * this is 2 and 10: two and a half kilobytes held of each of 800 vehicles are seen.
 */
const GROWTH_MAX = howMany(1.05, 1.25)

interface Closed {
  readonly megabytes: number
  readonly rows: number
}

test('the memory of a close does not grow with the fleet', () => {
  const args = [
    '--expose-gc',
    `--max-old-space-size=${HEAP_MEGABYTES_MAX}`,
    'test/reconciliation/books/close/large-month-process.ts',
    ...[SMALL_VEHICLES, LARGE_VEHICLES].map(String),
  ]
  const told = execFileSync(process.execPath, args, { cwd: root, encoding: 'utf8' })
  const [small, large] = JSON.parse(told) as [Closed, Closed]
  expect(large.rows / small.rows).toBeGreaterThan((LARGE_VEHICLES / SMALL_VEHICLES) * 0.9)
  expect(large.megabytes / small.megabytes).toBeLessThan(GROWTH_MAX)
})
