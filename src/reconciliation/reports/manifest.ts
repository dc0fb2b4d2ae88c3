/**
 * manifest.json: what the run was, how far each stage came, and for each file its hash, rows and
 * control totals. Amounts are whole cents as text: JSON's numbers are not exact beyond 2^53.
 */
import type { ReportImport, ReportTotals } from '../../ledger/reports/report-rows.ts'
import type { Run } from '../../ledger/runs/runs.ts'
import type { Check } from './check-totals.ts'
import { differences } from './check-totals.ts'
import { nameOf, REAL, SIMULATED } from './files/columns.ts'
import { exceptionKinds, rowsForPerson } from './exception-kinds.ts'
import type { LineCode, Severity } from './exception-kinds.ts'
import { extraColumns } from './files/extra-columns.ts'
import { columnMessagesOf } from './words/locales.ts'
import { outsideObject } from './outside.ts'
import type { ListedFile, PageFacts } from './page/page-facts.ts'
import type { Sum } from './tally.ts'
import { fieldsOf, isFields, isKeyOf, type Fields } from '../../fields.ts'

export interface Manifest {
  format: 1
  origin: typeof SIMULATED | typeof REAL
  run: ManifestRun
  /** Counts and cents close; false means exit code 1, `totals-differ`. */
  closes: boolean
  stages: ManifestStages
  sums: Record<string, { rows: number; cents: string }>
  /** Rows of exceptions.csv by code, by severity, and those that are for a person. */
  exceptions: {
    byCode: Record<string, number>
    bySeverity: Record<Severity, number>
    forPerson: number
  }
  checks: ManifestCheck[]
  /** The service's own sums beside the ledger's, or why it was not asked. */
  outside?: object
  files: Record<string, ManifestFile>
}

/** Of this format; the hashes of the files decide whether it is true. */
export function isManifest(json: unknown): json is Manifest {
  const { format, files, run } = fieldsOf(json)
  return format === 1 && isFields(files) && isFields(run)
}

interface ManifestRun {
  number: number
  fleet: string
  command: string
  state: string
  startedAt: string
  endedAt: string
  carriedOverUntil: string | null
  /** Set when work was given up, because starting it again changed nothing. */
  givenUp?: Run['givenUp']
  /** Set when the files were written again after a later run: they show the ledger of that day. */
  laterRun: number | null
  /** Set when the files are not as the run ended, but as the ledger was at this moment. */
  asOf?: string
  locale: string
  zone: string
  flavour: string
  serviceOrigin: string
  /** `seq:hash` of the audit log at the run's end, for `frota audit verify --head`. */
  auditHead?: string
}

interface ManifestStages {
  rows: Record<string, number> | null
  /** What the file changed of the fleet: vehicles, and what people are told of them. */
  fleet: Fields | null
  vehicles: ReportTotals['vehicles']
  members: ReportTotals['members']
  consultations: ReportTotals['consultations']
  debts: Record<string, { rows: number; cents: string }>
  orders: Record<string, number>
}

interface ManifestCheck {
  code: string
  of: string
  unit: string
  expected: string
  found: string
  closes: boolean
}

interface ManifestFile {
  bytes: number
  sha256: string
  rows: number | null
  /** By column name, in cents. */
  controlTotalsCents: Record<string, string>
  /** In vehicles.csv: the sheet's own columns, which follow the fixed ones. */
  sheetColumns?: readonly string[]
}

export function manifestOf(facts: PageFacts): Manifest {
  const { run, tally, checks, texts } = facts
  return {
    format: 1,
    origin: run.simulated ? SIMULATED : REAL,
    run: manifestRun(facts),
    closes: differences(checks).length === 0,
    stages: stagesOf(facts),
    sums: {
      owed: sumOf(tally.owed),
      overdue: sumOf(tally.overdue),
      oldAnswers: sumOf(tally.old),
      new: sumOf(tally.fresh),
      unpayable: sumOf(tally.unpayable),
      alternative: sumOf(tally.alternative),
      awaitingSettlement: sumOf(tally.awaiting),
      gone: sumOf(tally.gone),
      ipvaSingle: sumOf(tally.single),
      ipvaInstalments: sumOf(tally.instalments),
    },
    exceptions: countExceptions(facts),
    checks: checks.map((check) => manifestCheck(check, texts.checks[check.code])),
    outside: outsideObject(facts.outside),
    files: Object.fromEntries(facts.files.map((file) => [file.name, manifestFile(facts, file)])),
  }
}

function manifestRun({ run, scope, startedAt, endedAt, isNow }: PageFacts): ManifestRun {
  return {
    number: run.number,
    fleet: run.fleetName,
    command: run.command,
    state: run.state,
    startedAt,
    endedAt: run.endedAt?.toISOString() ?? endedAt,
    carriedOverUntil: run.carriedOverUntil?.toISOString() ?? null,
    laterRun: scope.laterRun,
    ...(isNow ? { asOf: endedAt } : {}),
    ...run.settings,
    ...(run.givenUp.length === 0 ? {} : { givenUp: run.givenUp }),
    ...(run.auditHead === null ? {} : { auditHead: run.auditHead }),
  }
}

function stagesOf({ scope, totals, tally }: PageFacts): ManifestStages {
  const file = scope.import
  const debts = Object.entries(totals.debtsByState).map(
    ([state, sum]) => [state, sumOf(sum)] as const,
  )
  return {
    rows:
      file === null
        ? null
        : {
            read: file.read,
            accepted: file.accepted,
            repaired: file.repaired,
            rejected: file.rejected,
            duplicate: file.duplicate,
            skipped: file.skipped,
          },
    fleet: file === null ? null : changesOf(file),
    vehicles: totals.vehicles,
    members: totals.members,
    consultations: totals.consultations,
    debts: Object.fromEntries(debts),
    orders: Object.fromEntries([...tally.orders].map(([state, sum]) => [state, sum.rows])),
  }
}

/** The ledger keeps what people are told of an import beside what was understood of it. */
function changesOf({ added, changed, missing, understood }: ReportImport): Fields {
  return { added, changed, missing, ...fieldsOf(fieldsOf(understood)['applied']) }
}

function countExceptions({ tally }: PageFacts): Manifest['exceptions'] {
  const bySeverity: Record<Severity, number> = { error: 0, warning: 0, notice: 0 }
  const byCode: Partial<Record<LineCode, number>> = {}
  for (const [code, { rows }] of tally.exceptions) {
    byCode[code] = rows
    bySeverity[exceptionKinds[code].severity] += rows
  }
  return { byCode, bySeverity, forPerson: rowsForPerson(byCode) }
}

function manifestCheck(check: Check, meaning: string): ManifestCheck & { meaning: string } {
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

function manifestFile({ run, scope }: PageFacts, file: ListedFile): ManifestFile {
  const byFile = columnMessagesOf(run.settings.locale)
  const names = isKeyOf(byFile, file.name) ? byFile[file.name] : {}
  const totals = Object.entries(file.cents).map(
    ([key, sum]) => [nameOf(names, key), sum.toString()] as const,
  )
  const extra = file.name === 'vehicles.csv' ? extraColumns(scope, names) : undefined
  const sheetColumns = extra?.columns.map(({ key }) => nameOf(extra.names, key)) ?? []
  return {
    bytes: file.bytes,
    sha256: file.sha256,
    rows: file.rows,
    controlTotalsCents: Object.fromEntries(totals),
    ...(sheetColumns.length === 0 ? {} : { sheetColumns }),
  }
}

function sumOf({ rows, cents }: Sum): { rows: number; cents: string } {
  return { rows, cents: cents.toString() }
}
