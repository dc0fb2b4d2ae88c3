/**
 * Reads one record that holds quotes. What csv-parse reads without complaint reads the same here;
 * of stray quotes it makes more sense, because a stray quote that is taken for an opening one
 * swallows the cells, or the rows, up to the next honest quote.
 */

export interface QuotedRecord {
  /** The place of the line end, or of the end of the text. */
  readonly end: number
  readonly lines: number
  readonly cells: string[]
}

/** How many cells and quotes were met, by what became of them. */
export interface QuoteTally {
  /** Cells that are quoted. */
  readonly closed: number
  /** Cells that only begin with a quote. */
  readonly stray: number
  /** Cells that are quoted and hold a quote that nothing escapes. */
  readonly bare: number
}

interface Cell {
  readonly text: string
  readonly end: number
  /** Line ends inside. */
  readonly breaks: number
}

type Closing =
  | { readonly kind: 'closed' | 'garbage'; readonly at: number }
  /** The quote that was taken for the opening one is a character of a cell without quotes. */
  | { readonly kind: 'stray' }

const LF = 10
const CR = 13

export class QuotedReader {
  readonly #delimiter: string
  readonly #quote: string
  readonly #escape: string | null
  readonly #escaped: RegExp
  #closed = 0
  #stray = 0
  #bare = 0

  /** `escape`: the quote itself where quotes are doubled, null where nothing escapes them. */
  constructor(delimiter: string, quote: string, escape: string | null) {
    this.#delimiter = delimiter
    this.#quote = quote
    this.#escape = escape
    const mark = RegExp.escape(escape ?? quote)
    this.#escaped = new RegExp(`${mark}([${RegExp.escape(quote)}${mark}])`, 'g')
  }

  get tally(): QuoteTally {
    return { closed: this.#closed, stray: this.#stray, bare: this.#bare }
  }

  /**
   * The record that starts at `start`; undefined when a quoted cell does not end before `limit`,
   * or, unless `last`, when text that is yet to come may belong to it.
   */
  read(buffer: string, start: number, limit: number, last: boolean): QuotedRecord | undefined {
    const cells: string[] = []
    let lines = 1
    let at = start
    for (;;) {
      const cell = this.#cell(buffer, at, limit, last)
      if (cell === undefined) return undefined
      cells.push(cell.text)
      lines += cell.breaks
      if (!buffer.startsWith(this.#delimiter, cell.end)) return { end: cell.end, lines, cells }
      at = cell.end + this.#delimiter.length
    }
  }

  #cell(buffer: string, start: number, limit: number, last: boolean): Cell | undefined {
    let plain = start
    if (buffer.startsWith(this.#quote, start)) {
      const closing = this.#closing(buffer, start + 1, limit, last)
      if (closing === undefined) return undefined
      if (closing.kind === 'closed') {
        this.#closed++
        const breaks = countLineEnds(buffer, start, closing.at)
        return {
          text: this.#unescape(buffer.slice(start + 1, closing.at)),
          end: closing.at + 1,
          breaks,
        }
      }
      this.#stray++
      plain = closing.kind === 'stray' ? start + 1 : closing.at + 1
    }
    const end = this.#endOfPlain(buffer, plain, limit)
    if (end === buffer.length && !last) return undefined
    return { text: buffer.slice(start, end), end, breaks: countLineEnds(buffer, start, plain) }
  }

  #endOfPlain(buffer: string, start: number, limit: number): number {
    const first = this.#delimiter.charCodeAt(0)
    for (let at = start; at < limit; at++) {
      const code = buffer.charCodeAt(at)
      if (code === LF || code === CR) return at
      if (code === first && buffer.startsWith(this.#delimiter, at)) return at
    }
    // A cell that begins behind the limit ends where it begins: going back would never end.
    return Math.max(start, limit)
  }

  /**
   * What becomes of a cell whose first quote stands before `start`. A quote that closes it stands
   * where a cell can end. Any other one inside is garbage: when it could itself open a cell, the
   * first quote is the stray one; otherwise it is a character of the cell, provided that the cell
   * is closed in the same line; otherwise the whole is taken as it stands, quotes and all.
   */
  #closing(buffer: string, start: number, limit: number, last: boolean): Closing | undefined {
    let garbage = -1
    let at = start
    for (;;) {
      const quote = this.#nextQuote(buffer, at)
      if (garbage !== -1 && hasLineEnd(buffer, at, quote === -1 ? limit : quote)) {
        return { kind: 'garbage', at: garbage }
      }
      if (quote === -1 || quote >= limit) {
        return garbage !== -1 && last ? { kind: 'garbage', at: garbage } : undefined
      }
      if (this.#escape === this.#quote && buffer.startsWith(this.#quote, quote + 1)) {
        at = quote + 2
        continue
      }
      const follows = this.#follows(buffer, quote + 1, last)
      if (follows === undefined) return undefined
      if (follows === 'end') {
        if (garbage !== -1) this.#bare++
        return { kind: 'closed', at: quote }
      }
      if (this.#opens(buffer, start, quote)) {
        return garbage === -1 ? { kind: 'stray' } : { kind: 'garbage', at: garbage }
      }
      if (garbage === -1) garbage = quote
      at = quote + 1
    }
  }

  /** The next quote that no escape character makes a part of the cell. */
  #nextQuote(buffer: string, start: number): number {
    const escape = this.#escape
    let quote = buffer.indexOf(this.#quote, start)
    if (escape === null || escape === this.#quote) return quote
    while (quote !== -1) {
      // Of several escape characters in a row each second one is itself escaped.
      let before = quote
      while (before > start && buffer.startsWith(escape, before - 1)) before--
      if ((quote - before) % 2 === 0) return quote
      quote = buffer.indexOf(this.#quote, quote + 1)
    }
    return -1
  }

  /** Whether a cell can end here; undefined when that depends on what is yet to come. */
  #follows(buffer: string, at: number, last: boolean): 'end' | 'garbage' | undefined {
    if (at >= buffer.length) return last ? 'end' : undefined
    const code = buffer.charCodeAt(at)
    if (code === LF || code === CR || buffer.startsWith(this.#delimiter, at)) return 'end'
    const isCut = !last && at + this.#delimiter.length > buffer.length
    return isCut ? undefined : 'garbage'
  }

  /** True for a quote that stands where a cell begins, and so may open that cell. */
  #opens(buffer: string, start: number, quote: number): boolean {
    const code = buffer.charCodeAt(quote - 1)
    if (quote > start && (code === LF || code === CR)) return true
    const before = quote - this.#delimiter.length
    return before >= start && buffer.startsWith(this.#delimiter, before)
  }

  #unescape(text: string): string {
    if (this.#escape === null || !text.includes(this.#escape)) return text
    return text.replace(this.#escaped, '$1')
  }
}

function hasLineEnd(text: string, start: number, end: number): boolean {
  for (let at = start; at < end; at++) {
    const code = text.charCodeAt(at)
    if (code === LF || code === CR) return true
  }
  return false
}

function countLineEnds(text: string, start: number, end: number): number {
  let count = 0
  for (let at = start; at < end; at++) {
    const code = text.charCodeAt(at)
    if (code === LF || (code === CR && text.charCodeAt(at + 1) !== LF)) count++
  }
  return count
}
