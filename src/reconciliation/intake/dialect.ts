import type { CsvDialect, CsvRecord } from '../../csv/split-records.ts'
import { RecordSplitter, splitLine } from '../../csv/split-records.ts'
import { countRequiredHeaders } from './aliases.ts'

/**
 * Stage two: how the text is cut into cells. It stands by itself: the beginning of a text in, the
 * dialect and how sure it is out.
 */

export interface Dialect extends CsvDialect {
  readonly lineEnd: '\n' | '\r\n' | '\r'
  /** True when the first line is `sep=`, which settles the delimiter and is no record. */
  readonly sepLine: boolean
  /** From 0 to 1: how far the best delimiter is ahead of the next. */
  readonly confidence: number
}

const DELIMITERS = [';', ',', '\t', '|'] as const

/** As many records as are looked at for each delimiter. */
const RECORDS_JUDGED_MAX = 200

interface Score {
  readonly delimiter: string
  readonly hits: number
  /** The share of the records that have the commonest number of cells, when that is above one. */
  readonly constancy: number
  readonly width: number
}

/** `head` is the decoded beginning; when it is not the whole text its last line is left out. */
export function detectDialect(
  head: string,
  isWhole: boolean,
): Dialect | { readonly ambiguous: readonly [string, string] } {
  const lineEnd = detectLineEnd(head)
  const sep = /^"?sep=([^\r\n])"?(?:\r\n|\n|\r|$)/i.exec(head)
  if (sep?.[1] !== undefined) {
    return { delimiter: sep[1], quote: '"', lineEnd, sepLine: true, confidence: 1 }
  }
  const [best, next] = DELIMITERS.map((delimiter) => score(head, isWhole, delimiter)).sort(compare)
  if (best === undefined || next === undefined) throw new Error('There are several delimiters.')
  if (compare(best, next) === 0 && best.hits > 0) {
    if (best.width > 1) return { ambiguous: [best.delimiter, next.delimiter] }
  }
  const ahead = best.hits - next.hits + best.constancy - next.constancy
  const confidence = Math.max(0, Math.min(1, ahead))
  return { delimiter: best.delimiter, quote: '"', lineEnd, sepLine: false, confidence }
}

function compare(one: Score, other: Score): number {
  return other.hits - one.hits || other.constancy - one.constancy || other.width - one.width
}

function score(head: string, isWhole: boolean, delimiter: string): Score {
  const dialect = { delimiter, quote: '"' }
  const records = new RecordSplitter(dialect).take(head, isWhole).slice(0, RECORDS_JUDGED_MAX)
  const widths = new Map<number, number>()
  let hits = 0
  let filled = 0
  for (const record of records) {
    const cells = unwrapRow(record, dialect)
    if (cells.every((cell) => cell.trim() === '')) continue
    filled++
    widths.set(cells.length, (widths.get(cells.length) ?? 0) + 1)
    if (filled <= 30) hits = Math.max(hits, countRequiredHeaders(cells))
  }
  const [width = 1, count = 0] = [...widths].sort((a, b) => b[1] - a[1] || b[0] - a[0])[0] ?? []
  return { delimiter, hits, constancy: width > 1 ? count / filled : 0, width }
}

/** The commonest of the first line ends; CRLF when there is none, as Excel writes it. */
function detectLineEnd(head: string): '\n' | '\r\n' | '\r' {
  const counts = { '\r\n': 0, '\n': 0, '\r': 0 }
  let seen = 0
  for (const [end] of head.matchAll(/\r\n|\n|\r/g)) {
    if (end === '\r\n' || end === '\n' || end === '\r') counts[end]++
    if (++seen === RECORDS_JUDGED_MAX) break
  }
  if (counts['\n'] > counts['\r\n'] && counts['\n'] >= counts['\r']) return '\n'
  return counts['\r'] > counts['\r\n'] ? '\r' : '\r\n'
}

/** True when a second save wrapped a whole row in quotes, so that it arrives as a single cell. */
export function isWrappedRow(cells: readonly string[], dialect: CsvDialect): boolean {
  return cells.length === 1 && (cells[0] ?? '').includes(dialect.delimiter)
}

export function unwrapRow(record: CsvRecord, dialect: CsvDialect): readonly string[] {
  return isWrappedRow(record.cells, dialect)
    ? splitLine(record.cells[0] ?? '', dialect)
    : record.cells
}
