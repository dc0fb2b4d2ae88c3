import type { CsvDialect } from '../../../csv/split-records.ts'
import { RecordSplitter } from '../../../csv/split-records.ts'
import { unwrapRow } from '../dialect.ts'
import { kindOfCell } from './cell-kind.ts'

/** What speaks for a dialect: the beginning of the text is read in it, and the rows are weighed. */

export interface Sample {
  readonly text: string
  readonly isWhole: boolean
  /** How many columns of the reader's own vocabulary the cells of a row name. */
  readonly headerHits: (cells: readonly string[]) => number
}

export interface Evidence {
  readonly dialect: CsvDialect
  /** The most columns of the reader's vocabulary that one of the first rows names. */
  readonly hits: number
  /** The commonest number of cells above one; one when there is no other. */
  readonly width: number
  /** The share of the rows that have this number of cells. */
  readonly constancy: number
  /** From 0 to 1: rows of one width whose cells look like values and whose quotes are in order. */
  readonly quality: number
  /** Rows that are not blank. */
  readonly rows: number
  readonly closedQuotes: number
  readonly strayQuotes: number
  /** Inside quoted cells, escaped by nothing. */
  readonly bareQuotes: number
}

/** As many records as are looked at for each dialect. */
const RECORDS_JUDGED_MAX = 200

/** Rows among which the header is looked for: a preamble of twenty, and some blank ones. */
const HEADER_ROWS_MAX = 30

/** Cells of a row that are weighed; a row of a thousand says no more than its first ones. */
const CELLS_JUDGED_MAX = 40

/** Cells of a row in which headers are looked for: no table of a fleet has more columns. */
const HEADER_CELLS_MAX = 256

export function readCandidate(sample: Sample, dialect: CsvDialect): Evidence {
  const splitter = new RecordSplitter(dialect)
  const records = splitter.take(sample.text, sample.isWhole).slice(0, RECORDS_JUDGED_MAX)
  const rows = records.map((record) => unwrapRow(record, dialect)).filter(isFilled)
  const first = rows.slice(0, HEADER_ROWS_MAX)
  const hits = first.reduce(
    (most, cells) => Math.max(most, sample.headerHits(cells.slice(0, HEADER_CELLS_MAX))),
    0,
  )
  const { width, count } = commonestWidth(rows)
  const constancy = count / Math.max(1, rows.length)
  const { closed, stray, bare } = splitter.quotes
  const quotes = { closedQuotes: closed, strayQuotes: stray, bareQuotes: bare }
  const evidence = { dialect, hits, width, constancy, rows: rows.length, ...quotes }
  if (width === 1) return { ...evidence, quality: 0 }
  const table = rows.filter((cells) => cells.length === width)
  const { looks, loose } = weighCells(table, dialect)
  // A delimiter beside which no quote opens or closes is not the one that the writer used.
  const order = (closed + 1) / (closed + 2 * stray + loose + 1)
  const quality = constancy * ((width - 1) / width) * looks * order
  return { ...evidence, quality }
}

function isFilled(cells: readonly string[]): boolean {
  return cells.some((cell) => cell.trim() !== '')
}

/** Rows of one cell are titles or, in the wrong dialect, whole lines: they count for no width. */
export function commonestWidth(rows: readonly (readonly string[])[]): {
  width: number
  count: number
} {
  const counts = new Map<number, number>()
  for (const { length } of rows) if (length > 1) counts.set(length, (counts.get(length) ?? 0) + 1)
  const [best] = [...counts].sort((a, b) => b[1] - a[1] || b[0] - a[0])
  return best === undefined ? { width: 1, count: 0 } : { width: best[0], count: best[1] }
}

/** How far the cells look like values, from 0 to 1, and in how many a quote is left. */
function weighCells(
  rows: readonly (readonly string[])[],
  { delimiter, quote }: CsvDialect,
): { looks: number; loose: number } {
  let cells = 0
  let good = 0
  let loose = 0
  for (const row of rows) {
    for (const cell of row.slice(0, CELLS_JUDGED_MAX)) {
      cells++
      good += looksOfCell(cell, delimiter)
      if (quote !== null && cell.includes(quote)) loose++
    }
  }
  return { looks: cells === 0 ? 0 : good / cells, loose }
}

function looksOfCell(cell: string, delimiter: string): number {
  // What holds the delimiter itself was quoted, and so is whole.
  if (cell.includes(delimiter)) return 1
  if (kindOfCell(cell) === 'other') return 0
  return cell.startsWith(' ') ? 0.5 : 1
}
