/** `npm run size`: the lines of each part and the words of the docs, beside their ceilings. */
import { DOC_WORDS_MAX, LINES_MAX, linesOf, wordsOfDocs } from './size.ts'

const row = (name: string, has: number, of: string): string =>
  `${name.padEnd(24)} ${String(has).padStart(7)} ${of}\n`

const rows = Object.entries(LINES_MAX).map(([folder, ceiling]) =>
  row(folder, linesOf(folder), `lines of ${ceiling}`),
)
// One write: a reader that has seen enough (`| head`) breaks nothing.
process.stdout.write([...rows, row('docs', wordsOfDocs(), `words of ${DOC_WORDS_MAX}`)].join(''))
