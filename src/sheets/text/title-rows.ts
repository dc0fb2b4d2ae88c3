import { tableWidth } from './read-candidate.ts'

/** Titles that may stand before a table; beyond them the first row is taken for its header. */
const TITLE_ROWS_MAX = 30

/**
 * How many titles stand before a table whose columns nobody can name: a title fills a cell or two,
 * and the table begins with the first row that fills half of its columns.
 */
export function countTitleRows(rows: readonly (readonly string[])[]): number {
  const { width } = tableWidth(rows)
  const isFull = (cells: readonly string[]): boolean =>
    cells.filter((cell) => cell.trim() !== '').length >= Math.max(1, width / 2)
  return Math.max(0, rows.slice(0, TITLE_ROWS_MAX + 1).findIndex(isFull))
}
