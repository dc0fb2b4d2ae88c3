/**
 * Writes the reports of a run that has ended: every file of its folder, checked against the ledger
 * and against the disk, or nothing.
 */
import { join } from 'node:path'
import { plainDay } from '../../clock.ts'
import { Failure } from '../../failure.ts'
import type { ReportScope } from '../../ledger/report-scope.ts'
import type { ReportSource } from '../../ledger/report-source.ts'
import type { Run } from '../../ledger/runs.ts'
import { checkReadBack, checkTotals, differences } from './check-totals.ts'
import type { CheckedFile } from './check-totals.ts'
import { columnsPage } from './columns-page.ts'
import { displayFor } from './display.ts'
import { exceptionLines } from './exception-lines.ts'
import { openFileSink } from './file-sink.ts'
import type { WrittenFile } from './file-sink.ts'
import { keptReports } from './kept-reports.ts'
import { manifestOf } from './manifest.ts'
import type { Manifest } from './manifest.ts'
import { messagesOf } from './locales.ts'
import type { ListedFile, PageFacts } from './page-facts.ts'
import { writeRejected } from './rejected-file.ts'
import type { OpenRow } from './rejected-file.ts'
import { openReportDirectory } from './report-directory.ts'
import { asReportFailure } from './report-failure.ts'
import { runFolder } from './run-folder.ts'
import { summaryPage } from './summary-page.ts'
import { Tally } from './tally.ts'
import {
  FILE_MODE,
  writeExceptions,
  writeOrders,
  writeVehiclesAndDebts,
} from './write-csv-files.ts'
import type { CsvWriting } from './write-csv-files.ts'

export interface ReportTools {
  source: ReportSource
  /** Opens a rejected row's sealed cells; throws a `Failure` when the secret is another one. */
  openRow: OpenRow
}

export interface WrittenReports {
  /** Path of the run's folder. */
  directory: string
  /** Counts, cents (as text), checks and files: also what `--json` prints. */
  manifest: Manifest
  /** False: exit code 1, `totals-differ`. The files are there and say so themselves. */
  closes: boolean
  /** The folder was whole and a later run has moved the ledger on: nothing was written. */
  kept: boolean
}

/** Throws `disk-full` or `directory-unwritable`, naming the path, and `usage` for a running run. */
export async function writeReports(
  tools: ReportTools,
  input: { run: Run; reportsDir: string },
): Promise<WrittenReports> {
  const { run, reportsDir } = input
  const { endedAt: ended } = run
  if (ended === null) {
    throw new Failure('usage', {
      pt: `A execução ${run.number} não terminou; o relatório retrata o fim dela: espere por ele.`,
      en: `Run ${run.number} has not ended; its report is the ledger as of its end.`,
    })
  }
  return tools.source.inOneMoment((source) =>
    writeFolder({ ...tools, source }, run, { reportsDir, ended }),
  )
}

async function writeFolder(
  tools: ReportTools,
  run: Run,
  { reportsDir, ended }: { reportsDir: string; ended: Date },
): Promise<WrittenReports> {
  const folder = runFolder(run)
  const directory = join(reportsDir, folder)
  const scope = await tools.source.scope(run)
  try {
    const kept = scope.laterRun === null ? undefined : await keptReports(directory)
    if (kept !== undefined) return { directory, manifest: kept, closes: kept.closes, kept: true }
    const target = await openReportDirectory(reportsDir, folder)
    try {
      const manifest = await writeAll(tools, run, ended, scope, target.partial)
      await target.publish()
      return { directory, manifest, closes: manifest.closes, kept: false }
    } catch (error) {
      await target.discard()
      throw error
    }
  } catch (error) {
    throw asReportFailure(error, directory)
  }
}

async function writeAll(
  { source, openRow }: ReportTools,
  run: Run,
  ended: Date,
  scope: ReportScope,
  directory: string,
): Promise<Manifest> {
  const { locale, zone } = run.settings
  const texts = messagesOf(locale)
  const tally = new Tally()
  const endedAt = ended.toISOString()
  const today = plainDay(ended.getTime(), zone)
  const policy = { today, prefer: run.settings.ipva ?? 'single' }
  const writing: CsvWriting = { run, scope, source, tally, directory, policy }
  const totals = await source.totals(scope)
  const { vehicles, debts } = await writeVehiclesAndDebts(writing)
  const orders = await writeOrders(writing)
  const target = { directory, locale, simulated: run.simulated }
  const rejectedFile = await writeRejected(source, scope.import, target, openRow)
  const rejectedRows = rejectedFile?.rows ?? 0
  const facts = { import: scope.import, totals, tally, debts, vehicles, orders, rejectedRows }
  const checks = checkTotals(facts)
  const saying = { texts, locale, endedAt, zone }
  const lines = exceptionLines(source, scope, differences(checks), saying)
  const exceptions = await writeExceptions(writing, lines)
  checks.push(...checkReadBack(exceptions))
  const columns = await writeText(directory, 'columns.md', columnsPage(locale, zone, run.simulated))
  const files: ListedFile[] = [
    listed(debts, 'owed'),
    listed(vehicles, 'owed'),
    listed(orders, 'total'),
    listed(exceptions, null),
    ...(rejectedFile === null ? [] : [{ ...rejectedFile, cents: {}, control: null }]),
    { ...columns, rows: null, cents: {}, control: null },
  ]
  const page: PageFacts = {
    run,
    scope,
    totals,
    tally,
    checks,
    files,
    texts,
    display: displayFor(locale, zone),
    startedAt: run.startedAt.toISOString(),
    endedAt,
  }
  const summary = await writeText(directory, 'summary.html', summaryPage(page))
  files.push({ ...summary, rows: null, cents: {}, control: null })
  const manifest = manifestOf(page)
  await writeText(directory, 'manifest.json', `${JSON.stringify(manifest, null, 2)}\n`)
  return manifest
}

function listed(file: CheckedFile, control: string | null): ListedFile {
  return { ...file.there, control }
}

async function writeText(directory: string, name: string, text: string): Promise<WrittenFile> {
  const sink = await openFileSink(join(directory, name), name, FILE_MODE)
  try {
    await sink.write(Buffer.from(text, 'utf8'))
    return await sink.close()
  } catch (error) {
    await sink.abandon()
    throw error
  }
}
