/** The books' texts by locale. */
import { isKeyOf } from '../../../fields.ts'
import { inLocale, type Locale } from '../../../bilingual.ts'
import { booksEn, type BookWords } from './books.en.ts'
import { booksPt } from './books.pt.ts'

export function bookWordsOf(locale: Locale): BookWords {
  return inLocale<BookWords>({ pt: booksPt, en: booksEn }, locale)
}

/** What the reader calls a file, such as `Razão` for ledger.csv; empty for one without a word. */
export function fileWord({ fileNames }: BookWords, name: string): string {
  const stem = name.slice(0, name.indexOf('.'))
  return isKeyOf(fileNames, stem) ? fileNames[stem] : ''
}
