/** Which fleet is shown: one line each, and a name for another one. */
import { html } from '../../html.ts'
import type { Html } from '../../html.ts'
import { displayFor } from '../../reconciliation/reports/words/display.ts'
import type { Display } from '../../reconciliation/reports/words/display.ts'
import { isAllowed } from '../access/permissions.ts'
import { formTokenField, page } from '../frame/page.ts'
import type { PageSetting } from '../frame/page.ts'
import { plainTable } from '../frame/plain-table.ts'
import type { Heading } from '../frame/plain-table.ts'
import { shownCell } from '../tables/table-columns.ts'
import type { TableColumn } from '../tables/table-columns.ts'
import type { FleetLine } from './fleet-lines.ts'
import { fleetsWords } from './fleets-words.ts'

export function fleetsPage(setting: PageSetting, lines: readonly FleetLine[]): string {
  const words = fleetsWords(setting.locale)
  const display = displayFor(setting.locale, setting.zone)
  const [, ...columns] = fleetColumns(setting)
  const row = (line: FleetLine): Html =>
    html`<tr>
      <td>${choose(setting, line.name)}</td>
      ${columns.map((column) => cellOf(column, line, display))}
    </tr>`
  const heading = ({ title, kind, wide = false }: TableColumn<FleetLine>): Heading => {
    const isNumber = kind === 'money' || kind === 'integer'
    if (isNumber) return [title, wide ? 'n wide' : 'n']
    return wide ? [title, 'wide'] : title
  }
  const isWhole = setting.visitor.fleets === null && isAllowed(setting.visitor.role, 'upload')
  const body = html`<section>
      <h1>${words.title}</h1>
      <p class="soft">${words.lead}</p>
      ${
        lines.length === 0
          ? html`<p>${words.none}</p>`
          : plainTable([words.name, ...columns.map(heading)], lines.map(row))
      }
      ${lines.length > 0 && html`<p class="actions"><a href="/fleets.csv">${words.file}</a></p>`}
    </section>
    ${isWhole && another(setting)}`
  return page(setting, { title: words.title, body })
}

function cellOf(column: TableColumn<FleetLine>, line: FleetLine, display: Display): Html {
  const isNumber = column.kind === 'money' || column.kind === 'integer'
  const classes = [isNumber && 'n', column.wide === true && 'wide'].filter(Boolean).join(' ')
  return html`<td class="${classes}">${shownCell(column, line, display)}</td>`
}

export function fleetColumns({ locale, zone }: PageSetting): readonly TableColumn<FleetLine>[] {
  const words = fleetsWords(locale)
  const display = displayFor(locale, zone)
  const vehicles = ({ sums }: FleetLine): number => sums.vehicles
  const known = ({ sums }: FleetLine): number => sums.vehicles - sums.stale.count
  const closed = ({ closed: month }: FleetLine): string | null =>
    month === null ? null : display.month(month)
  return [
    { title: words.name, kind: 'text', value: ({ name }) => name },
    { title: words.vehicles, kind: 'integer', value: vehicles },
    { title: words.known, kind: 'integer', wide: true, value: known },
    { title: words.owed, kind: 'money', value: ({ sums }) => sums.owed.cents },
    { title: words.overdue, kind: 'money', wide: true, value: ({ sums }) => sums.overdue.cents },
    {
      title: words.month,
      kind: 'money',
      wide: true,
      value: ({ sums }) => sums.until[0]?.cents ?? 0n,
    },
    { title: words.waiting, kind: 'integer', value: ({ waiting }) => waiting },
    { title: words.closed, kind: 'text', wide: true, value: closed },
  ]
}

function choose({ fleet, visitor }: PageSetting, name: string): Html {
  if (name === fleet) return html`<a href="/"><b>${name}</b></a>`
  return html`<form method="post" action="/fleets">
    ${formTokenField(visitor.formToken)}
    <button class="button quiet" name="fleet" value="${name}">${name}</button>
  </form>`
}

function another({ locale, visitor }: PageSetting): Html {
  const words = fleetsWords(locale)
  return html`<section>
    <h2>${words.another}</h2>
    <p class="soft">${words.anotherLead}</p>
    <form method="post" action="/fleets">
      ${formTokenField(visitor.formToken)}
      <div class="fields">
        <label>${words.name} <input name="fleet" maxlength="100" required /></label>
      </div>
      <p class="actions"><button class="button quiet">${words.open}</button></p>
    </form>
  </section>`
}
