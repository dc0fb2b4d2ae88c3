import type { CsvDialect, CsvRecord } from './split-records.ts'
import { RecordSplitter } from './split-records.ts'

/** Text that is cut at once: what lives through a collection costs memory, so it is little. */
const PIECE_CHARACTERS = 16 * 1024

/**
 * Reads CSV records out of a stream of text, in batches of what each piece of text completes. A
 * record longer than the limit, or a quote that nothing closes, ends the stream with a record that
 * says so. Memory is bounded by a piece of text plus one record.
 */
export async function* readRecords(
  text: AsyncIterable<string> | Iterable<string>,
  dialect: CsvDialect,
  limits?: { recordCharactersMax?: number },
): AsyncGenerator<CsvRecord[]> {
  const splitter = new RecordSplitter(dialect, limits?.recordCharactersMax)
  for await (const piece of text) {
    for (let at = 0; at < piece.length; at += PIECE_CHARACTERS) {
      const records = splitter.take(piece.slice(at, at + PIECE_CHARACTERS))
      if (records.length > 0) yield records
      if (splitter.ended) return
    }
  }
  const rest = splitter.take('', true)
  if (rest.length > 0) yield rest
}
