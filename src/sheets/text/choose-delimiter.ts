import { isTyped, kindOfCell } from './cell-kind.ts'
import { candidateDelimiters, isUsual } from './candidates.ts'
import { readBestQuoted } from './choose-quote.ts'
import { HITS_MIN, type Evidence, type Sample } from './read-candidate.ts'

/** The best delimiter of a text, and the best of the others, which says how sure that is. */

export interface Choice {
  readonly best: Evidence
  readonly next: Evidence
  /** True when headers and rows speak for both alike, so that only a person can decide. */
  readonly isAmbiguous: boolean
}

/** How constant the rows of an unusual delimiter must be, unless quotes or headers confirm it. */
const UNUSUAL_CONSTANCY_MIN = 0.9

/** A sentence does not contain so many headers by chance. */
const UNUSUAL_HITS_SURE = 3

/** Two words a row may be a list of names; a table that spaces separate has more columns. */
const SPACED_WIDTH_MIN = 3

/** From this share of lines that are one value each, the text is a list of values. */
const LIST_SHARE_MIN = 0.5

const LIST_LINES_JUDGED_MAX = 50

export function chooseDelimiter(sample: Sample): Choice {
  const isList = isListOfValues(sample.text)
  const all = candidateDelimiters(sample.text).map((group) => readBest(sample, group))
  const isNamed = all.some(({ dialect, hits }) => isUsual(dialect.delimiter) && hits >= HITS_MIN)
  const [best, next] = all
    .map((evidence) => withoutChanceHits(evidence, isNamed))
    .filter((evidence) => isUsual(evidence.dialect.delimiter) || isProven(evidence, isList))
    .sort(compare)
  if (best === undefined || next === undefined) throw new Error('There are several delimiters.')
  const isTied = best.hits === next.hits && compareTables(best, next) === 0
  const isReal = best.hits > 0 && best.width > 1 && isUsual(next.dialect.delimiter)
  return { best, next, isAmbiguous: isTied && isReal }
}

/** Known headers decide; only without any, the looks of the cells do. */
function compare(one: Evidence, other: Evidence): number {
  if (one.hits !== other.hits) return other.hits - one.hits
  if (one.hits === 0) return other.quality - one.quality
  const usual = Number(isUsual(other.dialect.delimiter)) - Number(isUsual(one.dialect.delimiter))
  return usual || compareTables(one, other) || other.quality - one.quality
}

function compareTables(one: Evidence, other: Evidence): number {
  return other.constancy - one.constancy || other.width - one.width
}

/** Reads with and without a space after the delimiter, and takes the better of the two. */
function readBest(sample: Sample, group: readonly string[]): Evidence {
  const [first, ...others] = group.map((delimiter) => readBestQuoted(sample, delimiter))
  if (first === undefined) throw new Error('A group has a delimiter.')
  return others.reduce((best, other) => {
    const ahead = other.hits - best.hits || other.constancy - best.constancy
    return (ahead || other.looks - best.looks) > 0 ? other : best
  }, first)
}

/**
 * A sentence may contain a header or two by chance, so headers count for an unusual delimiter only
 * above a constant table or, where no usual delimiter separates any headers, if they are many.
 */
function withoutChanceHits(evidence: Evidence, isNamed: boolean): Evidence {
  const { dialect, hits, constancy } = evidence
  const isTable = hits >= HITS_MIN && constancy >= UNUSUAL_CONSTANCY_MIN
  const areMany = hits >= UNUSUAL_HITS_SURE && !isNamed
  return isUsual(dialect.delimiter) || isTable || areMany ? evidence : { ...evidence, hits: 0 }
}

function isProven(evidence: Evidence, isList: boolean): boolean {
  const { constancy, width, rows, closedQuotes, strayQuotes, dialect, hits } = evidence
  if (width === 1) return false
  if (hits > 0) return true
  if (rows > 1 && closedQuotes >= rows && strayQuotes * 10 <= closedQuotes) return true
  if (isList || constancy < UNUSUAL_CONSTANCY_MIN) return false
  return dialect.delimiter !== ' ' || width >= SPACED_WIDTH_MIN
}

/** True for lines that are one time, date, link or number each: a colon in them is no delimiter. */
function isListOfValues(text: string): boolean {
  const lines = text.split(/[\r\n]+/, LIST_LINES_JUDGED_MAX).filter((line) => line.trim() !== '')
  const values = lines.filter((line) => isTyped(kindOfCell(line)))
  return values.length >= LIST_SHARE_MIN * lines.length
}
