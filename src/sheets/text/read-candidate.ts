import type { CsvDialect, CsvRecord } from '../csv/csv-record.ts'
import { QUOTE_MARK, quotePatterns } from '../csv/quote-patterns.ts'
import { splitText } from '../csv/read-records.ts'
import { unwrapRow } from './dialect.ts'
import { kindOfCell } from './cell-kind.ts'

/** The evidence for a dialect: the beginning of the text is read in it, and rows are weighed. */

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
  /** From 0 to 1: how far the cells look like values and not like pieces or heaps of them. */
  readonly looks: number
  /** From 0 to 1: rows of one width whose cells look like values and whose quotes are in order. */
  readonly quality: number
  /** Rows that are not blank. */
  readonly rows: number
  /** Cells that are quoted. */
  readonly closedQuotes: number
  /** Cells that only begin with a quote. */
  readonly strayQuotes: number
  /** Quotes inside quoted cells that nothing escapes. */
  readonly bareQuotes: number
}

type Rows = readonly (readonly string[])[]

/** A title that mentions one column is no header. */
export const HITS_MIN = 2

/** Records that are read for each dialect. */
const RECORDS_JUDGED_MAX = 200

/** Rows among which the header is looked for: a preamble of twenty, and some blank ones. */
const HEADER_ROWS_MAX = 30

/** Cells of a row that are weighed; a row of a thousand says no more than its first ones. */
const CELLS_JUDGED_MAX = 40

/** Cells of a row in which headers are looked for: no table of a fleet has more columns. */
const HEADER_CELLS_MAX = 256

/** The evidence for a delimiter that the text does not have. */
const NOTHING: Omit<Evidence, 'dialect'> = {
  hits: 0,
  width: 1,
  constancy: 0,
  looks: 0,
  quality: 0,
  rows: 0,
  closedQuotes: 0,
  strayQuotes: 0,
  bareQuotes: 0,
}

export function readCandidate(sample: Sample, dialect: CsvDialect): Evidence {
  if (!sample.text.includes(dialect.delimiter)) return { ...NOTHING, dialect }
  const records = splitText(sample.text, dialect, sample).slice(0, RECORDS_JUDGED_MAX)
  const rows = records.map((record) => unwrapRow(record, dialect)).filter(isFilled)
  const header = findNamedRow(rows, sample.headerHits)
  const hits = header?.hits ?? 0
  const { width, count } = tableWidth(rows, header)
  const constancy = count / Math.max(1, rows.length)
  const { closed, stray, bare } = countQuotes(sample.text, records, dialect)
  const quotes = { closedQuotes: closed, strayQuotes: stray, bareQuotes: bare }
  const evidence = { dialect, hits, width, constancy, rows: rows.length, ...quotes }
  if (width === 1) return { ...evidence, looks: 0, quality: 0 }
  const table = rows.filter((cells) => cells.length === width)
  const { looks, loose } = weighCells(table, dialect)
  // A delimiter beside which no quote opens or closes is not the one that the writer used.
  const order = (closed + 1) / (closed + 2 * stray + loose + 1)
  const quality = constancy * ((width - 1) / width) * looks * order
  return { ...evidence, looks, quality }
}

/** What became of the quotes of a text: they quote a cell, begin one only, or stand inside. */
function countQuotes(text: string, records: readonly CsvRecord[], dialect: CsvDialect) {
  const counts = { closed: 0, stray: 0, bare: 0 }
  if (dialect.quote === null || !text.includes(dialect.quote)) return counts
  const { cell, inner } = quotePatterns(dialect)
  for (const line of text.split(/[\r\n]/)) {
    const marked = line.replace(inner, () => {
      counts.bare++
      return QUOTE_MARK
    })
    for (const [, closed] of marked.matchAll(cell)) {
      counts[closed === undefined ? 'stray' : 'closed']++
    }
  }
  // A quote that its line leaves open is closed in another line of its record.
  const joined = Math.min(counts.stray, records.filter(({ lines }) => lines > 1).length)
  return { ...counts, closed: counts.closed + joined, stray: counts.stray - joined }
}

function isFilled(cells: readonly string[]): boolean {
  return cells.some((cell) => cell.trim() !== '')
}

interface NamedRow {
  readonly at: number
  readonly hits: number
}

/** The first of the rows that name the most columns of the reader's vocabulary. */
export function findNamedRow(rows: Rows, headerHits: Sample['headerHits']): NamedRow | undefined {
  let best: NamedRow | undefined
  for (const [at, cells] of rows.slice(0, HEADER_ROWS_MAX).entries()) {
    const hits = headerHits(cells.slice(0, HEADER_CELLS_MAX))
    if (hits > (best?.hits ?? 0)) best = { at, hits }
  }
  return best
}

/**
 * How wide the table is, and how many rows are that wide. A row that names the reader's columns
 * decides; otherwise rows of one cell are titles or, in the wrong dialect, whole lines, and a few
 * rows of many cells outweigh a few more titles that hold the delimiter.
 */
export function tableWidth(rows: Rows, header?: NamedRow): { width: number; count: number } {
  const counts = new Map<number, number>()
  for (const { length } of rows) if (length > 1) counts.set(length, (counts.get(length) ?? 0) + 1)
  const named =
    header !== undefined && header.hits >= HITS_MIN ? rows[header.at]?.length : undefined
  if (named !== undefined) return { width: named, count: counts.get(named) ?? 0 }
  const weigh = ([width, count]: readonly [number, number]): number => count * count * (width - 1)
  const [best] = [...counts].sort((a, b) => weigh(b) - weigh(a) || b[0] - a[0])
  return best === undefined ? { width: 1, count: 0 } : { width: best[0], count: best[1] }
}

/** How far the cells look like values, from 0 to 1, and in how many a quote is left. */
function weighCells(rows: Rows, { delimiter, quote }: CsvDialect) {
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
  // A cell that holds the delimiter was quoted, so it is a whole value.
  if (cell.includes(delimiter)) return 1
  if (kindOfCell(cell) === 'other') return 0
  return cell.startsWith(' ') ? 0.5 : 1
}
