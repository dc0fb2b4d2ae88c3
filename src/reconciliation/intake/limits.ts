import { WORKBOOK_LIMITS } from '../../sheets/workbook/limits.ts'

/** What a fleet file may be at most; each limit refuses the file while it is read, not after. */
export const INTAKE_LIMITS = {
  bytesMax: 64 * 1024 * 1024,
  /** Records after the header, blank ones too. */
  rowsMax: 200_000,
  columnsMax: 200,
  recordCharactersMax: 64 * 1024,
  cellCharactersMax: 4 * 1024,
  /** Title rows that may stand before the header. */
  preambleRowsMax: 20,
  /** Records with a quote that is not closed in its line. */
  openQuotesMax: 20,
  /** Further limits of XLSX and ODS files. */
  workbook: WORKBOOK_LIMITS,
}

export type IntakeLimits = Readonly<typeof INTAKE_LIMITS>

/** The beginning of a file by which its dialect is detected. */
export const HEAD_BYTES = 64 * 1024
