/** The reports' texts by locale. */
import { inLocale } from '../../../bilingual.ts'
import type { Locale } from '../../../bilingual.ts'
import { columnsEn } from './messages-columns-en.ts'
import { columnsPt } from './messages-columns-pt.ts'
import type { ColumnsByFile } from './messages-columns-pt.ts'
import { messagesEn } from './messages-en.ts'
import { messagesPt } from './messages-pt.ts'
import type { Messages } from './messages.ts'

export function messagesOf(locale: Locale): Messages {
  return inLocale({ pt: messagesPt, en: messagesEn }, locale)
}

export function columnMessagesOf(locale: Locale): ColumnsByFile {
  return inLocale({ pt: columnsPt, en: columnsEn }, locale)
}
