/** A database with the fixed ledger, and the reports of its run 7 in a directory of their own. */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Database } from '../../../src/database/pool.ts'
import { openReportSource } from '../../../src/ledger/reports/report-source.ts'
import type { Run } from '../../../src/ledger/runs/runs.ts'
import { openLedgerDb } from '../../../src/ledger/schema/tx.ts'
import { writeReports } from '../../../src/reconciliation/reports/write-reports.ts'
import type { WrittenReports } from '../../../src/reconciliation/reports/write-reports.ts'
import { openTestLedger } from '../../support/database.ts'
import { LedgerBuilder } from './ledger-builder.ts'

export interface ReportsSetup extends AsyncDisposable {
  database: Database
  builder: LedgerBuilder
  directory: string
  report(run: Run): Promise<WrittenReports>
}

/** The builder seals nothing: its raw cells are plain JSON. */
function openRow(raw: Uint8Array): string[] {
  return JSON.parse(Buffer.from(raw).toString()) as string[]
}

export async function setUpReports(
  build: (builder: LedgerBuilder) => Promise<void>,
): Promise<ReportsSetup> {
  const database = await openTestLedger()
  const builder = new LedgerBuilder(database.pool)
  await build(builder)
  const directory = await mkdtemp(join(tmpdir(), 'frota-reports-'))
  const source = openReportSource(openLedgerDb(database.pool), false)
  return {
    database,
    builder,
    directory,
    report: (run) => writeReports({ source, openRow }, { run, reportsDir: directory }),
    [Symbol.asyncDispose]: async () => {
      await database.close()
      await rm(directory, { recursive: true, force: true })
    },
  }
}

/** Every file of a folder as bytes, by name. */
export async function filesOf(directory: string): Promise<Record<string, Buffer>> {
  const files: Record<string, Buffer> = {}
  for (const name of (await readdir(directory)).sort()) {
    files[name] = await readFile(join(directory, name))
  }
  return files
}
