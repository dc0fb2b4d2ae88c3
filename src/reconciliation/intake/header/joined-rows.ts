import type { CsvDialect, CsvRecord } from '../../../sheets/csv/csv-record.ts'
import { splitLine } from '../../../sheets/csv/read-records.ts'
import { holdsIdentity } from '../../../fleet/identities-in-text.ts'

/**
 * Two stray quotes on different lines make one record of the rows between them. Such a record is
 * parted into its lines again, none of which can be trusted.
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
 * Of a row with line ends inside, the first line holds the beginning and the last line the end. A
 * line between them that is a row, or both of these, perhaps without a cell, are rows.
 */
function areRows(widths: readonly number[], width: number): boolean {
  const least = width > 3 ? width - 1 : width
  const between = widths.slice(1, -1)
  const isEach = [widths.at(0) ?? 0, widths.at(-1) ?? 0].every((count) => count >= least)
  return isEach || between.some((count) => count >= width)
}

/** A cell with line ends that has the delimiter as well, and what tells a vehicle beside it. */
export function holdsRow(cell: string, { delimiter }: CsvDialect): boolean {
  const lines = cell.split(LINE_END)
  const isMany = lines.length > 1 && cell.includes(delimiter)
  return isMany && lines.flatMap((line) => line.split(delimiter)).some(holdsIdentity)
}
