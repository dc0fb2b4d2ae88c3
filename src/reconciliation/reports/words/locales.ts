/** The reports' texts by locale. */
import { inLocale } from '../../../bilingual.ts'
import type { Locale } from '../../../bilingual.ts'
import { columnsEn } from './columns.en.ts'
import { columnsPt } from './columns.pt.ts'
import type { ColumnsByFile } from './columns.pt.ts'
import { messagesEn } from './reports.en.ts'
import { messagesPt } from './reports.pt.ts'
import type { Messages } from './messages.ts'

export function messagesOf(locale: Locale): Messages {
  return inLocale({ pt: messagesPt, en: messagesEn }, locale)
}

export function columnMessagesOf(locale: Locale): ColumnsByFile {
  return inLocale({ pt: columnsPt, en: columnsEn }, locale)
}
