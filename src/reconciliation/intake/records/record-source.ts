import type { CsvRecord } from '../../../sheets/csv/csv-record.ts'
import type { Dialect } from '../../../sheets/text/dialect.ts'
import type { Header } from '../header/header.ts'
import type { Container, FileWarning, Refused } from '../judged.ts'
import type { Survey } from './survey-bytes.ts'

/**
 * The records of a file in one form for the stages that judge them, whether the file is a text that
 * is cut into records or a workbook of which one sheet is read.
 */

/** Of a header, whatever file it heads: its line and cells, and the places that are read. */
export type UsedColumns = Pick<Header, 'line' | 'cells'> & {
  readonly columns: ReadonlyMap<string, number>
}

/** Opens the file's bytes; called once for each pass over them. */
export type FileSource = () => AsyncIterable<Uint8Array>

export interface RecordSource {
  readonly survey: Survey
  /** How the text is cut; for a sheet, how its rows are written as a CSV. */
  readonly dialect: Dialect
  readonly container: Container
  /** The first records, more than may stand before the first row. */
  readonly head: readonly CsvRecord[]
  /** True when `head` is everything. */
  readonly isWhole: boolean
  /** All records from the first; throws `FileChanged` when the bytes are not those surveyed. */
  readonly read: () => AsyncGenerator<readonly CsvRecord[]>
  /** Warnings that depend on which columns are used. */
  readonly warningsOf: (header: Header) => readonly FileWarning[]
  /** Why a file with these columns cannot be read after all. */
  readonly refusalOf?: (
    header: UsedColumns,
    isFooter: (cells: readonly string[]) => boolean,
  ) => Promise<Refused | undefined>
}
