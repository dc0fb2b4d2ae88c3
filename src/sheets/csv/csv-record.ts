/** How a text is cut into cells. */
export interface CsvDialect {
  /** One character, or a few that stand together, such as a comma and a space. */
  readonly delimiter: string
  /** One character, or null when no character quotes. */
  readonly quote: string | null
  /**
   * The character that escapes a quote inside a quoted cell; absent: the quote itself, doubled.
   * Null: nothing does, and a quote closes a cell only where the cell can end.
   */
  readonly escape?: string | null
}

/**
 * `unclosed-quote`: a quote at the beginning of a cell is not closed, and the cells are those of
 * its line, split without regard to quotes. `record-too-long`: nothing that follows is read.
 */
type RecordProblem = 'unclosed-quote' | 'record-too-long'

/** What a merged cell shows in rows below its first one. */
export interface MergedValue {
  /** The row in which it stands. */
  readonly line: number
  readonly text: string
}

export interface CsvRecord {
  /** Number of the first line of the record in the text, from 1. */
  readonly line: number
  /** How many lines it spans: more than one when a quoted cell holds line ends. */
  readonly lines: number
  readonly cells: string[]
  readonly problem?: RecordProblem
  /** The line of the unclosed quote, when it is another one. */
  readonly quoteLine?: number
  /** The text of a record of several lines, without its last line end. */
  readonly text?: string
  /** Of a sheet: what merged cells of rows above show in this one, by the column from 0. */
  readonly merged?: ReadonlyMap<number, MergedValue>
}
