/** The vehicles of the fleet as a table: its columns, its filters, and what an address asks of it. */
import { html } from '../../html.ts'
import type { Content } from '../../html.ts'
import type { FleetChoices } from '../../ledger/listings/listed-page.ts'
import type { OwedScope } from '../../ledger/listings/owed-debts.ts'
import type {
  ListedVehicle,
  VehicleFilter,
  VehicleSort,
  VehicleSums,
} from '../../ledger/listings/vehicle-listing.ts'
import { displayFor } from '../../reconciliation/reports/words/display.ts'
import { messagesOf } from '../../reconciliation/reports/words/locales.ts'
import { fill } from '../../reconciliation/reports/words/messages.ts'
import { entriesOf, isKeyOf } from '../../fields.ts'
import type { PageSetting } from '../frame/page.ts'
import type { TableColumn } from '../tables/table-columns.ts'
import type { QueryShape, TableQuery } from '../tables/table-query.ts'
import type { TableFilter } from '../tables/table-view.ts'
import { fleetWords } from './fleet-words.ts'

const DAY_MS = 86_400_000

export const VEHICLE_SORTS: readonly VehicleSort[] = [
  'plate',
  'costCentre',
  'owed',
  'overdue',
  'answered',
]

export const VEHICLE_QUERY: QueryShape = {
  filters: ['q', 'owes', 'state', 'age', 'uf', 'cost', 'cnpj'],
  sorts: VEHICLE_SORTS,
  largestFirst: ['owed', 'overdue'],
}

export function vehicleFilter(
  setting: PageSetting,
  scope: OwedScope,
  { filters }: TableQuery,
  nowMs: number,
): VehicleFilter {
  const { vehicleStates } = messagesOf(setting.locale)
  const { ages, owesWhat } = fleetWords(setting.locale)
  const of: Readonly<Record<string, string>> = filters
  const { q: search, owes = '', state = '', age = '', uf, cost, cnpj } = of
  return {
    ...scope,
    ...(search === undefined ? {} : { search }),
    ...(isKeyOf(owesWhat, owes) ? { owes } : {}),
    ...(isKeyOf(vehicleStates, state) ? { state } : {}),
    ...(age === 'never' ? { answered: 'never' } : {}),
    ...(isKeyOf(ages, age) ? { answered: { before: new Date(nowMs - Number(age) * DAY_MS) } } : {}),
    ...(uf === undefined ? {} : { uf }),
    ...(cost === undefined ? {} : { costCentre: cost }),
    ...(cnpj === undefined ? {} : { cnpj }),
  }
}

export function vehicleFilters({ locale }: PageSetting, choices: FleetChoices): TableFilter[] {
  const words = fleetWords(locale)
  const { vehicleStates } = messagesOf(locale)
  const same = (values: readonly string[]): [string, string][] => values.map((one) => [one, one])
  const filters: TableFilter[] = [
    { name: 'q', label: words.searchVehicles },
    { name: 'owes', label: words.owes, choices: entriesOf(words.owesWhat) },
    { name: 'state', label: words.registration, choices: entriesOf(vehicleStates) },
    { name: 'age', label: words.age, choices: [['never', words.never], ...entriesOf(words.ages)] },
  ]
  if (choices.ufs.length > 1) {
    filters.push({ name: 'uf', label: words.uf, choices: same(choices.ufs) })
  }
  if (choices.costCentres.length > 0) {
    filters.push({ name: 'cost', label: words.costCentre, choices: same(choices.costCentres) })
  }
  if (choices.cnpjs.length > 1) {
    filters.push({ name: 'cnpj', label: words.cnpj, choices: same(choices.cnpjs) })
  }
  return filters
}

export function vehicleColumns(
  { locale }: PageSetting,
  hasCostCentres: boolean,
): TableColumn<ListedVehicle>[] {
  const words = fleetWords(locale)
  const { vehicleStates } = messagesOf(locale)
  return [
    {
      title: words.plate,
      kind: 'text',
      sort: 'plate',
      value: ({ plate }) => plate,
      cell: ({ plate, id, nickname }) =>
        html`<a class="plate" href="/vehicles/${id}">${plate}</a>${
            nickname !== '' && html`<br /><span class="soft small">${nickname}</span>`
          }`,
    },
    { title: words.renavam, kind: 'code', wide: true, value: ({ renavam }) => renavam },
    { title: words.nickname, kind: 'text', cell: null, value: ({ nickname }) => nickname },
    { title: words.uf, kind: 'text', wide: true, value: ({ uf }) => uf },
    {
      title: words.costCentre,
      kind: 'text',
      wide: true,
      sort: 'costCentre',
      value: ({ costCentre }) => costCentre,
      ...(hasCostCentres ? {} : { cell: null }),
    },
    { title: words.cnpj, kind: 'code', cell: null, value: ({ cnpj }) => cnpj },
    {
      title: words.registration,
      kind: 'text',
      wide: true,
      value: ({ state }) => vehicleStates[state],
    },
    {
      title: words.debtCount,
      kind: 'integer',
      value: ({ debts }) => debts,
      cell: ({ debts, plate }) =>
        debts === 0 ? '0' : html`<a href="/debts?q=${plate}&standing=owed">${debts}</a>`,
    },
    { title: words.owed, kind: 'money', sort: 'owed', value: (one) => BigInt(one.owedCents) },
    {
      title: words.overdue,
      kind: 'money',
      sort: 'overdue',
      wide: true,
      value: (one) => BigInt(one.overdueCents),
    },
    {
      title: words.answered,
      kind: 'instant',
      sort: 'answered',
      wide: true,
      value: ({ answeredAt }) => answeredAt,
    },
  ]
}

export function vehicleSums({ locale, zone }: PageSetting, sums: VehicleSums): Content {
  const words = fleetWords(locale)
  const display = displayFor(locale, zone)
  const money = (cents: string): string => display.money(BigInt(cents))
  const { count, known, owedCents, overdueCents, oldestAnswerAt } = sums
  const at = display.instant(oldestAnswerAt)
  const answered =
    known === 0
      ? words.unknown
      : fill(words.known, { known: display.count(known), n: display.count(count), at })
  const owed = fill(words.owedSum, { money: money(owedCents), overdue: money(overdueCents) })
  return html`<b>${owed}</b> ${answered}`
}
