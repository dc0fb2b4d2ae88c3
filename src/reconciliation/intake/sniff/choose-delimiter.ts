import { isTyped, kindOfCell } from './cell-kind.ts'
import { areAkin, candidateDelimiters, isUsual } from './candidates.ts'
import { isApostropheQuote } from './choose-quote.ts'
import type { Evidence, Sample } from './read-candidate.ts'
import { readCandidate } from './read-candidate.ts'

/** The best delimiter of a text, and the best of the others, which says how sure that is. */

export interface Choice {
  readonly best: Evidence
  readonly next: Evidence
  /** True when headers and rows speak for both alike, so that only a person can decide. */
  readonly isAmbiguous: boolean
}

/** How constant the rows of an unusual delimiter must be, where no quotes stand beside it. */
const UNUSUAL_CONSTANCY_MIN = 0.9

/** Columns of the reader's vocabulary that an unusual delimiter must part. */
const UNUSUAL_HITS_MIN = 2

/** Two words a row are a list of names; a table parted by spaces has more. */
const SPACED_WIDTH_MIN = 3

/** The share of lines that are one value each from which the text is a list of such values. */
const LIST_SHARE_MIN = 0.5

const LIST_LINES_JUDGED_MAX = 50

export function chooseDelimiter(sample: Sample): Choice {
  const isList = isListOfValues(sample.text)
  const all = candidateDelimiters(sample.text)
    .map((delimiter) => readBestQuoted(sample, delimiter))
    .map(withoutChanceHits)
    .filter((evidence) => isUsual(evidence.dialect.delimiter) || isProven(evidence, isList))
    .sort(compare)
  const best = all[0]
  const next = all.find(
    ({ dialect }) => best !== undefined && !areAkin(dialect.delimiter, best.dialect.delimiter),
  )
  if (best === undefined || next === undefined) throw new Error('There are several delimiters.')
  const isTied = best.hits === next.hits && compareTables(best, next) === 0
  return { best, next, isAmbiguous: isTied && best.hits > 0 && best.width > 1 }
}

/** What the reader's own headers say comes first; what the cells look like is asked without them. */
function compare(one: Evidence, other: Evidence): number {
  if (one.hits !== other.hits) return other.hits - one.hits
  const tables = one.hits > 0 ? compareTables(one, other) : 0
  return tables || other.quality - one.quality
}

function compareTables(one: Evidence, other: Evidence): number {
  return other.constancy - one.constancy || other.width - one.width
}

/** Where apostrophes quote, cells hold the delimiter and only that reading is constant. */
function readBestQuoted(sample: Sample, delimiter: string): Evidence {
  const usual = readCandidate(sample, { delimiter, quote: '"' })
  if (!sample.text.includes("'")) return usual
  const other = readCandidate(sample, { delimiter, quote: "'" })
  return isApostropheQuote(other, usual) ? other : usual
}

/** A sentence between spaces names a column or two as well; only a whole table of them counts. */
function withoutChanceHits(evidence: Evidence): Evidence {
  const { dialect, hits, constancy } = evidence
  const isTable = hits >= UNUSUAL_HITS_MIN && constancy >= UNUSUAL_CONSTANCY_MIN
  return isUsual(dialect.delimiter) || isTable ? evidence : { ...evidence, hits: 0 }
}

function isProven(evidence: Evidence, isList: boolean): boolean {
  const { constancy, width, rows, closedQuotes, strayQuotes, dialect, hits } = evidence
  if (width === 1) return false
  if (hits > 0) return true
  if (rows > 1 && closedQuotes >= rows && strayQuotes * 10 <= closedQuotes) return true
  if (isList || constancy < UNUSUAL_CONSTANCY_MIN) return false
  return dialect.delimiter !== ' ' || width >= SPACED_WIDTH_MIN
}

/** True for lines that are one time, date, link or number each: a colon in them parts nothing. */
function isListOfValues(text: string): boolean {
  const lines = text.split(/[\r\n]+/, LIST_LINES_JUDGED_MAX).filter((line) => line.trim() !== '')
  const values = lines.filter((line) => isTyped(kindOfCell(line)))
  return values.length >= LIST_SHARE_MIN * lines.length
}
