import type { Ambiguous, Dialect } from './dialect.ts'
import { chooseDelimiter, type Choice } from './choose-delimiter.ts'
import { chooseQuote } from './choose-quote.ts'
import type { Sample } from './read-candidate.ts'

/**
 * Detects, from the beginning of a text alone, how it is cut into cells, and how sure that is. A
 * caller who knows what columns to look for says so with `headerHits`.
 */

/** Lines that are looked at, and ends of lines that are counted. */
const LINES_JUDGED_MAX = 400

/**
 * `head` is the decoded beginning; when it is not the whole text its last line is left out.
 * `headerHits`: how many of the columns that the caller looks for one row names.
 */
export function sniffText(
  head: string,
  isWhole: boolean,
  { headerHits = () => 0 }: Partial<Pick<Sample, 'headerHits'>> = {},
): Dialect | Ambiguous {
  const lineEnd = detectLineEnd(head)
  // `sep="` is ignored, because a quote cannot be the delimiter as well.
  const sep = /^"?sep=([^\r\n"])"?(?:\r\n|\n|\r|$)/i.exec(head)
  if (sep?.[1] !== undefined) {
    return { delimiter: sep[1], quote: '"', lineEnd, sepLine: true, confidence: 1 }
  }
  const sample = sampleOf(head, isWhole, headerHits)
  const choice = chooseDelimiter(sample)
  if (choice.isAmbiguous) {
    return { ambiguous: [choice.best.dialect.delimiter, choice.next.dialect.delimiter] }
  }
  const dialect = chooseQuote(sample, choice.best)
  return { ...dialect, lineEnd, sepLine: false, confidence: confidenceIn(choice) }
}

/** The first lines are enough; the rest of the head would only take time. */
function sampleOf(head: string, isWhole: boolean, headerHits: Sample['headerHits']): Sample {
  let end = 0
  for (let lines = 0; lines < LINES_JUDGED_MAX; lines++) {
    const found = /\r\n|\n|\r/g
    found.lastIndex = end
    if (found.exec(head) === null) return { text: head, isWhole, headerHits }
    end = found.lastIndex
  }
  return { text: head.slice(0, end), isWhole: isWhole && end === head.length, headerHits }
}

function confidenceIn({ best, next }: Choice): number {
  if (best.hits > 0) {
    const ahead = best.hits - next.hits + best.constancy - next.constancy
    return Math.max(0, Math.min(1, ahead))
  }
  return best.quality === 0 ? 0 : Math.max(0, (best.quality - next.quality) / best.quality)
}

/** The commonest of the first line ends; CRLF when there is none, as Excel writes it. */
function detectLineEnd(head: string): '\n' | '\r\n' | '\r' {
  const counts = { '\r\n': 0, '\n': 0, '\r': 0 }
  let seen = 0
  for (const [end] of head.matchAll(/\r\n|\n|\r/g)) {
    if (end === '\r\n' || end === '\n' || end === '\r') counts[end]++
    if (++seen === LINES_JUDGED_MAX) break
  }
  if (counts['\n'] > counts['\r\n'] && counts['\n'] >= counts['\r']) return '\n'
  return counts['\r'] > counts['\r\n'] ? '\r' : '\r\n'
}
