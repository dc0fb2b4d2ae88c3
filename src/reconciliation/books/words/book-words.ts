/** The books' texts by locale. */
import { inLocale } from '../../../bilingual.ts'
import type { Locale } from '../../../bilingual.ts'
import { booksEn } from './books.en.ts'
import type { BookWords } from './books.en.ts'
import { booksPt } from './books.pt.ts'

export function bookWordsOf(locale: Locale): BookWords {
  return inLocale<BookWords>({ pt: booksPt, en: booksEn }, locale)
}
