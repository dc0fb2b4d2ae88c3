/** Names and meanings of the columns, by locale. */
import { inLocale, type Locale } from '../../../bilingual.ts'
import { columnsEn } from './columns.en.ts'
import { columnsPt, type ColumnsByFile } from './columns.pt.ts'

export function columnMessagesOf(locale: Locale): ColumnsByFile {
  return inLocale({ pt: columnsPt, en: columnsEn }, locale)
}
