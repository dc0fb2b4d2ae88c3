/** A month is written page by page: a fleet ten times as large needs no larger memory. */
import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { root } from '../../../support/source-files.ts'

/** Megabytes of old space that the process may use: it ends when it would hold the fleet. */
const HEAP_MEGABYTES_MAX = 64
/** The page has a row for each CNPJ and cost centre, and the balances one for each vehicle. */
const GROWTH_MAX = 1.25
const SMALL_VEHICLES = 400
/** Each with some ten events; `npm run test:long` closes 20,000. */
const LARGE_VEHICLES = process.env['FROTA_TEST_LONG'] === undefined ? 4_000 : 20_000

function closed(vehicles: number): { megabytes: number; rows: number } {
  const script = 'test/reconciliation/books/close/large-month-process.ts'
  const args = [
    '--expose-gc',
    `--max-old-space-size=${HEAP_MEGABYTES_MAX}`,
    script,
    String(vehicles),
  ]
  const told = execFileSync(process.execPath, args, { cwd: root, encoding: 'utf8' })
  return JSON.parse(told) as { megabytes: number; rows: number }
}

test('the memory of a close does not grow with the fleet', () => {
  const small = closed(SMALL_VEHICLES)
  const large = closed(LARGE_VEHICLES)
  expect(large.rows / small.rows).toBeGreaterThan((LARGE_VEHICLES / SMALL_VEHICLES) * 0.9)
  expect(large.megabytes / small.megabytes).toBeLessThan(GROWTH_MAX)
})
