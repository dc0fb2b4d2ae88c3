import type { CsvDialect } from '../csv/csv-record.ts'
import { splitLine } from '../csv/read-records.ts'

/** How a text is cut into cells, once it is known. */

export interface Dialect extends CsvDialect {
  readonly lineEnd: '\n' | '\r\n' | '\r'
  /** True when the first line is `sep=`, which settles the delimiter and is no record. */
  readonly sepLine: boolean
  /** From 0 to 1: how far the best delimiter is ahead of the next. */
  readonly confidence: number
}

/** Of a CSV that is written from what had no delimiter: what a Brazilian Excel opens. */
export const EXCEL: Dialect = {
  delimiter: ';',
  quote: '"',
  lineEnd: '\r\n',
  sepLine: false,
  confidence: 1,
}

/** Two delimiters that explain the text alike: only a person can choose. */
export interface Ambiguous {
  readonly ambiguous: readonly [string, string]
}

/**
 * True when a second save wrapped a whole row in quotes, so that it arrives as a single cell. A
 * line end inside is no such row: what follows it would be lost.
 */
export function isWrappedRow(cells: readonly string[], dialect: CsvDialect): boolean {
  const [text = ''] = cells
  return cells.length === 1 && text.includes(dialect.delimiter) && !/[\r\n][^\r\n]/.test(text)
}

/** The cells inside a wrapped row; others as they are. */
export function unwrapRow(
  { cells }: { readonly cells: readonly string[] },
  dialect: CsvDialect,
): readonly string[] {
  if (!isWrappedRow(cells, dialect)) return cells
  return splitLine((cells[0] ?? '').replace(/[\r\n]+$/, ''), dialect)
}
