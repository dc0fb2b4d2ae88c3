import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import type { ReportVehicle } from '../../../src/ledger/reports/report-rows.ts'
import { openCsvFile } from '../../../src/reconciliation/reports/files/csv-file.ts'
import { columnMessagesOf } from '../../../src/reconciliation/reports/words/columns.ts'
import { vehicleColumns } from '../../../src/reconciliation/reports/files/vehicle-columns.ts'
import { writeReports } from '../../../src/reconciliation/reports/write-reports.ts'
import { memoryDebt, memoryRun, memorySource, memoryVehicle } from './memory-source.ts'
import { howMany } from '../../support/extent.ts'
import { folderForFile } from '../../support/for-file.ts'

const VEHICLES = howMany(500, 10_000)
const DEBTS_EACH = 10
/** Pages are counted, whatever their size: ten of them, of which three may be alive. */
const PAGE = VEHICLES / 10
/** The page being written, the one being made, and one that a generator still names. */
const PAGES_ALIVE_MAX = 3

const reportsDir = await folderForFile('memory')
setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

function page(first: number): ReportVehicle[] {
  return Array.from({ length: PAGE }, (_, index) =>
    memoryVehicle({
      vehicleId: `vehicle ${first + index}`,
      costCentre: `centre ${first + index}`,
      debts: Array.from({ length: DEBTS_EACH }, (_, at) =>
        memoryDebt({ id: `${first + index}/${at}`, description: `Multa ${first + index}/${at}` }),
      ),
    }),
  )
}

test('the debts of a fleet stream through, a page at a time', async () => {
  const alive = new Set<WeakRef<ReportVehicle[]>>()
  let most = 0
  const debts = VEHICLES * DEBTS_EACH
  const empty = memorySource({ vehicles: [], orders: [] })
  const totals = await empty.totals(await empty.scope(memoryRun()), [])
  const sum = { rows: debts, cents: BigInt(debts) * 100n }
  const source = {
    ...empty,
    totals: async () => ({
      ...totals,
      vehicles: { ...totals.vehicles, registered: VEHICLES },
      members: { ...totals.members, answered: VEHICLES },
      debts: sum,
      answerItems: sum,
    }),
    async *vehicles() {
      for (let first = 0; first < VEHICLES; first += PAGE) {
        collectGarbage()
        for (const one of alive) if (one.deref() === undefined) alive.delete(one)
        most = Math.max(most, alive.size)
        const made = page(first)
        alive.add(new WeakRef(made))
        yield made
      }
    },
  }
  const written = await writeReports(
    { source, openRow: () => [] },
    { run: memoryRun(), reportsDir },
  )
  expect(written.closes).toBe(true)
  expect(written.manifest.files['debts.csv']?.rows).toBe(debts)
  expect(most).toBeLessThanOrEqual(PAGES_ALIVE_MAX)
})

test('a slow disk holds the rows back', async () => {
  const waiting: (() => void)[] = []
  let taken = 0
  const file = await openCsvFile(
    {
      write: (piece) => {
        taken += piece.length
        // The header is taken at once, everything else when the test says so.
        return waiting.length === 0 && taken === piece.length
          ? Promise.resolve()
          : new Promise((resolve) => waiting.push(resolve))
      },
      close: () => Promise.resolve({ name: 'vehicles.csv', bytes: taken, sha256: '' }),
      [Symbol.asyncDispose]: () => Promise.resolve(),
    },
    {
      flavour: 'machine',
      columns: vehicleColumns,
      names: columnMessagesOf('en')['vehicles.csv'],
      locale: 'en',
      zone: 'UTC',
      simulated: false,
    },
  )
  let isWritten = false
  const none = { owedDebts: 0, owedCents: 0n, overdueCents: 0n, singleCents: 0n }
  const rest = { instalmentsCents: 0n, alternativeCents: 0n, awaitingCents: 0n, expectedAt: null }
  const writing = file
    .write([{ vehicle: memoryVehicle(), ...none, ...rest }])
    .then(() => (isWritten = true))
  while (waiting.length === 0) await Promise.resolve()
  expect(isWritten).toBe(false)
  waiting[0]?.()
  await writing
  expect(isWritten).toBe(true)
})
