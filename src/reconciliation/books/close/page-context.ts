/** What every part of a month's page is given, and the pictures that they share. */
import type { Html } from '../../../html.ts'
import { barsImage, type Bar } from '../../reports/page/chart-picture.ts'
import { pageSection } from '../../reports/page/page-table.ts'
import type { Display } from '../../reports/words/display.ts'
import type { Messages } from '../../reports/words/messages.ts'
import type { BookWords } from '../words/book-words.ts'
import type { MonthFacts } from './month-facts.ts'

export interface PageContext extends MonthFacts {
  readonly words: BookWords
  readonly texts: Messages
  readonly display: Display
}

export function charted(title: string, bars: readonly Bar[]): Html {
  return pageSection(title, barsImage(title, bars))
}

export function moneyBar(name: string, cents: bigint, display: Display): Bar {
  return { name, label: display.money(cents), length: Math.abs(Number(cents)) / 100 }
}
