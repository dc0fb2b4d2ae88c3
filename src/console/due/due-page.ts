/** What falls due: a calendar of weeks, and the same days as a list, each linked to its debts. */
import { html, type Content, type Html } from '../../html.ts'
import type { DueDay } from '../../ledger/listings/due-days.ts'
import type { Amount, FleetSums } from '../../ledger/listings/fleet-sums.ts'
import { fill, plural } from '../../reconciliation/reports/words/messages.ts'
import { dayBefore, debtsDue } from '../frame/debts-address.ts'
import { ofFleet } from '../frame/of-fleet.ts'
import { page, type PageSetting } from '../frame/page.ts'
import { plainTable } from '../frame/plain-table.ts'
import { rowsView } from '../tables/rows-table.ts'
import { money, type TableColumn } from '../tables/table-columns.ts'
import type { TableQuery } from '../tables/table-query.ts'
import { lastDay, SPANS, sumOf, weeksOf, type ShownDue } from './due-span.ts'
import { dueWords } from './due-words.ts'

export function duePage(setting: PageSetting, due: ShownDue, query: TableQuery): string {
  const words = dueWords(setting.locale)
  const { span, days } = due
  const spans = SPANS.map((each) =>
    each === span
      ? html`<b aria-current="page">${words.spans[each]}</b> `
      : html`<a href="/due?days=${each}">${words.spans[each]}</a> `,
  )
  const body = html`<section>
      <h1>${words.title}</h1>
      <p class="soft">${fill(words.lead, { n: span })}</p>
      <p class="actions">${spans}</p>
      ${sums(setting, due)}
    </section>
    ${days.length > 0 && [calendar(setting, due), list(setting, due, query)]}`
  return page(setting, { title: words.title, body })
}

function sums(setting: PageSetting, due: ShownDue): Content {
  const { locale, display } = setting
  const words = dueWords(locale)
  const { debts, cents, orderedCents, withFeeCents } = sumOf(due.days, due.fee)
  const money = (of: bigint): string => display.money(of)
  const parts = [
    plural(words.sum, debts, { n: display.count(debts), money: money(cents) }),
    withFeeCents !== null &&
      due.fee !== null &&
      fill(words.withFee, { money: money(withFeeCents), fee: money(due.fee) }),
    orderedCents > 0n && fill(words.ordered, { money: money(orderedCents) }),
  ].filter((part) => part !== false)
  const { overdue = { count: 0, cents: 0n }, undated } = due.sums ?? {}
  const late = plural(words.overdue, overdue.count, {
    n: display.count(overdue.count),
    money: money(overdue.cents),
  })
  return html`<p role="status">${debts === 0 ? words.none : parts.join(' · ')}</p>
    ${
      overdue.count > 0 &&
      html`<p class="warning-box"><a href="${debtsDue('', dayBefore(due.today))}">${late}</a></p>`
    }
    ${undated !== undefined && undatedLine({ locale, display }, undated)}
    ${
      debts > 0 &&
      html`<p>
        <a href="${ofFleet(setting, `/due.ics?days=${due.span}`)}">${words.file}</a>
        <span class="soft small">${words.fileNote}</span>
      </p>`
    }`
}

/** Debts that are in no day of any calendar. */
export function undatedLine(
  { locale, display }: Pick<PageSetting, 'locale' | 'display'>,
  { payable, shut }: FleetSums['undated'],
): Content {
  const words = dueWords(locale)
  const shown = (count: number, cents: bigint) => ({
    n: display.count(count),
    money: display.money(cents),
  })
  const say = (label: string, { count, cents }: Amount): Content =>
    count > 0 && html`<p>${fill(label, { sum: plural(words.sum, count, shown(count, cents)) })}</p>`
  return [say(words.undatedPayable, payable), say(words.undatedShut, shut)]
}

function calendar({ locale, display }: PageSetting, { today, span, days }: ShownDue): Html {
  const words = dueWords(locale)
  const byDay = new Map(days.map((each) => [each.day, each]))
  const last = lastDay(today, span)
  const cell = (day: string): Html => {
    const due = byDay.get(day)
    const isOut = day < today || day > last
    const label = display.date(day)
    const date = day.endsWith('-01') ? display.month(day.slice(0, 7)) : String(Number(day.slice(8)))
    return html`<td class="${[isOut && 'out', day === today && 'today'].filter(Boolean).join(' ')}">
      <span class="soft small" title="${label}">${date}</span>
      ${
        due !== undefined &&
        html`<a href="${debtsDue(day, day)}" aria-label="${label}: ${display.money(due.cents)}"
          >${display.money(due.cents)}</a
        >`
      }
    </td>`
  }
  return html`<section>
    <h2>${words.calendar}</h2>
    ${plainTable(
      words.weekdays.split(' '),
      weeksOf(today, span).map(
        (week) =>
          html`<tr>
            ${week.map(cell)}
          </tr>`,
      ),
      { className: 'calendar' },
    )}
  </section>`
}

function list(setting: PageSetting, due: ShownDue, query: TableQuery): Html {
  const { days: rows, fee } = due
  return html`<section>
    <h2>${dueWords(setting.locale).list}</h2>
    ${rowsView(setting, { path: '/due', query, columns: dueColumns(setting, fee), rows })}
  </section>`
}

export const DUE_QUERY = { filters: ['days'], sorts: ['day', 'debts', 'amount'] } as const

export function dueColumns(
  { locale, display }: PageSetting,
  fee: bigint | null,
): TableColumn<DueDay>[] {
  const words = dueWords(locale)
  return [
    {
      title: words.day,
      kind: 'date',
      sort: 'day',
      value: ({ day }) => day,
      cell: ({ day }) => html`<a href="${debtsDue(day, day)}">${display.date(day)}</a>`,
    },
    { title: words.debts, kind: 'integer', sort: 'debts', wide: true, value: ({ debts }) => debts },
    { title: words.vehicles, kind: 'integer', wide: true, value: ({ vehicles }) => vehicles },
    money(words.amount, ({ cents }) => cents, { sort: 'amount' }),
    money(words.cost, (day) => sumOf([day], fee).withFeeCents),
    money(words.inOrders, ({ orderedCents }) => orderedCents, { wide: true }),
  ]
}
