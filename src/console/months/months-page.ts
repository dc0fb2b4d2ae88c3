/** The months of a fleet: those that are closed, and the ones that may be previewed or closed. */
import { monthFolder } from '../../app/books/month-folder.ts'
import { html } from '../../html.ts'
import type { Html } from '../../html.ts'
import type { MonthClose } from '../../ledger/books/month-closes.ts'
import { displayFor } from '../../reconciliation/reports/words/display.ts'
import { isAllowed } from '../access/permissions.ts'
import { formTokenField, page } from '../frame/page.ts'
import type { PageSetting } from '../frame/page.ts'
import { plainTable } from '../frame/plain-table.ts'
import { monthWords } from './month-words.ts'

export interface ShownMonths {
  /** Newest first. */
  readonly closes: readonly MonthClose[]
  /** YYYY-MM, newest first: the current one and those since the last close. */
  readonly open: readonly string[]
  readonly current: string
}

export function monthsPage(setting: PageSetting, { closes, open, current }: ShownMonths): string {
  const words = monthWords(setting.locale)
  const display = displayFor(setting.locale, setting.zone)
  const isEmpty = closes.length === 0 && open.length === 0
  const openRow = (month: string): Html =>
    html`<tr>
      <td>${display.month(month)}</td>
      <td>${month === current ? words.running : words.open}</td>
      <td class="n"></td>
      <td class="wide"></td>
      <td>${isAllowed(setting.visitor.role, 'close') && previewForm(setting, month)}</td>
    </tr>`
  const closedRow = (close: MonthClose): Html =>
    html`<tr>
      <td>
        <a href="/months/${monthFolder(close.month, close.revision)}"
          >${display.month(close.month)}</a
        >
        ${close.revision > 1 && html`<span class="soft">.${close.revision}</span>`}
      </td>
      <td>${close.reopenedAt === null ? words.closed : words.reopened}</td>
      <td class="n">${display.money(close.closingCents)}</td>
      <td class="wide">${close.closedBy}, ${display.instant(close.closedAt.toISOString())}</td>
      <td></td>
    </tr>`
  const body = html`<section>
    <h1>${words.months}</h1>
    <p class="soft">${words.lead}</p>
    ${
      isEmpty
        ? html`<p>${words.none}</p>`
        : plainTable(
            [words.month, words.state, [words.closing, 'n'], [words.by, 'wide'], ''],
            [open.map(openRow), closes.map(closedRow)],
          )
    }
  </section>`
  return page(setting, { title: words.months, body })
}

/** `folder`: the month, or the folder that is written again. */
export function previewForm({ locale, visitor }: PageSetting, folder: string, again = false): Html {
  const words = monthWords(locale)
  return html`<form method="post" action="/months/${folder}/preview">
    ${formTokenField(visitor.formToken)}
    <button class="button quiet">${again ? words.renew : words.previewed}</button>
  </form>`
}
