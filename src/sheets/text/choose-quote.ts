import type { CsvDialect } from '../csv/csv-record.ts'
import { readCandidate, type Evidence, type Sample } from './read-candidate.ts'

/** Which character quotes, and what makes that character a part of a quoted cell. */

/** Fewer quoted cells than this are a word in apostrophes. */
const CLOSED_MIN = 2

/** So many quotes that open nothing, and none that does, are inch marks and not quotes. */
const STRAY_MIN = 3

/** The delimiter's evidence, read with the character that quotes if any does. */
export function readBestQuoted(sample: Sample, delimiter: string): Evidence {
  const usual = readCandidate(sample, { delimiter, quote: '"' })
  // An apostrophe that quotes follows a delimiter; those of names are inside a word.
  if (!sample.text.includes(`${delimiter}'`)) return usual
  const other = bestEscaped(sample, readCandidate(sample, { delimiter, quote: "'" }))
  return isApostropheQuote(other, usual) ? other : usual
}

/**
 * Apostrophes are letters of names (D'Ávila) and marks of text (Excel's '00123), so they quote only
 * where they do it as a rule: as many cells as there are rows, so the header's too, closed again
 * nearly always, and no cell quoted in the usual way.
 */
function isApostropheQuote(evidence: Evidence, usual: Evidence): boolean {
  const { closedQuotes, strayQuotes, rows } = evidence
  if (usual.closedQuotes > 0 || closedQuotes < CLOSED_MIN) return false
  return closedQuotes >= rows && strayQuotes * 10 <= closedQuotes
}

/** `found`: the delimiter's evidence with the character that quotes. */
export function chooseQuote(sample: Sample, found: Evidence): CsvDialect {
  const best = bestEscaped(sample, found)
  const areMarks = best.closedQuotes === 0 && best.strayQuotes >= STRAY_MIN
  return areMarks ? { delimiter: found.dialect.delimiter, quote: null } : best.dialect
}

/** Doubled quotes are the default; another way to escape must leave fewer quotes misplaced. */
function bestEscaped(sample: Sample, found: Evidence): Evidence {
  const { delimiter, quote, escape } = found.dialect
  if (escape !== undefined || misplaced(found) === 0) return found
  // Without escapes, two quotes at a cell's end are one of its text and the one that closes it.
  const escapes = sample.text.includes(`\\${quote}`) ? ['\\', null] : [null]
  return escapes
    .map((other) => readCandidate(sample, { delimiter, quote, escape: other }))
    .reduce((best, other) => (isBetter(other, best) ? other : best), found)
}

function isBetter(one: Evidence, other: Evidence): boolean {
  if (one.hits !== other.hits || one.width < other.width) return false
  if (one.constancy !== other.constancy) return one.constancy > other.constancy
  const fewer = other.strayQuotes - one.strayQuotes || other.bareQuotes - one.bareQuotes
  return fewer > 0
}

function misplaced({ strayQuotes, bareQuotes }: Evidence): number {
  return strayQuotes + bareQuotes
}
