/** Which delimiters a text may have, the usual ones first. */

/** What spreadsheets and databases export with; in this order where nothing else decides. */
const USUAL_DELIMITERS: readonly string[] = [';', ',', '\t', '|']

/** Seen in the wild. All of them are common inside values too, so they must prove themselves. */
const UNUSUAL_DELIMITERS: readonly string[] = [
  ' ',
  ':',
  '~',
  '^',
  '#',
  '*',
  '&',
  '=',
  '!',
  '\u001f',
]

/** The least share of a delimiter's occurrences with a space after it: others are inside cells. */
const SPACED_SHARE_MIN = 0.5

/** A delimiter of a table occurs at least this often. */
const OCCURRENCES_MIN = 2

/** Groups: a delimiter alone, or with and without a space after it where it often has one. */
export function candidateDelimiters(text: string): (readonly string[])[] {
  // The usual ones are always asked, so that a text without any has a delimiter as well.
  const usual = USUAL_DELIMITERS.map((delimiter) =>
    delimiter !== '\t' && isSpaced(text, delimiter) ? [delimiter, `${delimiter} `] : [delimiter],
  )
  const unusual = UNUSUAL_DELIMITERS.filter(
    (delimiter) => countOf(text, delimiter, OCCURRENCES_MIN) >= OCCURRENCES_MIN,
  )
  return [...usual, ...unusual.map((delimiter) => [delimiter])]
}

export function isUsual(delimiter: string): boolean {
  return USUAL_DELIMITERS.includes(delimiter.charAt(0))
}

/** Commas of prose have a space behind them too; how constant the rows are tells those apart. */
function isSpaced(text: string, delimiter: string): boolean {
  const spaced = countOf(text, `${delimiter} `)
  return spaced >= OCCURRENCES_MIN && spaced >= SPACED_SHARE_MIN * countOf(text, delimiter)
}

function countOf(text: string, part: string, enough = Infinity): number {
  let count = 0
  for (let at = text.indexOf(part); at !== -1; at = text.indexOf(part, at + part.length)) {
    if (++count >= enough) break
  }
  return count
}
