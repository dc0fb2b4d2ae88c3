/**
 * manifest.json: what the run was, how far each stage came, and for each file its hash, rows and
 * control totals. Amounts are whole cents as text: JSON's numbers are not exact beyond 2^53.
 */
import type { ReportImport } from '../../ledger/reports/report-rows.ts'
import { differences, type Check } from './check-totals.ts'
import { nameOf, REAL, SIMULATED } from './files/columns.ts'
import { exceptionKinds, rowsForPerson, type LineCode, type Severity } from './exception-kinds.ts'
import { extraColumns } from './files/extra-columns.ts'
import { columnMessagesOf } from './words/columns.ts'
import { outsideObject } from './outside.ts'
import type { ListedFile, PageFacts } from './page/page-facts.ts'
import { toldSum } from './tally.ts'
import { fieldsOf, isFields, isKeyOf, type Fields } from '../../fields.ts'

export type Manifest = ReturnType<typeof manifestOf>

/** Of this format; the hashes of the files decide whether it is true. */
export function isManifest(json: unknown): json is Manifest {
  const { format, files, run } = fieldsOf(json)
  return format === 1 && isFields(files) && isFields(run)
}

export function manifestOf(facts: PageFacts) {
  const { run, tally, checks, texts } = facts
  /** One that is missing is of an earlier version. */
  const sums: Record<string, ReturnType<typeof toldSum>> = {
    owed: toldSum(tally.owed),
    overdue: toldSum(tally.overdue),
    oldAnswers: toldSum(tally.old),
    new: toldSum(tally.fresh),
    unpayable: toldSum(tally.unpayable),
    alternative: toldSum(tally.alternative),
    awaitingSettlement: toldSum(tally.awaiting),
    gone: toldSum(tally.gone),
    ipvaSingle: toldSum(tally.single),
    ipvaInstalments: toldSum(tally.instalments),
  }
  return {
    format: 1,
    origin: run.simulated ? SIMULATED : REAL,
    run: manifestRun(facts),
    /** Counts and cents close; false means exit code 1, `totals-differ`. */
    closes: differences(checks).length === 0,
    stages: stagesOf(facts),
    sums,
    /** Rows of exceptions.csv by code, by severity, and those that are for a person. */
    exceptions: countExceptions(facts),
    checks: checks.map((check) => manifestCheck(check, texts.checks[check.code])),
    /** The service's own sums beside the ledger's, or why it was not asked. */
    outside: outsideObject(facts.outside),
    files: Object.fromEntries(facts.files.map((file) => [file.name, manifestFile(facts, file)])),
  }
}

function manifestRun({ run, scope, startedAt, endedAt, isNow }: PageFacts) {
  return {
    number: run.number,
    fleet: run.fleetName,
    command: run.command,
    state: run.state,
    startedAt,
    endedAt: run.endedAt?.toISOString() ?? endedAt,
    carriedOverUntil: run.carriedOverUntil?.toISOString() ?? null,
    /** Set when the files were written again after a later run: they show the ledger of that day. */
    laterRun: scope.laterRun,
    /** Set when the files are not as the run ended, but as the ledger was at this moment. */
    ...(isNow ? { asOf: endedAt } : {}),
    ...run.settings,
    /** Work that was given up, because starting it again changed nothing. */
    ...(run.givenUp.length === 0 ? {} : { givenUp: run.givenUp }),
    /** `seq:hash` of the audit log at the run's end, for `frota audit verify --head`. */
    ...(run.auditHead === null ? {} : { auditHead: run.auditHead }),
  }
}

function stagesOf({ scope, totals, tally }: PageFacts) {
  const file = scope.import
  const debts = Object.entries(totals.debtsByState).map(
    ([state, sum]) => [state, toldSum(sum)] as const,
  )
  return {
    rows: file === null ? null : countsOf(file),
    fleet: file === null ? null : changesOf(file),
    vehicles: totals.vehicles,
    members: totals.members,
    consultations: totals.consultations,
    debts: Object.fromEntries(debts),
    orders: Object.fromEntries([...tally.orders].map(([state, sum]) => [state, sum.rows])),
  }
}

/** How many rows the file has of each verdict. */
export function countsOf(file: ReportImport) {
  const { read, accepted, repaired, rejected, duplicate, skipped } = file
  return { read, accepted, repaired, rejected, duplicate, skipped }
}

/**
 * The ledger keeps what people are told of an import beside what was understood of it. Where rows
 * were edited before the import, it says which, beside the hash of what was sent.
 */
function changesOf({ added, changed, missing, understood, sha256 }: ReportImport): Fields {
  const { applied, edited } = fieldsOf(understood)
  // Who reads this fleet's reports may not see the other.
  const { moved: _, ...told } = fieldsOf(applied)
  const edits = edited === undefined ? {} : { sha256, edited }
  return { added, changed, missing, ...told, ...edits }
}

function countExceptions({ tally }: PageFacts) {
  const bySeverity: Record<Severity, number> = { error: 0, warning: 0, notice: 0 }
  const byCode: Partial<Record<LineCode, number>> = {}
  for (const [code, { rows }] of tally.exceptions) {
    byCode[code] = rows
    bySeverity[exceptionKinds[code].severity] += rows
  }
  return { byCode, bySeverity, forPerson: rowsForPerson(byCode) }
}

function manifestCheck(check: Check, meaning: string) {
  return {
    code: check.code,
    of: check.of,
    meaning,
    unit: check.unit,
    expected: check.expected.toString(),
    found: check.found.toString(),
    closes: check.closes,
  }
}

function manifestFile({ run, scope }: PageFacts, file: ListedFile) {
  const byFile = columnMessagesOf(run.settings.locale)
  const names = isKeyOf(byFile, file.name) ? byFile[file.name] : {}
  const totals = Object.entries(file.cents ?? {}).map(
    ([key, sum]) => [nameOf(names, key), sum.toString()] as const,
  )
  const extra = file.name === 'vehicles.csv' ? extraColumns(scope, names) : undefined
  const sheetColumns = extra?.columns.map(({ key }) => nameOf(extra.names, key)) ?? []
  return {
    bytes: file.bytes,
    sha256: file.sha256,
    rows: file.rows ?? null,
    /** By column name. */
    controlTotalsCents: Object.fromEntries(totals),
    /** Of vehicles.csv: the sheet's own columns, which follow the fixed ones. */
    ...(sheetColumns.length === 0 ? {} : { sheetColumns }),
  }
}
