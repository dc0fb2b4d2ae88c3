import { stringify } from 'csv-stringify/sync'
import type { CsvDialect } from './csv-record.ts'

/**
 * Writes cells as they are in a given dialect: cells that hold the delimiter, a quote or a line end
 * are quoted, all others are left alone. Escaping formulas is the caller's decision.
 */
export interface CsvOutput extends CsvDialect {
  readonly lineEnd: '\n' | '\r\n' | '\r'
}

/** What a reader would trim, split or take as an opening quote unless it is quoted. */
const NEEDS_QUOTES = /[\r\n\0]|^\s|\s$/

export function formatRecords(records: readonly (readonly string[])[], output: CsvOutput): string {
  const quote = output.quote ?? '"'
  return stringify(
    records.map((cells) => [...cells]),
    {
      delimiter: output.delimiter,
      quote,
      escape: output.escape ?? quote,
      record_delimiter: output.lineEnd,
      quoted_match: NEEDS_QUOTES,
      quoted_empty: false,
      escape_formulas: false,
    },
  )
}
