import type { CsvRecord } from '../csv/csv-record.ts'
import { GAP_ROWS_MAX } from './limits.ts'
import type { Merge } from './merged-cells.ts'
import type { SheetReading, SheetRow } from './sheet-row.ts'

/** Reads a sheet once for what must be known before its first record: its width above all. */

export interface SheetSurvey {
  /** Columns up to the last one in which anything stands. */
  readonly width: number
  /** Records that the sheet gives, the empty ones between others included. */
  readonly records: number
  readonly head: readonly CsvRecord[]
  readonly hidden: { readonly rows: number; readonly columns: number }
  readonly merges: readonly Merge[]
  readonly computed: Formulas
  /** Formulas without a result. */
  readonly unstored: Formulas
}

/** The formulas of a sheet. */
export class Formulas {
  /** Of the rows in the head. */
  readonly head: { readonly line: number; readonly place: number }[] = []
  /** Of the rows below it, by place: how many, and the line of the first. */
  readonly below = new Map<number, { readonly count: number; readonly line: number }>()

  add(places: readonly number[], { number: line, times }: SheetRow, isHead: boolean): void {
    for (const place of places) {
      const known = this.below.get(place) ?? { count: 0, line }
      if (isHead) this.head.push({ line, place })
      else this.below.set(place, { ...known, count: known.count + times })
    }
  }
}

export async function surveySheet(sheet: SheetReading, headMax: number): Promise<SheetSurvey> {
  const head: CsvRecord[] = []
  const filled = new Set<number>()
  const [computed, unstored] = [new Formulas(), new Formulas()]
  let [width, records, hiddenRows] = [0, 0, 0]
  const gaps = new GapFiller()
  for await (const rows of sheet.rows) {
    for (const row of rows) {
      unstored.add(row.unstored, row, head.length < headMax)
      if (row.cells.length === 0) continue
      width = Math.max(width, row.cells.length)
      if (row.isHidden) hiddenRows += row.times
      for (const [at, cell] of row.cells.entries()) if (cell !== '') filled.add(at)
      const isHead = head.length < headMax
      records += gaps.before(row) + row.times
      if (isHead) for (const record of gaps.records(row, headMax)) head.push(record)
      computed.add(row.computed, row, isHead)
      gaps.pass(row)
    }
  }
  const columns = [...sheet.hiddenColumns].filter((place) => filled.has(place)).length
  return {
    width,
    records,
    head: head.slice(0, headMax).map((record) => pad(record, width)),
    hidden: { rows: hiddenRows, columns },
    merges: sheet.merges,
    computed,
    unstored,
  }
}

/** All rows are as wide as the sheet, as they are when a spreadsheet writes them as CSV. */
export function pad(record: CsvRecord, width: number): CsvRecord {
  for (let at = record.cells.length; at < width; at++) record.cells.push('')
  return record
}

/**
 * Writes out repeated rows, and the empty rows between two filled ones, since a table may have
 * gaps; but a note a thousand rows below does not make all of those rows a part of the table.
 */
export class GapFiller {
  #last = 0

  /** How many empty records come before this row. */
  before(row: SheetRow): number {
    const gap = row.number - this.#last - 1
    return gap > GAP_ROWS_MAX ? 0 : gap
  }

  /** The empty records before the row and those that the row stands for, but at most `max`. */
  *records(row: SheetRow, max = Number.POSITIVE_INFINITY): Generator<CsvRecord> {
    let left = max
    const from = row.number - this.before(row)
    for (let line = from; line < row.number + row.times && left > 0; line++, left--) {
      yield { line, lines: 1, cells: line < row.number ? [] : [...row.cells] }
    }
  }

  pass(row: SheetRow): void {
    this.#last = row.number + row.times - 1
  }
}
