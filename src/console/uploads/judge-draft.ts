/** Judges an upload and gathers what its page shows: counts, and the first things to fix. */
import { inLocale, type Locale } from '../../bilingual.ts'
import {
  DifferenceWatch,
  type FileDifference,
  type FleetBefore,
} from '../../app/intake/file-difference.ts'
import { judgeFile } from '../../reconciliation/intake/judge-file.ts'
import type {
  JudgedFile,
  JudgedVehicle,
  Refused,
  Understood,
} from '../../reconciliation/intake/judged.ts'
import type { RowCounts } from '../../ledger/fleets/imports.ts'
import type { FleetReading } from '../../ledger/fleets/fleet-reading.ts'
import type { ColumnSample } from '../../reconciliation/intake/records/sample-columns.ts'
import { sampleColumns } from '../../reconciliation/intake/records/sample-columns.ts'
import type { Upload } from '../../reconciliation/intake/uploads.ts'
import { IssueGroups, type IssueGroup } from '../../reconciliation/intake/verdicts/group-issues.ts'
import { RowsToEdit, type RowToEdit } from '../../reconciliation/intake/verdicts/rows-to-edit.ts'
import { watchRows } from '../../reconciliation/intake/watch-rows.ts'
import { withoutCommands } from '../../app/without-commands.ts'
import type { ReadingOptions } from '../../app/intake/drafts.ts'

export interface JudgedDraft {
  readonly understood: Understood
  readonly counts: RowCounts
  readonly difference: FileDifference
  /** Vehicles of the first accepted rows. */
  readonly first: readonly JudgedVehicle[]
  /** The first rejected rows. */
  readonly toEdit: readonly RowToEdit[]
  /** What rejects rows comes first; documents in values are masked already. */
  readonly issues: readonly IssueGroup[]
}

export interface RefusedDraft {
  /** The reason, with the cure unless that is an option: pages have a form for it. */
  readonly refusal: string
  /** The first rows, where choosing columns, a sheet or values for all rows may cure it. */
  readonly sample: ColumnSample | undefined
}

export interface DraftReading {
  readonly source: Upload['source']
  readonly readingOptions: ReadingOptions
  readonly remembered: FleetReading | undefined
  /** The fleet as the import would find it. */
  readonly before: FleetBefore
}

/** Rows that show whether a file was understood. */
const FIRST_ROWS_MAX = 5

/** So many sheets of a workbook are tried: its first ones may be empty, or a cover page. */
const SHEETS_TRIED_MAX = 8

/** Codes of refusals that a person can cure in the form, without another file. */
const CURED_HERE: readonly string[] = [
  'F-HEADER',
  'F-MISSING-COLUMN',
  'F-AMBIGUOUS-COLUMN',
  'F-DRIVER-DOCUMENT',
  'F-SWAPPED',
  'F-MAP',
  'F-SHEET',
  'F-SHEET-GONE',
  'F-DEFAULT-UF',
  'F-DEFAULT-OWNER',
] satisfies readonly Refused['refused']['code'][]

export async function judgeDraft(
  reading: DraftReading,
  locale: Locale,
): Promise<JudgedDraft | RefusedDraft> {
  const judged = await judgedAgain(reading)
  if ('refused' in judged) return refusedDraft(reading, judged, locale)
  const issues = new IssueGroups()
  const toEdit = new RowsToEdit(judged)
  const first: JudgedVehicle[] = []
  const watch = new DifferenceWatch(reading.before, judged)
  for await (const batch of watchRows(judged.rows, [issues, toEdit, watch])) {
    for (const { vehicle } of batch) {
      if (vehicle !== undefined && first.length < FIRST_ROWS_MAX) first.push(vehicle)
    }
  }
  const { understood, counts } = judged
  const difference = await watch.difference(() => reading.source())
  return {
    understood,
    counts,
    difference,
    first,
    toEdit: toEdit.rows,
    issues: issues.sorted(),
  }
}

/** Judges the file again with the same verdicts, to write them into a file. */
export function judgedAgain({
  source,
  readingOptions,
  remembered,
  before: { vehicles, former },
}: DraftReading): Promise<JudgedFile | Refused> {
  const { forgetReading, ...asked } = readingOptions
  const known = forgetReading === true || remembered === undefined ? {} : { remembered }
  return judgeFile(() => source(), { ...asked, ...known, vehicles, former })
}

async function refusedDraft(
  reading: DraftReading,
  { refused }: Refused,
  locale: Locale,
): Promise<RefusedDraft> {
  const { code, line, message } = refused
  const sample = await sampleOf(reading, code, line)
  return { refusal: withoutCommands(inLocale(message, locale)), sample }
}

async function sampleOf(
  { source, readingOptions, remembered }: DraftReading,
  code: Refused['refused']['code'],
  line: number | undefined,
): Promise<ColumnSample | undefined> {
  if (code === 'F-SHEET-EMPTY' || code === 'F-TABLES') return firstFilledSheet(source)
  if (!CURED_HERE.includes(code)) return undefined
  // A sheet that does not exist is dropped, so that the person chooses an existing one.
  const isForgotten = readingOptions.forgetReading === true || code === 'F-SHEET-GONE'
  return sampleColumns(() => source(), {
    sheet: code === 'F-SHEET' ? undefined : readingOptions.sheet,
    rememberedSheet: isForgotten ? undefined : remembered?.sheet,
    headerLine: code === 'F-HEADER' ? undefined : line,
  })
}

async function firstFilledSheet(source: Upload['source']): Promise<ColumnSample | undefined> {
  for (let number = 1; number <= SHEETS_TRIED_MAX; number += 1) {
    const sample = await sampleColumns(() => source(), { sheet: String(number) })
    if (sample !== undefined) return sample
  }
  return undefined
}
