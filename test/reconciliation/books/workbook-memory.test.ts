/**
 * A process of its own writes the workbook of a run's files; its peak is what Linux counted, as in
 * test/reconciliation/intake/peak-memory.test.ts. Some 190 MB of it are Node reading TypeScript.
 */
import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { writeReports } from '../../../src/reconciliation/reports/write-reports.ts'
import { howMany } from '../../support/extent.ts'
import { folderForFile } from '../../support/for-file.ts'
import { root } from '../../support/source-files.ts'
import { memoryDebt, memoryRun, memorySource, memoryVehicle } from '../reports/memory-source.ts'

const reportsDir = await folderForFile('workbook-memory')

/** 153 and 211 MB are needed: to hold a kilobyte of each debt is seen. */
const MEGABYTES_MAX = howMany(200, 300)
const DEBTS = howMany(40_000, 200_000)
const OF_VEHICLE = 20
const TIMEOUT_MS = 180_000

const PEAK = `
  const { readFileSync } = await import('node:fs')
  const { memoryRun } = await import('./test/reconciliation/reports/memory-source.ts')
  const { runWorkbook } = await import('./src/reconciliation/books/run-workbook.ts')
  const [directory, listed] = JSON.parse(process.argv[1])
  const files = listed.map(([name, rows]) => ({ name, rows }))
  const book = { run: memoryRun(), scope: { extras: [] }, files, checks: [], directory }
  const { bytes } = await runWorkbook({ ...book, outside: { askedAt: null } })
  const kilobytes = /VmHWM:\\s*(\\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))[1]
  console.log(JSON.stringify({ bytes, peak: Math.round(Number(kilobytes) / 1024) }))
`

/** A page is a vehicle; no two are in memory at once. */
async function* vehiclePages() {
  for (let at = 0; at < DEBTS / OF_VEHICLE; at += 1) {
    const debts = Array.from({ length: OF_VEHICLE }, (_, n) =>
      memoryDebt({ id: `debt ${at} ${n}`, amountCents: BigInt(n + 1) }),
    )
    yield [memoryVehicle({ plate: `V${at}`, debts })]
  }
}

test(
  `the workbook of ${DEBTS} debts is written within ${MEGABYTES_MAX} MB of memory`,
  { timeout: TIMEOUT_MS },
  async () => {
    const source = { ...memorySource({ vehicles: [], orders: [] }), vehicles: vehiclePages }
    const tools = { source, openRow: () => [] }
    const { directory, manifest } = await writeReports(tools, { run: memoryRun(), reportsDir })
    const listed = Object.entries(manifest.files).map(([name, { rows }]) => [name, rows])
    expect(manifest.files['debts.csv']?.rows).toBe(DEBTS)
    const args = ['--input-type=module', '-e', PEAK, JSON.stringify([directory, listed])]
    const printed = execFileSync(process.execPath, args, { cwd: root, encoding: 'utf8' })
    const { bytes, peak } = JSON.parse(printed) as Record<'bytes' | 'peak', number>
    expect(bytes).toBeGreaterThan(DEBTS)
    expect(peak).toBeLessThan(MEGABYTES_MAX)
  },
)
