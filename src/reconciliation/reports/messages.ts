/** The shape of the reports' texts, which is that of the Portuguese ones, and how they are filled. */
import type { messagesPt } from './messages-pt.ts'

/** The same keys as `T`, any texts. */
export type Texts<T> = {
  readonly [K in keyof T]: T[K] extends string
    ? string
    : T[K] extends readonly string[]
      ? readonly [string, string]
      : Texts<T[K]>
}

export type Messages = Texts<typeof messagesPt>

export type Locale = 'pt-BR' | 'en'

/** `{name}` in a text becomes the value of `name`; a name that is not given stays to be seen. */
export function fill(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole))
}

/** Both languages have two forms; Portuguese counts zero as many in these texts. */
export function plural(
  forms: readonly [string, string],
  count: number,
  values: Readonly<Record<string, string | number>> = {},
): string {
  return fill(count === 1 ? forms[0] : forms[1], { n: count, ...values })
}

/** The text for a word of the service, or the word itself when it is one we do not know. */
export function wordFor(words: Readonly<Record<string, string>>, word: string): string {
  return Object.hasOwn(words, word) ? (words[word] ?? word) : word
}
