import type { CsvDialect, CsvRecord } from '../../../sheets/csv/csv-record.ts'
import { splitLine } from '../../../sheets/csv/read-records.ts'
import { holdsIdentity } from '../../../fleet/identities-in-text.ts'

/**
 * Two stray quotes on different lines make one record of the rows between them. Such a record is
 * split into its lines again, none of which can be trusted.
 */

const LINE_END = /\r\n|\n|\r/

/** `width`: of the header. */
export function partJoinedRows(
  record: CsvRecord,
  width: number,
  dialect: CsvDialect,
): readonly CsvRecord[] {
  const { text, cells, line: quoteLine } = record
  if (text === undefined || width < 2) return [record]
  const lines = text.split(LINE_END)
  const widths = lines.map((line) => line.split(dialect.delimiter).length)
  const isJoined = areRows(widths, width) || cells.some((cell) => holdsRow(cell, dialect))
  if (!isJoined) return [record]
  return lines.map((line, at) => ({
    line: quoteLine + at,
    lines: 1,
    cells: splitLine(line, dialect),
    problem: 'unclosed-quote',
    quoteLine,
  }))
}

/** The cells of each line of a record, whatever quotes have joined it. */
export function rowsWithin(cells: readonly string[], { delimiter }: CsvDialect): string[][] {
  const lines = cells.join(delimiter).split(LINE_END)
  return lines.map((line) => line.split(delimiter))
}

/**
 * A row with line ends inside has its beginning in the first line and its end in the last one. The
 * lines are rows of their own if one between them is as wide as a row, or both of these nearly are.
 */
function areRows(widths: readonly number[], width: number): boolean {
  const least = width > 3 ? width - 1 : width
  const between = widths.slice(1, -1)
  const isEach = [widths.at(0) ?? 0, widths.at(-1) ?? 0].every((count) => count >= least)
  return isEach || between.some((count) => count >= width)
}

/** Whether a cell with line ends holds a row: the delimiter, and what identifies a vehicle. */
export function holdsRow(cell: string, { delimiter }: CsvDialect): boolean {
  const lines = cell.split(LINE_END)
  const isMany = lines.length > 1 && cell.includes(delimiter)
  return isMany && lines.flatMap((line) => line.split(delimiter)).some(holdsIdentity)
}
