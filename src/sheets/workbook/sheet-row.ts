import type { Merge } from './merged-cells.ts'

/** What every kind of workbook is read into: rows of text, and what a person cannot see of them. */

export interface SheetRow {
  /** The row's number in the sheet, from 1. */
  readonly number: number
  /** Cells up to the last one with a text; empty ones between hold ''. None where all are empty. */
  readonly cells: readonly string[]
  /** Places, from 0, of the cells whose text a formula computed. */
  readonly computed: readonly number[]
  /** Places of the cells whose formula has no result in the file: a program wrote it unopened. */
  readonly unstored: readonly number[]
  readonly isHidden: boolean
  /** How many consecutive rows are like this one, this one included. */
  readonly times: number
}

/** Limits that hold for a cell whatever file it came out of. */
export interface CellLimits {
  readonly columnsMax: number
  readonly cellCharactersMax: number
  readonly recordCharactersMax: number
}

export interface SheetInBook {
  readonly name: string
  readonly isVisible: boolean
  /** Of a page's table: how many of the columns that the reader looks for one row names. */
  readonly names?: number
}

/** Excel stops at 31, LibreOffice does not. */
const NAME_CHARACTERS_MAX = 255

export function sheetName(given = ''): string {
  return given.slice(0, NAME_CHARACTERS_MAX).toWellFormed()
}

/** A sheet while it is read. */
export interface SheetReading {
  /** Rows that hold a text or a formula, in their order; ends the reading with a `WorkbookProblem`. */
  readonly rows: AsyncIterable<readonly SheetRow[]>
  /** Places of columns that do not show; complete when the rows are. */
  readonly hiddenColumns: ReadonlySet<number>
  /** Complete when the rows are. */
  readonly merges: readonly Merge[]
}

export interface Workbook {
  readonly kind: 'xlsx' | 'ods' | 'html'
  readonly sheets: readonly SheetInBook[]
  /** Unpacks the sheet anew at each call. */
  readonly read: (sheet: number) => SheetReading
}
