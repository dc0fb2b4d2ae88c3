/** What every part of a month's page is given, and the pictures that they share. */
import { svgImage, type Html } from '../../../html.ts'
import { barsPicture, type Bar } from '../../reports/page/chart-picture.ts'
import { pageSection } from '../../reports/page/page-table.ts'
import type { Display } from '../../reports/words/display.ts'
import type { Messages } from '../../reports/words/messages.ts'
import { MOVING } from '../movement.ts'
import type { BookWords } from '../words/book-words.ts'
import type { MonthFacts } from './month-facts.ts'

export interface PageContext extends MonthFacts {
  readonly words: BookWords
  readonly texts: Messages
  readonly display: Display
}

export function charted(title: string, bars: readonly Bar[]): Html {
  const alt = bars.map(({ name, label }) => `${name}: ${label}`).join('; ')
  return pageSection(title, svgImage(barsPicture(bars), `${title}. ${alt}`, 'chart'))
}

/** Reais as a float: it decides a length in pixels and nothing else. */
export function lengthOf(cents: bigint): number {
  return Math.abs(Number(cents)) / 100
}

/** What moved, in the order of the roll-forward; classes without movement are left out. */
export function movedBars({ roll, words, display }: PageContext): Bar[] {
  const { whole } = roll
  const bar = (name: string, cents: bigint): Bar => ({
    name,
    label: display.money(cents),
    length: lengthOf(cents),
  })
  const moved = MOVING.filter((name) => whole.movedCents[name] !== 0n)
  return [
    bar(words.classes.opening, whole.openingCents),
    ...moved.map((name) => bar(words.classes[name], whole.movedCents[name])),
    bar(words.classes.closing, whole.closingCents),
  ]
}
