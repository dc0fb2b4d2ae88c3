import type { CsvDialect, CsvRecord } from './csv-record.ts'
import { RECORD_CHARACTERS_MAX, RecordSplitter } from './split-records.ts'

/** Characters that are cut at once: few, since what survives a garbage collection costs memory. */
const PIECE_CHARACTERS = 16 * 1024

interface ReadLimits {
  readonly recordCharactersMax?: number
}

/**
 * Reads CSV records out of a stream of text, in batches of what each piece of text completes. A
 * record longer than the limit ends the stream with a record that says so. Memory is bounded by a
 * piece of text plus one record.
 */
export async function* readRecords(
  text: AsyncIterable<string> | Iterable<string>,
  dialect: CsvDialect,
  { recordCharactersMax = RECORD_CHARACTERS_MAX }: ReadLimits = {},
): AsyncGenerator<CsvRecord[]> {
  const splitter = new RecordSplitter(dialect, recordCharactersMax)
  const size = Math.min(PIECE_CHARACTERS, recordCharactersMax)
  let gathered = ''
  for await (const piece of text) {
    // Pieces are gathered, because cutting each small one would read an open record every time.
    gathered += piece
    for (; gathered.length >= size; gathered = gathered.slice(size)) {
      const records = splitter.take(gathered.slice(0, size))
      if (records.length > 0) yield records
      if (splitter.ended) return
    }
  }
  const rest = splitter.take(gathered, true)
  if (rest.length > 0) yield rest
}

/** The records of a text; when it is the beginning of a longer one, those that are complete. */
export function splitText(
  text: string,
  dialect: CsvDialect,
  { isWhole = true, ...limits }: ReadLimits & { readonly isWhole?: boolean } = {},
): CsvRecord[] {
  const splitter = new RecordSplitter(dialect, limits.recordCharactersMax)
  const records: CsvRecord[] = []
  for (let at = 0; at < text.length; at += PIECE_CHARACTERS) {
    const end = at + PIECE_CHARACTERS
    records.push(...splitter.take(text.slice(at, end), isWhole && end >= text.length))
  }
  return records
}

/** One line's cells, for a row that a second save wrapped in quotes as a whole. */
export function splitLine(text: string, dialect: CsvDialect): string[] {
  return splitText(text, dialect, { recordCharactersMax: text.length + 1 })[0]?.cells ?? ['']
}
