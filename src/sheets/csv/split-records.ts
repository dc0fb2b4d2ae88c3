import type { CsvDialect, CsvRecord } from './csv-record.ts'
import { QuotedReader } from './quoted-reader.ts'

/**
 * Cuts text into CSV records. Lines in which no cell begins with a quote are split; csv-parse reads
 * the others. A quote that is not closed spoils its own line, and reading goes on behind that.
 */

/** A record this long is not a row of a spreadsheet; without the limit one quote eats the file. */
export const RECORD_CHARACTERS_MAX = 64 * 1024
/** Records that are read at once, beginning with a line that ends inside a cell. */
const RECORDS_AHEAD_MAX = 1024
const LINE_END = /\r\n|\n|\r/
const LAST_LINE_END = /(?:\r\n|\n|\r)$/
const BEHIND_LINE_END = /(?<=\n|\r(?!\n))/

export class RecordSplitter {
  readonly #delimiter: string
  readonly #quoted: QuotedReader
  readonly #max: number
  #rest = ''
  #line = 1
  #ahead = 1
  #ended = false

  constructor(dialect: CsvDialect, recordCharactersMax = RECORD_CHARACTERS_MAX) {
    this.#delimiter = dialect.delimiter
    this.#quoted = new QuotedReader(dialect)
    this.#max = recordCharactersMax
  }

  /** True after a record that is too long: nothing behind it is read. */
  get ended(): boolean {
    return this.#ended
  }

  /** The records that `text` completes; with `last`, what is left is a record too. */
  take(text: string, last = false): CsvRecord[] {
    if (this.#ended) return []
    const all = this.#rest + text
    // After a CR an LF may follow.
    const sure = all.endsWith('\r') ? all.slice(0, -1) : all
    const end = last ? all.length : Math.max(sure.lastIndexOf('\n'), sure.lastIndexOf('\r')) + 1
    this.#rest = all.slice(end)
    const lines = all.slice(0, end).split(LINE_END)
    if (lines.at(-1) === '') lines.pop()
    const long = [...lines, this.#rest].findIndex((line) => line.length > this.#max)
    if (long === -1) return this.#read(lines, all.slice(0, end), last)
    this.#ended = true
    const before = lines.slice(0, long)
    const records = this.#read(before, before.join('\n'), true)
    return [...records, { line: this.#line, lines: 1, cells: [], problem: 'record-too-long' }]
  }

  /** `whole`: the lines with their ends. */
  #read(lines: readonly string[], whole: string, last: boolean): CsvRecord[] {
    const found: CsvRecord[] = []
    const quoted: number[] = []
    let raw: readonly string[] | undefined
    for (let at = 0; at < lines.length; at++) {
      const line = lines[at] ?? ''
      if (!this.#quoted.opens(line)) {
        found.push({ line: this.#line++, lines: 1, cells: line.split(this.#delimiter) })
        continue
      }
      const isOpen = this.#quoted.isOpen(line)
      if (isOpen) {
        raw ??= whole.split(BEHIND_LINE_END)
        const joined = this.#readJoined(raw.slice(at), last)
        if (joined === undefined) break
        if (joined.length > 0) {
          found.push(...joined)
          at += joined.reduce((sum, record) => sum + record.lines, 0) - 1
          continue
        }
      }
      quoted.push(found.length)
      const record = { line: this.#line++, lines: 1, cells: [line] }
      found.push(isOpen ? { ...record, problem: 'unclosed-quote' } : record)
    }
    const read = this.#quoted.readLines(quoted.map((place) => found[place]?.cells[0] ?? ''))
    for (const [at, place] of quoted.entries()) {
      const record = found[place]
      if (record !== undefined) found[place] = { ...record, cells: read[at] ?? [] }
    }
    return found
  }

  /** Reads records from a line that ends inside a cell; undefined when more text may close it. */
  #readJoined(lines: readonly string[], last: boolean): CsvRecord[] | undefined {
    const text = lines.join('')
    const { records, isOpen } = this.#quoted.readText(text, this.#ahead, this.#max)
    // While records are sound more are read at once; after an error of csv-parse, only one.
    this.#ahead = records.length === 0 ? 1 : Math.min(this.#ahead * 2, RECORDS_AHEAD_MAX)
    if (isOpen && !last && records.length === 0 && text.length <= this.#max) {
      this.#rest = text + this.#rest
      return undefined
    }
    let next = 0
    return records.map((cells) => {
      const first = next
      next += cells.join(' ').split(LINE_END).length
      const record = { line: this.#line, lines: next - first, cells }
      this.#line += record.lines
      if (record.lines === 1) return record
      return { ...record, text: lines.slice(first, next).join('').replace(LAST_LINE_END, '') }
    })
  }
}
