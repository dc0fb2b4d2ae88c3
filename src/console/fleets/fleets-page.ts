/** Which fleet is shown: one line each, and a name for another one. */
import { html, type Html } from '../../html.ts'
import { isAllowed } from '../access/permissions.ts'
import { page, type PageSetting } from '../frame/page.ts'
import { postForm } from '../frame/post-form.ts'
import { rowsView } from '../tables/rows-table.ts'
import { money, text, type TableColumn } from '../tables/table-columns.ts'
import type { TableQuery } from '../tables/table-query.ts'
import type { FleetLine } from './fleet-lines.ts'
import { fleetsWords } from './fleets-words.ts'

export const FLEETS_QUERY = {
  filters: ['q'],
  sorts: ['name', 'owed', 'overdue', 'waiting'],
} as const

export function fleetsPage(
  setting: PageSetting,
  lines: readonly FleetLine[],
  query: TableQuery,
): string {
  const columns = fleetColumns(setting)
  const words = fleetsWords(setting.locale)
  const isWhole = setting.visitor.fleets === null && isAllowed(setting.visitor.role, 'upload')
  const body = html`<section>
      <h1>${words.title}</h1>
      <p class="soft">${words.lead}</p>
      ${
        lines.length === 0
          ? html`<p>${words.none}</p>`
          : rowsView(setting, { path: '/fleets', query, columns, rows: lines, search: words.name })
      }
      ${lines.length > 0 && html`<p><a href="/fleets.zip">${words.file}</a></p>`}
    </section>
    ${isWhole && another(setting)}`
  return page(setting, { title: words.title, body })
}

export function fleetColumns(setting: PageSetting): readonly TableColumn<FleetLine>[] {
  const { locale, display } = setting
  const words = fleetsWords(locale)
  const vehicles = ({ sums }: FleetLine): number => sums.vehicles
  const known = ({ sums }: FleetLine): number => sums.vehicles - sums.stale.count
  const closed = ({ closed: month }: FleetLine): string | null =>
    month === null ? null : display.month(month)
  return [
    text(words.name, ({ name }) => name, {
      sort: 'name',
      cell: ({ name }) => choose(setting, name),
    }),
    { title: words.vehicles, kind: 'integer', wide: true, value: vehicles },
    { title: words.known, kind: 'integer', wide: true, value: known },
    money(words.owed, ({ sums }) => sums.owed.cents, { sort: 'owed' }),
    money(words.overdue, ({ sums }) => sums.overdue.cents, { sort: 'overdue', wide: true }),
    money(words.month, ({ sums }) => sums.until[0]?.cents ?? 0n, { wide: true }),
    { title: words.waiting, kind: 'integer', sort: 'waiting', value: ({ waiting }) => waiting },
    text(words.closed, closed, { wide: true }),
  ]
}

function choose(setting: PageSetting, name: string): Html {
  if (name === setting.fleet) return html`<a href="/"><b>${name}</b></a>`
  const key = setting.keyOf(name)
  const button = html`<button class="button quiet" name="fleet" value="${key}">${name}</button>`
  return postForm(setting, '/fleets', {}, button)
}

function another(setting: PageSetting): Html {
  const words = fleetsWords(setting.locale)
  const fields = html`<div class="fields">
      <label>${words.name} <input name="fleet" maxlength="100" required /></label>
    </div>
    <p class="actions"><button class="button quiet">${words.open}</button></p>`
  return html`<section>
    <h2>${words.another}</h2>
    <p class="soft">${words.anotherLead}</p>
    ${postForm(setting, '/fleets', {}, fields)}
  </section>`
}
