import type { CsvDialect } from './csv-record.ts'

/** Noncharacters stand for a stray quote, and for an escape character that escapes nothing. */
export const QUOTE_MARK = '\uFDD0'
export const ESCAPE_MARK = '\uFDD1'
export const MARKS = /[\uFDD0\uFDD1]/g

/** Patterns that tell quotes that quote a cell from stray ones, line by line. */
export function quotePatterns({ delimiter, quote, escape = quote }: CsvDialect) {
  const cut = RegExp.escape(delimiter)
  const mark = RegExp.escape(quote ?? QUOTE_MARK)
  const by = RegExp.escape(escape ?? '')
  const isDoubled = escape === quote
  const hasOther = escape !== null && !isDoubled
  const begin = `(?<=^|${cut})`
  const end = `(?=$|${cut})`
  const escaped = hasOther ? `|${by}[^]` : isDoubled ? `|${mark}${mark}` : ''
  const inside = `(?:[^${mark}${by}]${escaped})*`
  const quoted = `${mark}${inside}${mark}`
  const bare = `(?!${mark})${delimiter.length === 1 ? `[^${cut}]` : `(?:(?!${cut})[^])`}*`
  const before = `^(?:(?:${quoted}|${bare})${cut})*`
  const notEnd = `(?!${isDoubled ? `${mark}|` : ''} *${end})`
  // Of a run of quotes, pairs are escaped; what is left over at its end is not.
  const within = `[^${by}](?<!${cut})`
  const run = isDoubled ? `(?:(?:^|${cut})${mark}|${within})(?:${mark}${mark})*` : within
  return {
    /** A quote that begins a cell. */
    opening: new RegExp(`${begin}${mark}`),
    /** A line in which each quote that begins a cell is closed. */
    sound: new RegExp(`${before}(?:${quoted}|${bare})$`),
    /** A line that ends inside a quoted cell. */
    open: new RegExp(`${before}${mark}${inside}$`),
    /** A cell in quotes, captured, or a quote that only begins one. */
    cell: new RegExp(`${begin}(?:(${quoted})${end}|${mark})`, 'g'),
    /** A quote that stands neither at the beginning nor at the end of a cell, and is not escaped. */
    inner: new RegExp(`${mark}${notEnd}(?<=${run}${mark})`, 'g'),
    /** Spaces between a closing quote and the delimiter. */
    spaces: delimiter.startsWith(' ') ? /(?!)/g : new RegExp(`(?<=${begin}${quoted}) +${end}`, 'g'),
    /** An escape character with what it escapes, if anything. */
    escape: hasOther ? new RegExp(`${by}[${mark}${by}]?`, 'g') : undefined,
  }
}
