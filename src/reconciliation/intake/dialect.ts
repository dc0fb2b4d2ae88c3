import type { CsvDialect, CsvRecord } from '../../csv/split-records.ts'
import { splitLine } from '../../csv/split-records.ts'

/** How a text is cut into cells, once it is known. */

export interface Dialect extends CsvDialect {
  readonly lineEnd: '\n' | '\r\n' | '\r'
  /** True when the first line is `sep=`, which settles the delimiter and is no record. */
  readonly sepLine: boolean
  /** From 0 to 1: how far the best delimiter is ahead of the next. */
  readonly confidence: number
}

/** Two delimiters that explain the text alike: only a person can choose. */
export interface Ambiguous {
  readonly ambiguous: readonly [string, string]
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
