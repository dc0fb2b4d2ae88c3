/** The reports' texts by locale. */
import { inLocale, type Locale } from '../../../bilingual.ts'
import { columnsEn } from './columns.en.ts'
import { columnsPt, type ColumnsByFile } from './columns.pt.ts'
import { messagesEn } from './reports.en.ts'
import { messagesPt } from './reports.pt.ts'
import type { Messages } from './messages.ts'

export function messagesOf(locale: Locale): Messages {
  return inLocale({ pt: messagesPt, en: messagesEn }, locale)
}

export function columnMessagesOf(locale: Locale): ColumnsByFile {
  return inLocale({ pt: columnsPt, en: columnsEn }, locale)
}
