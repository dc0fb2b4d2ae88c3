/** What a workbook may be at most; each limit refuses the file while it is unpacked, not after. */
export const WORKBOOK_LIMITS = {
  /** Bytes of the file as it is stored. */
  bytesMax: 10 * 1024 * 1024,
  /** Bytes that one pass unpacks of all parts, counted as they come, whatever headers say. */
  inflatedBytesMax: 100 * 1024 * 1024,
  /** A part may not become longer than this many times its stored bytes... */
  inflationTimesMax: 100,
  /** ...once it is longer than this: short parts pack well. */
  inflationFloorBytes: 16 * 1024 * 1024,
  entriesMax: 200,
  /** Texts that the cells of one workbook share; they are in memory while a sheet is read. */
  stringsMax: 1_500_000,
  markupCharactersMax: 64 * 1024,
  depthMax: 100,
  /** Tables of an HTML page. */
  tablesMax: 1_000,
}

export type WorkbookLimits = Readonly<typeof WORKBOOK_LIMITS>

/** The last row and column that a sheet can have, in Excel as in LibreOffice's usual files. */
export const SHEET_ROWS_MAX = 1_048_576
export const SHEET_COLUMNS_MAX = 16_384

/** Empty rows between two filled ones that still belong to the table; a longer gap has no rows. */
export const GAP_ROWS_MAX = 1000
