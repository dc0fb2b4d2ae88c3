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
