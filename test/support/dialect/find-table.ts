import type { CellKind } from '../../../src/sheets/text/cell-kind.ts'
import { isTyped, kindOfCell } from '../../../src/sheets/text/cell-kind.ts'

/** Where the table stands among the rows of a text: title rows, header rows, and its end. */

export type Rows = readonly (readonly string[])[]

export interface TablePlace {
  /** Records before the header, or before the first row where there is none. */
  readonly preamble: number
  /** Zero when the first row looks like those below it. */
  readonly headerRows: number
}

/** Rows below the header by which a column's kind is known. */
const ROWS_JUDGED_MAX = 50

/** Title rows that may stand before the table. */
const PREAMBLE_MAX = 30

/** More rows than this are no header, whatever they look like. */
const HEADER_ROWS_MAX = 5

/** The share of a column's cells that have the same kind when the column has that kind. */
const KIND_SHARE_MIN = 0.7

export function findTable(rows: Rows, width: number): TablePlace {
  const preamble = findFirstRow(rows, width)
  const filled = rows
    .map((cells, at) => ({ cells, at }))
    .filter(({ cells, at }) => at >= preamble && countFilled(cells) > 0)
  // Rows that may belong to the header say nothing of the columns, as far as others are left.
  const below = Math.max(1, Math.min(HEADER_ROWS_MAX, Math.floor(filled.length / 2)))
  const body = filled.slice(below, below + ROWS_JUDGED_MAX).map(({ cells }) => cells)
  const kinds = columnKinds(body)
  const [first] = filled
  if (first === undefined) return { preamble, headerRows: 0 }
  if (filled.length === 1) return { preamble, headerRows: isNamed(first.cells) ? 1 : 0 }
  let headerRows = 0
  for (const { cells, at } of filled.slice(0, HEADER_ROWS_MAX)) {
    const { names, values } = compareKinds(cells, kinds)
    const isFirst = at === first.at
    const isHeader = isFirst ? names > values : names > 1 && values === 0 && isFull(cells, width)
    if (!isHeader) break
    headerRows = at - preamble + 1
  }
  // Where every column holds words nothing tells a header apart, and most tables have one.
  if (headerRows === 0 && !kinds.some(isTyped) && isNamed(first.cells)) headerRows = 1
  return { preamble, headerRows }
}

/** A title fills a cell or two; the table begins with the first row that fills half its columns. */
function findFirstRow(rows: Rows, width: number): number {
  const found = rows.slice(0, PREAMBLE_MAX).findIndex((cells) => isFull(cells, width))
  return Math.max(0, found)
}

function isFull(cells: readonly string[], width: number): boolean {
  return countFilled(cells) >= Math.max(1, width / 2)
}

function countFilled(cells: readonly string[]): number {
  return cells.filter((cell) => cell.trim() !== '').length
}

function columnKinds(rows: Rows): CellKind[] {
  const width = rows.reduce((most, { length }) => Math.max(most, length), 0)
  return Array.from({ length: width }, (_, column) => {
    const counts = new Map<CellKind, number>()
    let total = 0
    for (const row of rows) {
      const kind = kindOfCell(row[column] ?? '')
      if (kind === 'empty') continue
      total++
      counts.set(kind, (counts.get(kind) ?? 0) + 1)
    }
    const [best] = [...counts].sort((a, b) => b[1] - a[1])
    return best !== undefined && best[1] >= KIND_SHARE_MIN * total ? best[0] : 'other'
  })
}

/** In columns of numbers, dates and the like: cells that are names, and cells that are values. */
function compareKinds(
  cells: readonly string[],
  kinds: readonly CellKind[],
): { names: number; values: number } {
  let names = 0
  let values = 0
  for (const [at, cell] of cells.entries()) {
    const kind = kindOfCell(cell)
    if (isTyped(kind)) values++
    else if (kind !== 'empty' && isTyped(kinds[at] ?? 'other')) names++
  }
  return { names, values }
}

function isNamed(cells: readonly string[]): boolean {
  return cells.every((cell) => !isTyped(kindOfCell(cell)))
}

/** Names that come again in a later row begin a second table, whose columns may be others. */
export function repeatsHeader(cells: readonly string[], header: readonly string[]): boolean {
  const names = new Set(header.map(bare).filter((name) => name !== ''))
  if (names.size < 2) return false
  const again = new Set(cells.map(bare).filter((name) => names.has(name)))
  return again.size > names.size / 2 && again.size > cells.length / 2
}

function bare(cell: string): string {
  return cell.trim().toLowerCase()
}
