/** Pure. A sentence of `detail` in English; undefined for one that the catalogue does not have. */
import { ENGLISH_PHRASES, ENGLISH_SENTENCES } from './english-sentences.ts'

interface Rule {
  readonly portuguese: RegExp
  readonly english: string
}

const HOLE = /\{…?\}/g

export function englishDetail(sentence: string): string | undefined {
  return translated(sentence, SENTENCES)
}

const SENTENCES = rulesOf(ENGLISH_SENTENCES)
const PHRASES = rulesOf(ENGLISH_PHRASES)

/** What is told of most exactly comes first: the fewest holes, then the most letters. */
function rulesOf(catalogue: Readonly<Record<string, string>>): readonly Rule[] {
  const holes = (text: string): number => text.match(HOLE)?.length ?? 0
  return Object.entries(catalogue)
    .toSorted(([one], [other]) => holes(one) - holes(other) || other.length - one.length)
    .map(([portuguese, english]) => ({
      portuguese: new RegExp(
        `^${portuguese
          .split(HOLE)
          .map((text) => RegExp.escape(text))
          .join('(.*)')}$`,
        's',
      ),
      english,
    }))
}

function translated(text: string, rules: readonly Rule[]): string | undefined {
  for (const { portuguese, english } of rules) {
    const values = portuguese.exec(text)?.slice(1)
    if (values === undefined) continue
    const filled = fill(english, values)
    if (filled !== undefined) return filled
  }
  return undefined
}

/** A phrase that is not known leaves the whole sentence as it was. */
function fill(english: string, values: readonly string[]): string | undefined {
  const left = [...values]
  const filled = english.replace(HOLE, (hole) => {
    const value = left.shift() ?? ''
    return hole === '{}' ? value : (translated(value, PHRASES) ?? UNKNOWN)
  })
  return filled.includes(UNKNOWN) ? undefined : filled
}

/** No sentence has this character: control characters are refused wherever a caller's text goes. */
const UNKNOWN = '\u0000'
