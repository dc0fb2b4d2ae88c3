/** Names and meanings of the columns of a month's files, by locale. */
import { inLocale, type Locale } from '../../../bilingual.ts'
import type { ColumnTexts } from '../../reports/files/columns.ts'
import { columnMessagesOf } from '../../reports/words/columns.ts'
import { bookColumnsEn } from './book-columns.en.ts'
import { bookColumnsPt, type BookColumns } from './book-columns.pt.ts'

export type BookFile = keyof BookColumns
export type BookColumnKey<F extends BookFile> = Exclude<keyof BookColumns[F], 'origin'> & string

/** By column; exceptions.csv is that of a run. */
export function bookColumnTexts(file: BookFile | 'exceptions.csv', locale: Locale): ColumnTexts {
  if (file === 'exceptions.csv') return columnMessagesOf(locale)[file]
  return inLocale<BookColumns>({ pt: bookColumnsPt, en: bookColumnsEn }, locale)[file]
}
