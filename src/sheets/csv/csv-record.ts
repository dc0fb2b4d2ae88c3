/** How a text is cut into cells. */
export interface CsvDialect {
  /** One character, or a few that stand together, such as a comma and a space. */
  readonly delimiter: string
  /** One character, or null when no character quotes. */
  readonly quote: string | null
  /**
   * The character that makes a quote inside a quoted cell a part of it: when absent the quote
   * itself, so that it is doubled. Null when nothing does, and a quote closes a cell only where
   * the cell can end.
   */
  readonly escape?: string | null
}

/**
 * `unclosed-quote`: a quote at the beginning of a cell is not closed, and the cells are those of
 * its line, split without regard to quotes. `record-too-long`: nothing that follows is read.
 */
type RecordProblem = 'unclosed-quote' | 'record-too-long'

export interface CsvRecord {
  /** Number of the first line of the record in the text, from 1. */
  readonly line: number
  /** How many lines it spans: more than one when a quoted cell holds line ends. */
  readonly lines: number
  readonly cells: string[]
  readonly problem?: RecordProblem
  /** Where the quote that is not closed stands, when that is another line. */
  readonly quoteLine?: number
  /** Of a record of several lines: as it stands in the text, without its last line end. */
  readonly text?: string
}
