/** Texts that people read, in the two languages of the program. */
export type Locale = 'pt-BR' | 'en'

/** The same in both languages; `T` where it is more than one text. */
export interface Bilingual<T = string> {
  readonly pt: T
  readonly en: T
}

export type Language = keyof Bilingual

export function inLocale<T>(both: Bilingual<T>, locale: Locale): T {
  return locale === 'en' ? both.en : both.pt
}

/** Both languages of what is written for one locale at a time. */
export function inBoth<T>(write: (locale: Locale) => T): Bilingual<T> {
  return { pt: write('pt-BR'), en: write('en') }
}

/** Texts that stand in pairs, Portuguese first, by the names of their languages. */
export function bothOf<Key extends string>(
  pairs: Readonly<Record<Key, readonly [string, string]>>,
): Readonly<Record<Key, Bilingual>>
export function bothOf(pairs: Readonly<Record<string, readonly [string, string]>>): object {
  return Object.fromEntries(Object.entries(pairs).map(([key, [pt, en]]) => [key, { pt, en }]))
}

/** Picks between two texts that stand side by side in the code. */
export function sayIn(locale: Locale): (pt: string, en: string) => string {
  return (pt, en) => inLocale({ pt, en }, locale)
}

/** The word for a code; one that a later version writes is shown as it is. */
export function wordIn(
  words: Readonly<Record<string, Bilingual>>,
  code: string,
  locale: Locale,
): string {
  const found = Object.hasOwn(words, code) ? words[code] : undefined
  return found === undefined ? code : inLocale(found, locale)
}

/** One text, or its forms for one and for many. */
type Said = string | readonly [string, string]

/** Texts under their keys, at any depth: the Portuguese one beside the English one. */
interface Pairs {
  readonly [key: string]: readonly [string, string] | readonly [Said, Said] | Pairs
}

type Words<P> = {
  readonly [K in keyof P]: P[K] extends readonly [infer S, unknown]
    ? S extends string
      ? string
      : readonly [string, string]
    : Words<P[K]>
}

/** Each text of `pairs` in the language of a locale. */
export function wordsOf<const P extends Pairs>(pairs: P): (locale: Locale) => Words<P>
export function wordsOf(pairs: Pairs): (locale: Locale) => object {
  const both = { pt: sideOf(pairs, 0), en: sideOf(pairs, 1) }
  return (locale) => inLocale(both, locale)
}

function sideOf(pairs: Pairs, side: 0 | 1): object {
  return Object.fromEntries(
    Object.entries(pairs).map(([key, of]) => [key, isPair(of) ? of[side] : sideOf(of, side)]),
  )
}

function isPair(of: Pairs[string]): of is readonly [Said, Said] {
  return Array.isArray(of)
}
