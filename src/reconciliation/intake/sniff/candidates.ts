/** Which delimiters a text may have, the usual ones first. */

/** What spreadsheets and databases export with; in this order where nothing else decides. */
export const USUAL_DELIMITERS: readonly string[] = [';', ',', '\t', '|']

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

/** The share of a delimiter's places that are followed by a space when the space belongs to it. */
const SPACED_SHARE_MIN = 0.95

/** A delimiter of a table occurs at least this often. */
const OCCURRENCES_MIN = 2

export function candidateDelimiters(text: string): string[] {
  const found: string[] = []
  for (const delimiter of USUAL_DELIMITERS) {
    // The usual ones are always asked, so that a text without any has a delimiter as well.
    found.push(delimiter)
    if (delimiter !== '\t' && isSpaced(text, delimiter)) found.push(`${delimiter} `)
  }
  for (const delimiter of UNUSUAL_DELIMITERS) {
    if (countOf(text, delimiter, OCCURRENCES_MIN) >= OCCURRENCES_MIN) found.push(delimiter)
  }
  return found
}

/** True when two candidates are the same delimiter, with and without the space behind it. */
export function areAkin(one: string, other: string): boolean {
  return one.charAt(0) === other.charAt(0)
}

export function isUsual(delimiter: string): boolean {
  return USUAL_DELIMITERS.includes(delimiter.charAt(0))
}

/** Commas of prose are followed by a space too: that there are other commas tells them apart. */
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
