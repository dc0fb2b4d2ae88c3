import { CsvError, parse, type Options } from 'csv-parse/sync'
import type { CsvDialect } from './csv-record.ts'
import { ESCAPE_MARK, MARKS, QUOTE_MARK, quotePatterns } from './quote-patterns.ts'

const FORM = { record_delimiter: ['\r\n', '\n', '\r'], relax_column_count: true }

/** Reads lines with quotes by csv-parse, which swallows what follows a stray quote unless told. */
export class QuotedReader {
  readonly #dialect: CsvDialect
  readonly #patterns: ReturnType<typeof quotePatterns>

  constructor(dialect: CsvDialect) {
    this.#dialect = dialect
    this.#patterns = quotePatterns(dialect)
  }

  /** True when a cell of the line begins with a quote; any other quote is a character. */
  opens(line: string): boolean {
    const { quote } = this.#dialect
    return quote !== null && line.includes(quote) && this.#patterns.opening.test(line)
  }

  /** True when the line ends inside a quoted cell. */
  isOpen(line: string): boolean {
    return this.#patterns.open.test(line)
  }

  /** The cells of each line; stray quotes, and one that the line does not close, are characters. */
  readLines(lines: readonly string[]): string[][] {
    const marked = lines.map((line) => this.#mark(line))
    const { records } = this.#parse(marked.join('\n'), { relax_quotes: true })
    if (records.length !== lines.length) throw new Error('csv-parse joined lines that are closed.')
    return records.map((cells, at) => (marked[at] === lines[at] ? cells : this.#unmark(cells)))
  }

  /** Reads at most `count` records; fewer if csv-parse reports an error before. */
  readText(text: string, count: number, bytesMax: number) {
    const read = this.#parse(this.#markEscapes(text), { to: count, max_record_size: bytesMax })
    return { ...read, records: read.records.map((cells) => this.#unmark(cells)) }
  }

  #parse(text: string, options: Options): { records: string[][]; isOpen: boolean } {
    const { delimiter, quote, escape = quote } = this.#dialect
    const records: string[][] = []
    const on_record = (cells: string[]): undefined => void records.push(cells)
    try {
      parse(text, { delimiter, quote, escape, ...FORM, ...options, on_record })
      return { records, isOpen: false }
    } catch (error) {
      if (!(error instanceof CsvError)) throw error
      return { records, isOpen: error.code === 'CSV_QUOTE_NOT_CLOSED' }
    }
  }

  #mark(line: string): string {
    const { sound, inner, spaces, cell } = this.#patterns
    const escaped = this.#markEscapes(line)
    if (sound.test(escaped)) return escaped
    const marked = escaped.replace(inner, QUOTE_MARK).replace(spaces, '')
    if (sound.test(marked)) return marked
    return marked.replace(cell, (_, closed?: string) => closed ?? QUOTE_MARK)
  }

  #markEscapes(text: string): string {
    const { escape } = this.#patterns
    if (escape === undefined) return text
    return text.replace(escape, (found) => (found.length === 1 ? ESCAPE_MARK : found))
  }

  #unmark(cells: readonly string[]): string[] {
    const { quote, escape } = this.#dialect
    const text = (mark: string): string => (mark === QUOTE_MARK ? quote : escape) ?? ''
    return cells.map((cell) => cell.replace(MARKS, text))
  }
}
