import type { CsvDialect } from '../../../csv/split-records.ts'
import type { Evidence, Sample } from './read-candidate.ts'
import { readCandidate } from './read-candidate.ts'

/** Which character quotes, and what makes that character a part of a quoted cell. */

/** Fewer quoted cells than this are a word in apostrophes. */
const CLOSED_MIN = 2

/** So many quotes that open nothing, and none that does, are inch marks and not quotes. */
const STRAY_MIN = 3

/**
 * Apostrophes are letters of names (D'Ávila) and marks of text (Excel's '00123), so they quote only
 * where they do it as a rule: in every second row, closed again nearly always, and no cell is
 * quoted in the usual way.
 */
export function isApostropheQuote(evidence: Evidence, usual: Evidence): boolean {
  const { closedQuotes, strayQuotes, rows } = evidence
  if (usual.closedQuotes > 0 || closedQuotes < CLOSED_MIN) return false
  return closedQuotes >= rows / 2 && strayQuotes * 10 <= closedQuotes
}

/** `found`: the delimiter's evidence, read with quotes that are doubled inside cells. */
export function chooseQuote(sample: Sample, found: Evidence): CsvDialect {
  const { delimiter, quote } = found.dialect
  if (quote === null) return found.dialect
  if (found.closedQuotes === 0) {
    return found.strayQuotes >= STRAY_MIN ? { delimiter, quote: null } : found.dialect
  }
  const others: CsvDialect[] = []
  if (sample.text.includes(`\\${quote}`)) others.push({ delimiter, quote, escape: '\\' })
  // Two quotes at the end of a cell are one that stands there, where nothing escapes it.
  if (misplaced(found) > 0) others.push({ delimiter, quote, escape: null })
  let best = found
  for (const other of others) {
    const evidence = readCandidate(sample, other)
    if (isBetter(evidence, best)) best = evidence
  }
  return best.dialect
}

function isBetter(one: Evidence, other: Evidence): boolean {
  if (one.hits !== other.hits || one.width < other.width) return false
  if (one.constancy !== other.constancy) return one.constancy > other.constancy
  return misplaced(one) < misplaced(other)
}

function misplaced({ strayQuotes, bareQuotes }: Evidence): number {
  return strayQuotes + bareQuotes
}
