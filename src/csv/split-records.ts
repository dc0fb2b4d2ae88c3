import { parse } from 'csv-parse/sync'

/**
 * Cuts text into CSV records, a chunk at a time. Lines without a quote are split by hand, several
 * times faster than a parser; records with quotes are only delimited here, and csv-parse reads
 * all those of one chunk in one call, so that its rules are the ones that hold.
 */

export interface CsvDialect {
  /** One character. */
  readonly delimiter: string
  /** One character, or null when no character quotes. */
  readonly quote: string | null
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

interface Open {
  line: number
  lines: number
  cells: string[]
  problem?: RecordProblem
}

/** The quoted records of one chunk, to be read by csv-parse together. */
interface Waiting {
  text: string[]
  records: Open[]
}

export class RecordSplitter {
  readonly #dialect: CsvDialect
  readonly #max: number
  #rest = ''
  #line = 1
  #ended = false

  constructor(dialect: CsvDialect, recordCharactersMax: number = RECORD_CHARACTERS_MAX) {
    this.#dialect = dialect
    this.#max = recordCharactersMax
  }

  /** True after a record with a problem: nothing behind it can be trusted, so it is not read. */
  get ended(): boolean {
    return this.#ended
  }

  /** The records that `text` completes; with `last`, what is left is a record too. */
  take(text: string, last = false): CsvRecord[] {
    if (this.#ended) return []
    const buffer = this.#rest === '' ? text : this.#rest + text
    const records: Open[] = []
    const waiting: Waiting = { text: [], records: [] }
    const at = this.#cut(buffer, last, records, waiting)
    this.#rest = this.#ended ? '' : buffer.slice(at)
    if (this.#rest.length > this.#max) this.#fail(this.#rest, records)
    this.#parse(waiting)
    return records
  }

  #cut(buffer: string, last: boolean, records: Open[], waiting: Waiting): number {
    const { delimiter, quote } = this.#dialect
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
      const isQuoted = quote !== null && nextQuote !== -1 && nextQuote < end
      if (isQuoted) {
        const found = this.#endOfQuoted(buffer, at, quote, last)
        if (found === undefined) return last ? this.#failAt(buffer, at, records) : at
        end = found.end
        lines = found.lines
      }
      // A record at the end of the buffer, or a CR there that an LF may follow, waits for more.
      const isCr = buffer.charCodeAt(end) === 13
      if (!last && (end >= buffer.length || (isCr && end + 1 === buffer.length))) return at
      if (end - at > this.#max) return this.#failAt(buffer, at, records)
      const record: Open = { line: this.#line, lines, cells: EMPTY }
      const text = buffer.slice(at, end)
      records.push(record)
      if (isQuoted) {
        waiting.text.push(text)
        waiting.records.push(record)
      } else record.cells = text.split(delimiter)
      this.#line += lines
      at = end + (isCr && buffer.charCodeAt(end + 1) === 10 ? 2 : 1)
    }
    return at
  }

  /** Where the record that starts at `start` ends, by csv-parse's rules for stray quotes. */
  #endOfQuoted(
    buffer: string,
    start: number,
    quote: string,
    last: boolean,
  ): { end: number; lines: number } | undefined {
    const { delimiter } = this.#dialect
    let lines = 1
    let isFieldStart = true
    let at = start
    const limit = Math.min(buffer.length, start + this.#max + 1)
    while (at < limit) {
      const char = buffer.charAt(at)
      if (isFieldStart && char === quote) {
        const close = this.#closingQuote(buffer, at + 1, quote, limit)
        if (close === undefined) return undefined
        lines += close.lines
        at = close.at
        if (at >= buffer.length) return last ? { end: at, lines } : undefined
        isFieldStart = false
      } else if (char === '\n' || char === '\r') return { end: at, lines }
      else {
        isFieldStart = char === delimiter
        at++
      }
    }
    return limit < buffer.length || last ? { end: limit, lines } : undefined
  }

  /** The place after the closing quote, and the line ends inside. */
  #closingQuote(
    buffer: string,
    start: number,
    quote: string,
    limit: number,
  ): { at: number; lines: number } | undefined {
    let at = start
    for (;;) {
      const close = buffer.indexOf(quote, at)
      if (close === -1 || close >= limit) return undefined
      if (buffer.charAt(close + 1) === quote) at = close + 2
      else return { at: close + 1, lines: countLineEnds(buffer, start, close) }
    }
  }

  #failAt(buffer: string, at: number, records: Open[]): number {
    this.#fail(buffer.slice(at), records)
    return buffer.length
  }

  #fail(text: string, records: Open[]): void {
    const lines = text.slice(0, this.#max + 1).split(/\r\n|\n|\r/)
    const filled = lines.map((line, at) => ({ line, at })).filter(({ line }) => line !== '')
    const isLong = (lines[0] ?? '').length > this.#max
    const problem = isLong ? 'record-too-long' : 'unclosed-quote'
    // When one more line was swallowed it is shown as well; of more, only how many there are.
    for (const { line, at } of filled.length > 2 ? filled.slice(0, 1) : filled) {
      const cells = line.split(this.#dialect.delimiter)
      records.push({ line: this.#line + at, lines: filled.length, cells, problem })
    }
    this.#rest = ''
    this.#ended = true
  }

  #parse(waiting: Waiting): void {
    if (waiting.records.length === 0) return
    const together = this.#cells(waiting.text.join('\n'))
    const isWhole = together.length === waiting.records.length
    for (const [at, record] of waiting.records.entries()) {
      const cells = isWhole ? together[at] : this.#cells(waiting.text[at] ?? '')[0]
      record.cells = cells ?? ['']
    }
  }

  #cells(text: string): string[][] {
    return parse(text, {
      delimiter: this.#dialect.delimiter,
      quote: this.#dialect.quote,
      escape: this.#dialect.quote,
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_quotes: true,
      relax_column_count: true,
      max_record_size: this.#max * 2,
    })
  }
}

const EMPTY: string[] = []

function countLineEnds(text: string, start: number, end: number): number {
  let count = 0
  for (let at = start; at < end; at++) {
    const code = text.charCodeAt(at)
    if (code === 10 || (code === 13 && text.charCodeAt(at + 1) !== 10)) count++
  }
  return count
}

/** One line's cells, for a row that a second save wrapped in quotes as a whole. */
export function splitLine(text: string, dialect: CsvDialect): string[] {
  return new RecordSplitter(dialect, text.length + 1).take(text, true)[0]?.cells ?? ['']
}
