/** The texts of the pages, by locale; the shape is that of the Portuguese ones. */
import { inLocale, type Locale } from '../../bilingual.ts'
import type { Texts } from '../../reconciliation/reports/words/messages.ts'
import { consoleEn } from './messages-en.ts'
import { consolePt } from './messages-pt.ts'

export type ConsoleTexts = Texts<typeof consolePt>

export function consoleTextsOf(locale: Locale): ConsoleTexts {
  return inLocale({ pt: consolePt, en: consoleEn }, locale)
}
