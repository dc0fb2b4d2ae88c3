/** The shape of the reports' texts, and how they are filled. */
import type { messagesOf } from './reports.ts'

export type Messages = ReturnType<typeof messagesOf>

/** `{name}` in a text becomes the value of `name`; a name that is not given stays to be seen. */
export function fill(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole))
}

/** Both languages have two forms; zero takes the plural in these texts. */
export function plural(
  forms: readonly [string, string],
  count: number,
  values: Readonly<Record<string, string | number>> = {},
): string {
  return fill(count === 1 ? forms[0] : forms[1], { n: count, ...values })
}

type Words = Readonly<Record<string, string>>

/** `service-refused: status 422: …` has two codes; the service's own text follows them. */
const HEADS_MAX = 3
const COLON = ': '

/**
 * The text for a code of the ledger or a word of the service, or the word itself when it is
 * unknown. In `code: about` the code is translated, and `about` stays unless it is a code too.
 */
export function wordFor(words: Words, word: string, headsMax: number = HEADS_MAX): string {
  const whole = knownWord(words, word)
  const at = word.indexOf(COLON)
  if (whole !== undefined || at < 0 || headsMax === 0) return whole ?? word
  const head = knownWord(words, word.slice(0, at))
  if (head === undefined) return word
  return `${head}${COLON}${wordFor(words, word.slice(at + COLON.length), headsMax - 1)}`
}

/** A sentence with a number is stored under its text with `{n}`. */
function knownWord(words: Words, word: string): string | undefined {
  if (Object.hasOwn(words, word)) return words[word]
  const number = /\d+/.exec(word)?.[0]
  if (number === undefined) return undefined
  const key = word.replace(number, '{n}')
  return Object.hasOwn(words, key) ? words[key]?.replace('{n}', number) : undefined
}
