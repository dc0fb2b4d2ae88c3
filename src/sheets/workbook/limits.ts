/** What a workbook may be at most; each limit refuses the file while it is unpacked, not after. */
export interface WorkbookLimits {
  /** Bytes of the file as it is stored. */
  readonly bytesMax: number
  /** Bytes that one pass unpacks of all parts, counted as they come, whatever headers say. */
  readonly inflatedBytesMax: number
  /** A part may not become longer than this many times its stored bytes... */
  readonly inflationTimesMax: number
  /** ...once it is longer than this: short parts pack well. */
  readonly inflationFloorBytes: number
  readonly entriesMax: number
  /** Texts that the cells of one workbook share; they are in memory while a sheet is read. */
  readonly stringsMax: number
  readonly markupCharactersMax: number
  readonly depthMax: number
  /** Tables of an HTML page. */
  readonly tablesMax: number
}

export const WORKBOOK_LIMITS: WorkbookLimits = {
  bytesMax: 10 * 1024 * 1024,
  inflatedBytesMax: 100 * 1024 * 1024,
  inflationTimesMax: 100,
  inflationFloorBytes: 16 * 1024 * 1024,
  entriesMax: 200,
  stringsMax: 1_500_000,
  markupCharactersMax: 64 * 1024,
  depthMax: 100,
  tablesMax: 1_000,
}

/** The last row and column that a sheet can have, in Excel as in LibreOffice's usual files. */
export const SHEET_ROWS_MAX = 1_048_576
export const SHEET_COLUMNS_MAX = 16_384

/** Empty rows between two filled ones that still belong to the table; a longer gap has no rows. */
export const GAP_ROWS_MAX = 1000
