/** The classes of a month on its page: how many, how much, and what to do about each. */
import { html, type Html } from '../../../html.ts'
import { pageSection, pageTable } from '../../reports/page/page-table.ts'
import { fill } from '../../reports/words/messages.ts'
import { isDiscrepancy } from '../classes/class-of.ts'
import { classWordsOf } from '../words/class-words.ts'
import type { PageContext } from './page-context.ts'

export function classesTable({ settings, classes, words, display }: PageContext): Html | null {
  const { page } = words
  const { classes: names, todo } = classWordsOf(settings.locale)
  const rows = [...classes].filter(([, { rows: count }]) => count > 0)
  if (rows.length === 0) return null
  return pageSection(
    page.classesTitle,
    html`<p class="soft small">${fill(page.classesNote, { file: 'classes.csv' })}</p>`,
    pageTable(['', '', 'n', 'n'], {
      rows: rows.map(([name, { rows: count, cents }]) => [
        isDiscrepancy(name) ? html`<b>${names[name]}</b>` : names[name],
        todo[name],
        display.count(count),
        display.money(cents),
      ]),
    }),
  )
}
