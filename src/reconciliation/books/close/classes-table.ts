/** The classes of a month on its page: how many, how much, and what to do about each. */
import { html } from '../../../html.ts'
import type { Html } from '../../../html.ts'
import { fill } from '../../reports/words/messages.ts'
import { isDiscrepancy } from '../classes/class-of.ts'
import { classWordsOf } from '../words/class-words.ts'
import type { PageContext } from './page-context.ts'

export function classesTable({ settings, classes, words, display }: PageContext): Html | null {
  const { page } = words
  const { classes: names, todo } = classWordsOf(settings.locale)
  const rows = [...classes].filter(([, { rows: count }]) => count > 0)
  if (rows.length === 0) return null
  return html`<section>
    <h2>${page.classesTitle}</h2>
    <p class="soft small">${fill(page.classesNote, { file: 'classes.csv' })}</p>
    <table>
      <tbody>
        ${rows.map(
          ([name, { rows: count, cents }]) =>
            html`<tr>
              <td>${isDiscrepancy(name) ? html`<b>${names[name]}</b>` : names[name]}</td>
              <td>${todo[name]}</td>
              <td class="n">${display.count(count)}</td>
              <td class="n">${display.money(cents)}</td>
            </tr>`,
        )}
      </tbody>
    </table>
  </section>`
}
