/** The debts of the fleet as a table: its columns, its filters, and what an address asks of it. */
import { html, type Content } from '../../html.ts'
import type {
  DebtFilter,
  DebtSort,
  DebtSums,
  ListedDebt,
} from '../../ledger/listings/debt-listing.ts'
import type { FleetChoices } from '../../ledger/listings/listed-page.ts'
import type { OwedScope } from '../../ledger/listings/owed-debts.ts'
import { isDay } from '../../fleet/calendar/months.ts'
import { messagesOf } from '../../reconciliation/reports/words/reports.ts'
import { fill, wordFor } from '../../reconciliation/reports/words/messages.ts'
import { entriesOf, isKeyOf } from '../../fields.ts'
import type { PageSetting } from '../frame/page.ts'
import { instant, money, text, type TableColumn } from '../tables/table-columns.ts'
import type { TableQuery } from '../tables/table-query.ts'
import type { TableFilter } from '../tables/table-view.ts'
import { fleetWords } from './fleet-words.ts'
import { choiceFilters } from './vehicles-table.ts'

const DAY_MS = 86_400_000

export const DEBT_SORTS: readonly DebtSort[] = [
  'due',
  'amount',
  'plate',
  'kind',
  'costCentre',
  'seen',
]

export const DEBT_LIST = {
  shape: {
    filters: ['q', 'standing', 'state', 'kind', 'uf', 'cost', 'cnpj', 'from', 'to', 'age', 'order'],
    sorts: DEBT_SORTS,
    largestFirst: ['amount'],
  },
  columns: debtColumns,
  filters: debtFilters,
  summed: debtSums,
}

const STANDINGS = ['owed', 'alternative', 'awaiting-settlement', 'settled'] as const

/** Unknown values of an address let nothing of another kind through: they are no filter. */
export function debtFilter(
  setting: PageSetting,
  scope: OwedScope,
  { filters }: TableQuery,
  nowMs: number,
): DebtFilter {
  const { debtStates, kinds } = messagesOf(setting.locale)
  const { ages } = fleetWords(setting.locale)
  const of: Readonly<Record<string, string>> = filters
  const { q: search, uf, cost: costCentre, cnpj, from, to, order } = of
  const { standing, state = '', kind = '', age = '' } = of
  const known = STANDINGS.find((each) => each === standing)
  return {
    ...scope,
    search,
    uf,
    costCentre,
    cnpj,
    inNoOrder: order === 'none',
    ...(known && { standing: known }),
    ...(isKeyOf(debtStates, state) && state !== 'refunded' ? { state } : {}),
    ...(isKeyOf(kinds, kind) ? { kind } : {}),
    // A date that is none lets nothing through, and the list says so.
    ...(from === undefined ? {} : { dueFrom: isDay(from) ? from : '9999-12-31' }),
    ...(to === undefined ? {} : { dueTo: isDay(to) ? to : '0001-01-01' }),
    ...(isKeyOf(ages, age) ? { seenBefore: new Date(nowMs - Number(age) * DAY_MS) } : {}),
  }
}

function debtFilters(setting: PageSetting, choices: FleetChoices): TableFilter[] {
  const words = fleetWords(setting.locale)
  const { standings, debtStates, kinds } = messagesOf(setting.locale)
  const { 'not-shown': _, 'left-fleet': _left, ...counted } = standings
  const { gone: __, refunded: ___, ...states } = debtStates
  const filters: TableFilter[] = [
    { name: 'q', label: words.searchDebts },
    { name: 'standing', label: words.standing, choices: entriesOf(counted) },
    { name: 'kind', label: words.kind, choices: entriesOf(kinds) },
    { name: 'state', label: words.state, choices: entriesOf(states) },
    { name: 'from', label: words.dueFrom, type: 'date' },
    { name: 'to', label: words.dueTo, type: 'date' },
    { name: 'age', label: words.age, choices: entriesOf(words.ages) },
    { name: 'order', label: words.inNoOrder, choices: [['none', words.inNoOrderOnly]] },
  ]
  return [...filters, ...choiceFilters(words, choices)]
}

export interface ShownDebt extends ListedDebt {
  /** Why it is in no order, a code of the orders stage. */
  readonly why: string | undefined
}

function debtColumns({ locale }: PageSetting, hasCostCentres: boolean): TableColumn<ShownDebt>[] {
  const words = fleetWords(locale)
  const { kinds, debtStates, standings, reasons } = messagesOf(locale)
  return [
    text(words.plate, ({ plate }) => plate, {
      sort: 'plate',
      // A phone has room for what the debt is and how it counts only below the plate.
      cell: (debt) =>
        html`<a class="plate" href="/vehicles/${debt.vehicleId}">${debt.plate}</a>
          <span class="narrow small"
            >${debt.description || wordFor(kinds, debt.kind)}<br />${shownState(debt)}</span
          >`,
    }),
    { title: words.renavam, kind: 'code', cell: null, value: ({ renavam }) => renavam },
    { title: words.dueDate, kind: 'date', sort: 'due', value: ({ dueDate }) => dueDate },
    text(words.kind, ({ kind }) => wordFor(kinds, kind), { sort: 'kind', wide: true }),
    text(words.description, (debt) => debt.description, { wide: true }),
    { title: words.year, kind: 'integer', cell: null, value: ({ year }) => year },
    text(words.uf, ({ uf }) => uf, { wide: true }),
    text(words.costCentre, ({ costCentre }) => costCentre, {
      wide: true,
      sort: 'costCentre',
      ...(hasCostCentres ? {} : { cell: null }),
    }),
    { title: words.cnpj, kind: 'code', cell: null, value: ({ cnpj }) => cnpj },
    money(words.amount, ({ cents }) => BigInt(cents), { sort: 'amount' }),
    text(words.state, stateOf, { cell: shownState, wide: true }),
    text(words.why, reasonOf, { cell: null }),
    instant(words.seen, ({ lastSeenAt }) => lastSeenAt, { wide: true, sort: 'seen' }),
  ]

  function stateOf({ state, standing }: ListedDebt): string {
    return standing === 'owed' ? debtStates[state] : standings[standing]
  }

  function shownState(debt: ShownDebt): Content {
    const reason = reasonOf(debt)
    const why = html`<br /><span class="soft small">${reason}</span>`
    return html`${stateOf(debt)}${reason !== '' && why}`
  }

  function reasonOf({ why, state }: ShownDebt): string {
    return why === undefined || state !== 'open' ? '' : wordFor(reasons, why)
  }
}

function debtSums(setting: PageSetting, sums: DebtSums): Content {
  const { locale, display } = setting
  const words = fleetWords(locale)
  const money = (cents: string): string => display.money(BigInt(cents))
  const { owedCents, overdueCents, alternativeCents, awaitingCents } = sums
  const more = (cents: string, text: string): Content =>
    cents !== '0' && html` ${fill(text, { money: money(cents) })}`
  const owed = fill(words.owedSum, { money: money(owedCents), overdue: money(overdueCents) })
  return html`<b>${owed}</b>${more(alternativeCents, words.alternativeSum)}${more(
      awaitingCents,
      words.awaitingSum,
    )}`
}
