import { WORKBOOK_LIMITS, type WorkbookLimits } from '../../sheets/workbook/limits.ts'

/** What a fleet file may be at most; each limit refuses the file while it is read, not after. */
export interface IntakeLimits {
  readonly bytesMax: number
  /** Records after the header, blank ones too. */
  readonly rowsMax: number
  readonly columnsMax: number
  readonly recordCharactersMax: number
  readonly cellCharactersMax: number
  /** Title rows that may stand before the header. */
  readonly preambleRowsMax: number
  /** Records with a quote that is not closed in its line. */
  readonly openQuotesMax: number
  /** Further limits of XLSX and ODS files. */
  readonly workbook: WorkbookLimits
}

export const INTAKE_LIMITS: IntakeLimits = {
  bytesMax: 64 * 1024 * 1024,
  rowsMax: 200_000,
  columnsMax: 200,
  recordCharactersMax: 64 * 1024,
  cellCharactersMax: 4 * 1024,
  preambleRowsMax: 20,
  openQuotesMax: 20,
  workbook: WORKBOOK_LIMITS,
}

/** The beginning of a file by which its dialect is detected. */
export const HEAD_BYTES = 64 * 1024
