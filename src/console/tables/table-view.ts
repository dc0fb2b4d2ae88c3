/** A table that is searched, filtered, sorted and paged by its address, without a script. */
import { exact, html, type Content, type Html } from '../../html.ts'
import { LISTED_ROWS } from '../../ledger/listings/listed-page.ts'
import { isDay } from '../../fleet/calendar/months.ts'
import { fill, plural } from '../../reconciliation/reports/words/messages.ts'
import { ofFleet } from '../frame/of-fleet.ts'
import { plainTable } from '../frame/plain-table.ts'
import { option } from '../frame/post-form.ts'
import type { PageSetting } from '../frame/page.ts'
import type { KeyOf } from '../frame/text-keys.ts'
import { isFigure, shownCell, type TableColumn } from './table-columns.ts'
import { addressOf, type TableQuery } from './table-query.ts'
import { tableWords } from './table-words.ts'

export interface TableFilter {
  readonly name: string
  readonly label: string
  /** Value and label; absent: a text or, with `type`, another field. */
  readonly choices?: readonly (readonly [value: string, label: string])[]
  readonly type?: 'search' | 'date'
}

export interface TableParts<Row> {
  readonly path: string
  /** Address of the same rows as a file; absent: the page's with `.csv`. */
  readonly file?: string
  readonly query: TableQuery
  readonly columns: readonly TableColumn<Row>[]
  readonly filters: readonly TableFilter[]
  readonly rows: readonly Row[]
  /** Of all rows that the filters let through. */
  readonly count: number
  /** Sums of those rows. */
  readonly sums?: Content
  /** Before each row: a tick of a form around the table. */
  readonly tick?: (row: Row) => Content
}

export function tableView<Row>(setting: PageSetting, parts: TableParts<Row>): Html {
  const { count, rows, sums = null, filters, query, path } = parts
  const csv = parts.file ?? addressOf(`${path}.csv`, query, { page: 1 })
  const { locale, display } = setting
  const words = tableWords(locale)
  const dates = filters.filter(({ type }) => type === 'date').map(({ name }) => query.filters[name])
  const wrong = dates.find((date) => date !== undefined && !isDay(date))
  return html`${filterForm(setting, parts)}
    ${wrong !== undefined && html`<p class="problem">${fill(words.noDay, { text: wrong })}</p>`}
    <p class="found" role="status">
      ${plural(words.found, count, { n: display.count(count) })} ${sums}
      ${count > 0 && html`<a href="${ofFleet(setting, csv)}">${words.csv}</a>`}
    </p>
    ${rows.length > 0 && grid(setting, parts)} ${pager(setting, parts)}`
}

export function filterForm<Row>(
  { locale, keyOf }: PageSetting,
  { path, query, filters }: Pick<TableParts<Row>, 'path' | 'query' | 'filters'>,
): Html | null {
  if (filters.length === 0) return null
  const words = tableWords(locale)
  const field = (filter: TableFilter): Html =>
    filterField(filter, query.filters[filter.name] ?? '', { any: words.any, keyOf })
  const [search, ...others] = filters
  const isFiltered = others.some(({ name }) => query.filters[name] !== undefined)
  const fields = html`<summary>${words.more}</summary>
    <div class="filters">${others.map(field)}</div>`
  return html`<form class="search" method="get" action="${path}" role="search">
    <input type="hidden" name="sort" value="${query.sort}" />
    <input type="hidden" name="way" value="${query.descending ? 'down' : 'up'}" />
    <div class="first">
      ${search !== undefined && field(search)}
      <button class="button quiet">${words.filter}</button>
      ${Object.keys(query.filters).length > 0 && html`<a href="${path}">${words.clear}</a>`}
    </div>
    ${
      others.length > 0 &&
      (isFiltered ? html`<details open>${fields}</details>` : html`<details>${fields}</details>`)
    }
  </form>`
}

function filterField(
  { name, label, choices, type = 'search' }: TableFilter,
  value: string,
  { any, keyOf }: { any: string; keyOf: KeyOf },
): Html {
  if (choices === undefined) {
    return html`<label
      >${label} <input type="${type}" name="${name}" value="${exact(value)}" maxlength="80"
    /></label>`
  }
  const isChosen = (each: string): boolean => [each, keyOf(each)].includes(value)
  return html`<label
    >${label}
    <select name="${name}">
      <option value="">${any}</option>
      ${choices.map(([each, text]) => option(keyOf(each), text, isChosen(each)))}
    </select>
  </label>`
}

type GridParts<Row> = Pick<TableParts<Row>, 'path' | 'query' | 'columns' | 'rows' | 'tick'>

function grid<Row>(setting: PageSetting, parts: GridParts<Row>): Html {
  const { rows, tick } = parts
  const columns = parts.columns.filter(({ cell }) => cell !== null)
  const headings = columns.map((column) => heading(setting, parts, column))
  const cell = (column: TableColumn<Row>, row: Row): Html =>
    html`<td class="${classOf(column)}">${shownCell(column, row, setting.display)}</td>`
  return plainTable(
    tick === undefined ? headings : [html`<td class="tick"></td>`, ...headings],
    rows.map(
      (row) =>
        html`<tr>
          ${tick !== undefined && html`<td class="tick">${tick(row)}</td>`}
          ${columns.map((column) => cell(column, row))}
        </tr>`,
    ),
  )
}

function classOf<Row>(column: TableColumn<Row>): string {
  const isWhole = ['code', 'date', 'instant'].includes(column.kind)
  return [isFigure(column) && 'n', column.wide === true && 'wide', isWhole && 'code']
    .filter((name) => name !== false)
    .join(' ')
}

/** A click on the order that is shown turns it around. */
function heading<Row>(
  { locale }: PageSetting,
  { path, query }: GridParts<Row>,
  column: TableColumn<Row>,
): Html {
  const { title, sort } = column
  const name = classOf(column)
  if (sort === undefined) return html`<th class="${name}" scope="col">${title}</th>`
  const isShown = sort === query.sort
  const descending = isShown ? !query.descending : isFigure(column)
  const address = addressOf(path, query, { sort, descending, page: 1 })
  const words = tableWords(locale)
  const state = query.descending ? 'descending' : 'ascending'
  const arrow = query.descending ? '↓' : '↑'
  const link = html`<a href="${exact(address)}" title="${fill(words.sortBy, { column: title })}"
    >${title}${isShown && html` <span aria-hidden="true">${arrow}</span>`}</a
  >`
  return isShown
    ? html`<th class="${name}" scope="col" aria-sort="${state}">${link}</th>`
    : html`<th class="${name}" scope="col">${link}</th>`
}

function pager<Row>(
  { locale }: PageSetting,
  { path, query, count, rows }: TableParts<Row>,
): Html | null {
  const pages = Math.max(1, Math.ceil(count / LISTED_ROWS))
  const { page } = query
  if (pages === 1 && page === 1) return null
  const words = tableWords(locale)
  const link = (to: number, text: string, rel: string): Html =>
    html`<a href="${exact(addressOf(path, query, { page: to }))}" rel="${rel}">${text}</a>`
  return html`<nav class="pager" aria-label="${words.pages}">
    ${page > 1 && link(page - 1, words.previous, 'prev')}
    <span>${fill(words.page, { page, pages })}</span>
    ${page < pages && rows.length > 0 && link(page + 1, words.next, 'next')}
  </nav>`
}
