/** Writes a run's reports: every file, checked against ledger and disk, or nothing. */
import { join } from 'node:path'
import { MISMATCHES } from '../orders/order-reasons.ts'
import { plainDay } from '../../clock.ts'
import { Failure } from '../../failure.ts'
import { processMemory, requireMemory, type MemoryRoom } from '../../memory-room.ts'
import type { ReportScope } from '../../ledger/reports/report-scope.ts'
import type { ReportReads, ReportSource } from '../../ledger/reports/report-source.ts'
import type { Run } from '../../ledger/runs/runs.ts'
import { checkReadBack, checkTotals, differences } from './check-totals.ts'
import { columnsPage } from './files/columns-page.ts'
import { displayFor } from './words/display.ts'
import { differenceLine, exceptionLines, outsideLine } from './files/exception-lines.ts'
import { formerManifest, isAnothers, isOfRun, isWhole } from './kept-reports.ts'
import { manifestOf, type Manifest } from './manifest.ts'
import { NOT_ASKED_AGAIN, outsideChecks, outsideDiffers, outsideOf } from './outside.ts'
import type { Asked, Outside } from './outside.ts'
import { messagesOf } from './words/reports.ts'
import type { ListedFile, PageFacts } from './page/page-facts.ts'
import { writeRejected, type OpenRow } from './files/rejected-file.ts'
import { openReportDirectory } from './report-directory.ts'
import { directoryFailure, REPORTS } from '../../directory-failure.ts'
import { NOW_FOLDER, runFolder } from './run-folder.ts'
import { summaryPage } from './page/summary-page.ts'
import { oldAnswersBefore } from './reports-of-vehicle.ts'
import { UNWRITTEN, withinMemory } from './within-memory.ts'
import type { RollOfRun } from './roll-of-run.ts'
import { Tally } from './tally.ts'
import type { WorkbookOfRun } from './workbook-of-run.ts'
import { writeText } from './write-text.ts'
import {
  writeExceptions,
  writeOrderItems,
  writeOrders,
  writeVehiclesAndDebts,
} from './files/write-csv-files.ts'
import type { CsvWriting } from './files/write-csv-files.ts'

export interface ReportTools {
  readonly source: ReportSource
  /** Opens a rejected row's sealed cells; throws a `Failure` when the secret is another one. */
  openRow: OpenRow
  /** Without it the page does not say where what is owed comes from. */
  rollOf?: RollOfRun
  /** Without it there is no reconciliation.xlsx. */
  workbookOf?: WorkbookOfRun
  memory?: MemoryRoom
}

export interface WrittenReports {
  /** Path of the run's folder. */
  directory: string
  /** Counts, cents (as text), checks and files: also what `--json` prints. */
  manifest: Manifest
  /** False: exit code 1, `totals-differ`. The files are written and say so themselves. */
  closes: boolean
  /** Sentences about the whole fleet that everybody must read, not only who opens the files. */
  notices: readonly string[]
  /** Of a ledger that changed since the run's end a whole folder is kept, another one is late. */
  written: 'in-time' | 'kept' | 'late'
}

/** A report of the ledger as it is now, in a folder beside those of the runs. */
export interface ReportNow {
  readonly at: Date
  /** Codes of orders that were last read before this are not shown. */
  readonly readFrom: Date
}

interface ReportInput {
  readonly run: Run
  readonly reportsDir: string
  readonly now?: ReportNow
  /** Undefined: not now; what was asked when the folder was written before still holds. */
  readonly asked?: Asked
}

/** Throws `memory-short`, `disk-full` or `directory-unwritable` with the path; `usage` for a run still running. */
export async function writeReports(
  tools: ReportTools,
  input: ReportInput,
): Promise<WrittenReports> {
  const { run, now } = input
  const { endedAt } = run
  if (endedAt === null) throw notEnded(run)
  const { memory = processMemory } = tools
  return tools.source.inOneMoment(async (reads) => {
    const source = withinMemory(reads, memory)
    const scope = await source.scope(run)
    return writeFolder({ ...tools, ...input, source, memory, scope, at: now?.at ?? endedAt })
  })
}

/** Nobody ends the run of a process that is gone but the next run of its fleet. */
function notEnded({ number, state }: Run): Failure {
  if (state === 'interrupted') {
    return new Failure('usage', {
      pt: `A execução ${number} foi interrompida antes do fim: encerre-a com frota resume, que escreve um relatório.`,
      en: `Run ${number} was interrupted before its end: end it with frota resume, which writes a report.`,
    })
  }
  return new Failure('usage', {
    pt: `A execução ${number} não terminou; o relatório retrata o fim dela: espere por ele.`,
    en: `Run ${number} has not ended; its report is the ledger as of its end: wait for it.`,
  })
}

interface Writing extends Omit<ReportTools, 'source'>, ReportInput {
  readonly source: ReportReads
  readonly memory: MemoryRoom
  readonly scope: ReportScope
  /** What the report calls now. */
  readonly at: Date
}

async function writeFolder(writing: Writing): Promise<WrittenReports> {
  const { run, reportsDir, now, scope } = writing
  const folder = now === undefined ? runFolder(run) : NOW_FOLDER
  const directory = join(reportsDir, folder)
  const isLate = now === undefined && (scope.laterRun !== null || scope.readLater)
  try {
    const former = await formerManifest(directory)
    const own = former !== undefined && isOfRun(former, run) ? former : undefined
    if (now === undefined && former !== own) throw isAnothers(directory, run)
    if (isLate && own !== undefined && (await isWhole(directory, own))) {
      return { directory, manifest: own, closes: own.closes, notices: [], written: 'kept' }
    }
    const outside = await outsideNow(writing, own)
    const target = await openReportDirectory(reportsDir, folder)
    try {
      const { manifest, notices } = await writeAll(writing, outside, target.partial)
      await target.publish()
      const written = isLate ? 'late' : 'in-time'
      return { directory, manifest, closes: manifest.closes, notices, written }
    } catch (error) {
      await target.discard()
      throw error
    }
  } catch (error) {
    throw directoryFailure(error, directory, REPORTS)
  }
}

async function outsideNow(
  { source, run, asked }: Writing,
  former: Manifest | undefined,
): Promise<Outside> {
  if (asked === undefined) return outsideOf(former?.outside) ?? NOT_ASKED_AGAIN
  if (asked.askedAt === null) return asked
  const checks = outsideChecks(await source.accountSums(run.accountId), asked)
  return { askedAt: asked.askedAt, checks, others: asked.others }
}

async function writeAll(
  { source, openRow, rollOf, workbookOf, memory, run, scope, at, now }: Writing,
  outside: Outside,
  directory: string,
): Promise<Pick<WrittenReports, 'manifest' | 'notices'>> {
  const { locale, zone } = run.settings
  const texts = messagesOf(locale)
  const tally = new Tally()
  const endedAt = at.toISOString()
  const today = plainDay(at.getTime(), zone)
  const codes = now === undefined ? { endedAt } : { endedAt, readFrom: now.readFrom.toISOString() }
  const oldBefore = oldAnswersBefore(today, zone)
  const policy = { today, prefer: run.settings.ipva ?? 'single', oldBefore, zone }
  const writing: CsvWriting = { run, scope, source, tally, directory, policy, codes }
  const totals = await source.totals(scope, MISMATCHES)
  const { vehicles, debts } = await writeVehiclesAndDebts(writing)
  const orders = await writeOrders(writing)
  const orderItems = await writeOrderItems(writing)
  const target = { directory, locale, simulated: run.simulated }
  const rejectedFile = await writeRejected(source, scope.import, target, openRow)
  const rejectedRows = rejectedFile?.rows ?? 0
  const from = scope.previousEndedAt === null ? null : new Date(scope.previousEndedAt)
  const span = { fleet: run.fleetName, zone, locale, prefer: policy.prefer, from, today }
  const roll = (await rollOf?.(source.histories(run.fleetId), span)) ?? null
  const written = { debts, vehicles, orders, orderItems }
  const facts = { roll, import: scope.import, totals, tally, ...written, rejectedRows }
  const checks = checkTotals(facts)
  const saying = { texts, locale, endedAt, zone }
  const own = [
    ...differences(checks).map((check) => differenceLine(check, saying)),
    ...outsideDiffers(outside).map((line) => outsideLine(line, saying)),
  ]
  const lines = exceptionLines(source, scope, own, saying)
  const exceptions = await writeExceptions(writing, lines)
  checks.push(...checkReadBack(exceptions))
  const columns = await writeText(directory, 'columns.md', columnsPage(locale, zone, run.simulated))
  const files: ListedFile[] = [
    ...[debts, vehicles, orders, orderItems, exceptions].map(({ there }) => there),
    ...(rejectedFile === null ? [] : [rejectedFile]),
    columns,
  ]
  requireMemory(memory, UNWRITTEN)
  const book = await workbookOf?.({ run, scope, files, checks, outside, directory })
  if (book !== undefined) files.push(book)
  const page: PageFacts = {
    run,
    roll,
    scope,
    totals,
    tally,
    checks,
    outside,
    files,
    texts,
    display: displayFor(locale, zone),
    startedAt: run.startedAt.toISOString(),
    endedAt,
    isNow: now !== undefined,
  }
  files.push(await writeText(directory, 'summary.html', summaryPage(page)))
  const manifest = manifestOf(page)
  await writeText(directory, 'manifest.json', `${JSON.stringify(manifest, null, 2)}\n`)
  const ofFleet = ['money-blocked', 'credential-shared'] as const
  const told = ofFleet.flatMap((code) => tally.exceptions.get(code)?.shown ?? [])
  return { manifest, notices: told.map(({ sentence }) => sentence) }
}
