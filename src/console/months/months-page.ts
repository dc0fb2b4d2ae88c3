/** The months of a fleet: those that are closed, and the ones that may be previewed or closed. */
import { monthFolder } from '../../app/books/month-folder.ts'
import { html, type Html } from '../../html.ts'
import type { MonthClose } from '../../ledger/books/month-closes.ts'
import { isAllowed } from '../access/permissions.ts'
import { fill } from '../../reconciliation/reports/words/messages.ts'
import { pageWords } from '../frame/page-words.ts'
import { page, type PageSetting } from '../frame/page.ts'
import { postForm } from '../frame/post-form.ts'
import { plainTable } from '../frame/plain-table.ts'
import { problem } from '../runs/ended-run.ts'
import { rowsView } from '../tables/rows-table.ts'
import { instant, money, text, type TableColumn } from '../tables/table-columns.ts'
import type { TableQuery } from '../tables/table-query.ts'
import { monthWords } from './month-words.ts'
import { nextMonth, previousMonth } from '../../fleet/calendar/months.ts'

export interface ListedClose extends MonthClose {
  /** Its files are not as they were closed. */
  readonly isChanged: boolean
  /** By its folder; undefined where that is gone. */
  readonly simulated: boolean | undefined
}

export interface ShownMonths {
  /** Newest first. */
  readonly closes: readonly ListedClose[]
  /** YYYY-MM, newest first: the current one and those since the last close. */
  readonly open: readonly string[]
  readonly current: string
}

export const MONTHS_QUERY = { filters: [], sorts: ['month'], largestFirst: ['month'] } as const

export function monthsPage(
  setting: PageSetting,
  { closes, open, current }: ShownMonths,
  query: TableQuery,
): string {
  const { locale, display } = setting
  const words = monthWords(locale)
  const isEmpty = closes.length === 0 && open.length === 0
  const openRow = (month: string): Html =>
    html`<tr>
      <td>${display.month(month)}</td>
      <td>${month === current ? words.running : words.open}</td>
      <td>${isAllowed(setting.visitor.role, 'close') && previewForm(setting, month)}</td>
    </tr>`
  const table = { path: '/months', query, columns: closeColumns(setting), rows: closes }
  const changed = closes.filter(({ isChanged }) => isChanged)
  const months = changed.map(({ month, revision }) => monthFolder(month, revision)).join(', ')
  const body = html`<section>
    <h1>${words.months}</h1>
    <p class="soft">${words.lead}</p>
    ${months !== '' && problem(words.changed, fill(words.changedWhat, { months }))}
    ${
      isEmpty
        ? html`<p>${words.none}</p>`
        : [
            open.length > 0 && plainTable([words.month, words.state, ''], open.map(openRow)),
            closes.length > 0 &&
              html`<h2>${words.closedMonths}</h2>
                ${rowsView(setting, table)}`,
          ]
    }
    <p class="soft small">${words.atTerminal}</p>
  </section>`
  return page(setting, { title: words.months, body })
}

export function closeColumns({ locale, display }: PageSetting): TableColumn<ListedClose>[] {
  const words = monthWords(locale)
  return [
    {
      title: words.month,
      kind: 'text',
      sort: 'month',
      value: ({ month, revision }) => monthFolder(month, revision),
      cell: ({ month, revision }) =>
        html`<a href="/months/${monthFolder(month, revision)}">${display.month(month)}</a>${
            revision > 1 && html` <span class="soft">.${revision}</span>`
          }`,
    },
    text(words.state, ({ reopenedAt }) => (reopenedAt === null ? words.closed : words.reopened)),
    money(words.closing, ({ closingCents }) => closingCents),
    text(words.by, ({ closedBy }) => pageWords(closedBy, locale)),
    instant(words.at, ({ closedAt }) => closedAt, { wide: true }),
  ]
}

/** `folder`: the month, or the folder that is written again. */
export function previewForm(setting: PageSetting, folder: string, again = false): Html {
  const words = monthWords(setting.locale)
  const button = html`<button class="button quiet">
    ${again ? words.renew : words.previewed}
  </button>`
  return postForm(setting, `/months/${folder}/preview`, {}, button)
}

/**
 * Newest first: the current month, and those since the last close. Where none was closed, those
 * since the fleet began, and always the month before, which may be the first to close.
 */
export function openMonths(
  closes: readonly Pick<MonthClose, 'month' | 'reopenedAt'>[],
  { began, current }: { readonly began: string; readonly current: string },
): string[] {
  const last = closes.findLast(({ reopenedAt }) => reopenedAt === null)
  const open: string[] = []
  const before = previousMonth(current)
  const first = began < before ? began : before
  let month = last === undefined ? first : nextMonth(last.month)
  while (month < current) {
    open.push(month)
    month = nextMonth(month)
  }
  return [...open, current].toReversed()
}
