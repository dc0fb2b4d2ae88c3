import { wordsOf, type Locale } from '../../../bilingual.ts'
import { escapeFormula } from '../../../sheets/csv/escape-formula.ts'
import { isVerdictColumn, ORIGIN_COLUMN, VERDICT_COLUMNS } from '../header/aliases.ts'
import { unwrapRow } from '../../../sheets/text/dialect.ts'
import { byteOfCharacter } from '../../../sheets/text/windows-1252.ts'
import { explainIssue } from '../reasons/explain.ts'
import type { JudgedRow, RowIssue, Understood } from '../judged.ts'
import { decidingIssues } from './group-issues.ts'

/**
 * The rows of a judged file as they came, with five columns that say what to correct, for every
 * format of output. Columns of an earlier check are replaced.
 */

export interface VerdictOptions {
  /** `rejected`: only rows to correct (rejected and duplicate); `all`: every row of the file. */
  readonly rows: 'rejected' | 'all'
  readonly locale?: Locale
  /** Writes what a repair made of a cell instead of what stood there. */
  readonly fix?: boolean
  /** What every row says of where its run's answers came from; no column when absent. */
  readonly origin?: string
}

const statusesOf = wordsOf({
  accepted: ['aceita', 'accepted'],
  repaired: ['corrigida', 'repaired'],
  rejected: ['recusada', 'rejected'],
  duplicate: ['duplicada', 'duplicate'],
  skipped: ['pulada', 'skipped'],
})

/** The header first, then batches in the file's order. */
export async function* verdictRecords(
  understood: Understood,
  rows: AsyncIterable<readonly JudgedRow[]>,
  options: VerdictOptions,
): AsyncGenerator<readonly (readonly string[])[]> {
  const locale = options.locale ?? 'pt-BR'
  const { kept, width } = keptColumns(understood)
  const { encoding } = understood
  const origin = options.origin === undefined ? [] : [options.origin]
  yield headerRecords(understood, options)
  for await (const batch of rows) {
    const records: string[][] = []
    for (const row of batch) {
      if (options.rows === 'rejected' && !isToFix(row)) continue
      const raw = cellsOf(row, understood)
      const fixes = options.fix === true ? row.fixes : undefined
      const own = kept.map((at) => fixOf(fixes?.get(at), encoding) ?? raw[at] ?? '')
      // Cells beyond the header stay behind the verdict, so that none is lost or moved.
      const beyond = raw.slice(width).filter((cell) => cell !== '')
      records.push([...own, ...verdictCells(row, locale), ...origin, ...beyond])
    }
    if (records.length > 0) yield records
  }
}

export function verdictHeader(
  { header }: Understood,
  { origin }: Pick<VerdictOptions, 'origin'>,
): readonly string[] {
  return [...header, ...VERDICT_COLUMNS, ...(origin === undefined ? [] : [ORIGIN_COLUMN])]
}

/** A header that fills two lines goes back so, with our columns named in the second. */
function headerRecords(understood: Understood, options: VerdictOptions): (readonly string[])[] {
  const header = verdictHeader(understood, options)
  if (understood.headerLines === undefined) return [header]
  const { kept } = keptColumns(understood)
  const [upper, lower] = understood.headerLines.map((line) => kept.map((at) => line[at] ?? ''))
  const ours = header.slice(kept.length)
  return [
    [...(upper ?? []), ...ours.map(() => '')],
    [...(lower ?? []), ...ours],
  ]
}

/** Undefined for a text that the file's encoding cannot hold, such as a restored emoji. */
function fixOf(text: string | undefined, { name }: Understood['encoding']): string | undefined {
  if (text === undefined || name !== 'windows-1252') return text
  return Array.from(text).every((char) => byteOfCharacter(char) !== undefined) ? text : undefined
}

function isToFix(row: JudgedRow): boolean {
  return row.verdict === 'rejected' || row.verdict === 'duplicate'
}

/** Which cells of the file are its own, by their place; `width` counts all that the file has. */
function keptColumns(understood: Understood): { kept: readonly number[]; width: number } {
  const places = Array.from(understood.allColumns.keys())
  const kept = places.filter((at) => !isVerdictColumn(understood.allColumns[at] ?? ''))
  return { kept, width: places.length }
}

/** A row that was wrapped in quotes as a whole goes back as the cells it holds. */
export function cellsOf(
  { rawCells }: Pick<JudgedRow, 'rawCells'>,
  understood: Understood,
): readonly string[] {
  return understood.allColumns.length > 1 ? unwrapRow({ cells: rawCells }, understood) : rawCells
}

function verdictCells(row: JudgedRow, locale: Locale): string[] {
  const issues = decidingIssues(row)
  const join = (of: (issue: RowIssue) => string): string => {
    return escapeFormula(issues.map(of).join(' | '))
  }
  return [
    statusesOf(locale)[row.verdict],
    join((issue) => `${issue.code}: ${explainIssue(issue, locale)}`),
    join((issue) => issue.column),
    join((issue) => issue.value),
    join((issue) => issue.suggestion ?? issue.repaired ?? ''),
  ]
}
