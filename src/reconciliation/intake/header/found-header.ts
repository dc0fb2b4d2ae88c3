import type { CsvRecord } from '../../../sheets/csv/csv-record.ts'
import type { RequiredField } from './aliases.ts'
import type { ChosenColumns, FieldMap } from './choose-columns.ts'
import type { FileWarning } from '../judged.ts'

/** What is known of a file's header, and what is told before it is looked for. */

export interface Header {
  /** The header's line from 1; 0 when the file has none and columns were named by their places. */
  readonly line: number
  /** How many records stand before the first row, the header itself included. */
  readonly records: number
  /** All cells of the header, including those that an earlier check of ours appended. */
  readonly cells: readonly string[]
  /** Of a header that fills two lines: its lines as they stand. */
  readonly twoLines?: readonly [readonly string[], readonly string[]]
  readonly columns: ChosenColumns['columns']
  readonly extras: readonly number[]
  /** The columns that an earlier check of ours appended, by their name. */
  readonly verdicts: ReadonlyMap<string, number>
  readonly twins: ChosenColumns['twins']
  readonly preamble: readonly CsvRecord[]
  readonly warnings: readonly FileWarning[]
}

export interface HeaderOptions {
  /** Fields that the file's defaults give, so that no column need. */
  readonly defaults: ReadonlySet<RequiredField>
  readonly map: FieldMap
  readonly columnsMax: number
  readonly recordCharactersMax: number
  /** False when the records are the beginning of a longer file. */
  readonly isWhole: boolean
}

/** The row that names most, where none names all. */
export interface BestRow {
  readonly row: readonly string[]
  readonly line: number
  readonly names: number
  readonly twoLines?: Header['twoLines'] | undefined
}
