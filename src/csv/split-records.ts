import type { QuoteTally } from './read-quoted.ts'
import { QuotedReader } from './read-quoted.ts'

/**
 * Cuts text into CSV records, a chunk at a time. Lines without a quote are split at once; records
 * with quotes are read character by character.
 */

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

type RecordProblem = 'unclosed-quote' | 'record-too-long'

export interface CsvRecord {
  /** Number of the first line of the record in the text, from 1. */
  readonly line: number
  /** How many lines it spans: more than one when a quoted cell holds line ends. */
  readonly lines: number
  readonly cells: string[]
  /**
   * When set, nothing that follows can be read, `lines` says how many lines are lost from here,
   * and the cells are those of one line, split without regard to quotes.
   */
  readonly problem?: RecordProblem
}

/** A record this long is not a row of a spreadsheet; without the limit one quote eats the file. */
const RECORD_CHARACTERS_MAX = 64 * 1024

export class RecordSplitter {
  readonly #delimiter: string
  readonly #quote: string | null
  readonly #quoted: QuotedReader
  readonly #max: number
  #rest = ''
  #line = 1
  /** Looked for once, like the line ends: in a text without any, each row would search all of it. */
  #nextDelimiter = -1
  /** The row that is being cut. */
  readonly #cells: string[] = []
  #ended = false

  constructor(dialect: CsvDialect, recordCharactersMax: number = RECORD_CHARACTERS_MAX) {
    const { delimiter, quote, escape = quote } = dialect
    this.#delimiter = delimiter
    this.#quote = quote
    this.#quoted = new QuotedReader(delimiter, quote ?? '', escape)
    this.#max = recordCharactersMax
  }

  /** True after a record with a problem: nothing behind it can be trusted, so it is not read. */
  get ended(): boolean {
    return this.#ended
  }

  /** What was met of quotes so far; the evidence by which a dialect is told from another. */
  get quotes(): QuoteTally {
    return this.#quoted.tally
  }

  /** The records that `text` completes; with `last`, what is left is a record too. */
  take(text: string, last = false): CsvRecord[] {
    if (this.#ended) return []
    const buffer = this.#rest === '' ? text : this.#rest + text
    const records: CsvRecord[] = []
    const at = this.#cut(buffer, last, records)
    this.#rest = this.#ended ? '' : buffer.slice(at)
    if (this.#rest.length > this.#max) this.#fail(this.#rest, records)
    return records
  }

  #cut(buffer: string, last: boolean, records: CsvRecord[]): number {
    const quote = this.#quote
    this.#nextDelimiter = buffer.indexOf(this.#delimiter)
    let at = 0
    let nextLf = buffer.indexOf('\n')
    let nextCr = buffer.indexOf('\r')
    let nextQuote = quote === null ? -1 : buffer.indexOf(quote)
    while (at < buffer.length) {
      if (nextLf !== -1 && nextLf < at) nextLf = buffer.indexOf('\n', at)
      if (nextCr !== -1 && nextCr < at) nextCr = buffer.indexOf('\r', at)
      if (quote !== null && nextQuote !== -1 && nextQuote < at)
        nextQuote = buffer.indexOf(quote, at)
      let end = nextCr === -1 || (nextLf !== -1 && nextLf < nextCr) ? nextLf : nextCr
      if (end === -1) end = buffer.length
      let lines = 1
      let cells: string[] | undefined
      if (quote !== null && nextQuote !== -1 && nextQuote < end) {
        const limit = Math.min(buffer.length, at + this.#max + 1)
        const found = this.#quoted.read(buffer, at, limit, last)
        if (found === undefined) return last ? this.#failAt(buffer, at, records) : at
        end = found.end
        lines = found.lines
        cells = found.cells
      }
      // A record at the end of the buffer, or a CR there that an LF may follow, waits for more.
      const isCr = buffer.charCodeAt(end) === 13
      if (!last && (end >= buffer.length || (isCr && end + 1 === buffer.length))) return at
      if (end - at > this.#max) return this.#failAt(buffer, at, records)
      cells ??= this.#split(buffer, at, end)
      records.push({ line: this.#line, lines, cells })
      this.#line += lines
      at = end + (isCr && buffer.charCodeAt(end + 1) === 10 ? 2 : 1)
    }
    return at
  }

  /** As `split` of that part would, without making the part a text of its own first. */
  #split(buffer: string, start: number, end: number): string[] {
    const delimiter = this.#delimiter
    const cells = this.#cells
    let count = 0
    let next = this.#nextDelimiter
    if (next !== -1 && next < start) next = buffer.indexOf(delimiter, start)
    let from = start
    while (next !== -1 && next < end) {
      cells[count++] = buffer.slice(from, next)
      from = next + delimiter.length
      next = buffer.indexOf(delimiter, from)
    }
    cells[count++] = buffer.slice(from, end)
    this.#nextDelimiter = next
    // An array that grew by adding keeps room for more, in every row.
    return cells.slice(0, count)
  }

  #failAt(buffer: string, at: number, records: CsvRecord[]): number {
    this.#fail(buffer.slice(at), records)
    return buffer.length
  }

  #fail(text: string, records: CsvRecord[]): void {
    const lines = text.slice(0, this.#max + 1).split(/\r\n|\n|\r/)
    const filled = lines.map((line, at) => ({ line, at })).filter(({ line }) => line !== '')
    const isLong = (lines[0] ?? '').length > this.#max
    const problem = isLong ? 'record-too-long' : 'unclosed-quote'
    // When one more line was swallowed it is shown as well; of more, only how many there are.
    for (const { line, at } of filled.length > 2 ? filled.slice(0, 1) : filled) {
      const cells = line.split(this.#delimiter)
      records.push({ line: this.#line + at, lines: filled.length, cells, problem })
    }
    this.#rest = ''
    this.#ended = true
  }
}

/** One line's cells, for a row that a second save wrapped in quotes as a whole. */
export function splitLine(text: string, dialect: CsvDialect): string[] {
  return new RecordSplitter(dialect, text.length + 1).take(text, true)[0]?.cells ?? ['']
}
