/** The reports' texts by locale. */
import { columnsEn } from './messages-columns-en.ts'
import { columnsPt } from './messages-columns-pt.ts'
import type { ColumnsByFile } from './messages-columns-pt.ts'
import { messagesEn } from './messages-en.ts'
import { messagesPt } from './messages-pt.ts'
import type { Locale, Messages } from './messages.ts'

export function messagesOf(locale: Locale): Messages {
  return locale === 'en' ? messagesEn : messagesPt
}

export function columnMessagesOf(locale: Locale): ColumnsByFile {
  return locale === 'en' ? columnsEn : columnsPt
}
