/** The vehicles of the fleet as a table: its columns, its filters, and what an address asks of it. */
import { html, type Content } from '../../html.ts'
import type { FleetChoices } from '../../ledger/listings/listed-page.ts'
import type { OwedScope } from '../../ledger/listings/owed-debts.ts'
import type {
  ListedVehicle,
  VehicleFilter,
  VehicleSort,
  VehicleSums,
} from '../../ledger/listings/vehicle-listing.ts'
import { messagesOf } from '../../reconciliation/reports/words/reports.ts'
import { fill } from '../../reconciliation/reports/words/messages.ts'
import type { VehicleFacts } from '../../ledger/vehicles/vehicles.ts'
import { entriesOf, isKeyOf } from '../../fields.ts'
import type { PageSetting } from '../frame/page.ts'
import { instant, money, text, type TableColumn } from '../tables/table-columns.ts'
import type { TableQuery } from '../tables/table-query.ts'
import type { TableFilter } from '../tables/table-view.ts'
import { fleetWords, type FleetWords } from './fleet-words.ts'

const DAY_MS = 86_400_000

export const VEHICLE_SORTS: readonly VehicleSort[] = [
  'plate',
  'costCentre',
  'owed',
  'overdue',
  'answered',
]

export const VEHICLE_LIST = {
  shape: {
    filters: ['q', 'owes', 'state', 'age', 'uf', 'cost', 'cnpj'],
    sorts: VEHICLE_SORTS,
    largestFirst: ['owed', 'overdue'],
  },
  columns: vehicleColumns,
  filters: vehicleFilters,
  summed: vehicleSums,
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
  const { q: search, owes = '', state = '', age = '', uf, cost: costCentre, cnpj } = of
  return {
    ...scope,
    search,
    uf,
    costCentre,
    cnpj,
    ...(isKeyOf(owesWhat, owes) ? { owes } : {}),
    ...(isKeyOf(vehicleStates, state) ? { state } : {}),
    ...(age === 'never' ? { answered: 'never' } : {}),
    ...(isKeyOf(ages, age) ? { answered: { before: new Date(nowMs - Number(age) * DAY_MS) } } : {}),
  }
}

function vehicleFilters({ locale }: PageSetting, choices: FleetChoices): TableFilter[] {
  const words = fleetWords(locale)
  const { vehicleStates } = messagesOf(locale)
  const filters: TableFilter[] = [
    { name: 'q', label: words.searchVehicles },
    { name: 'owes', label: words.owes, choices: entriesOf(words.owesWhat) },
    { name: 'state', label: words.registration, choices: entriesOf(vehicleStates) },
    { name: 'age', label: words.age, choices: [['never', words.never], ...entriesOf(words.ages)] },
  ]
  return [...filters, ...choiceFilters(words, choices)]
}

/** By what the fleet's vehicles have, where they have more than one. */
export function choiceFilters(words: FleetWords, choices: FleetChoices): TableFilter[] {
  const { ufs, costCentres, cnpjs } = choices
  const filter = (name: string, label: string, values: readonly string[]): TableFilter => ({
    name,
    label,
    choices: values.map((one) => [one, one]),
  })
  return [
    ...(ufs.length > 1 ? [filter('uf', words.uf, ufs)] : []),
    ...(costCentres.length > 0 ? [filter('cost', words.costCentre, costCentres)] : []),
    ...(cnpjs.length > 1 ? [filter('cnpj', words.cnpj, cnpjs)] : []),
  ]
}

function vehicleColumns(
  { locale }: PageSetting,
  hasCostCentres: boolean,
): TableColumn<ListedVehicle>[] {
  const words = fleetWords(locale)
  const { vehicleStates } = messagesOf(locale)
  return [
    text(words.plate, ({ plate }) => plate, {
      sort: 'plate',
      cell: ({ plate, id, nickname }) =>
        html`<a class="plate" href="/vehicles/${id}">${plate}</a>${
            nickname !== '' && html`<br /><span class="soft small">${nickname}</span>`
          }`,
    }),
    { title: words.renavam, kind: 'code', wide: true, value: ({ renavam }) => renavam },
    text(words.nickname, ({ nickname }) => nickname, { cell: null }),
    text(words.uf, ({ uf }) => uf, { wide: true }),
    text(words.costCentre, ({ costCentre }) => costCentre, {
      wide: true,
      sort: 'costCentre',
      ...(hasCostCentres ? {} : { cell: null }),
    }),
    { title: words.cnpj, kind: 'code', cell: null, value: ({ cnpj }) => cnpj },
    text(words.registration, ({ state }) => vehicleStates[state], { wide: true }),
    {
      title: words.debtCount,
      kind: 'integer',
      value: (one) => (isUnknown(one) ? null : one.debts),
      cell: (one) => {
        if (one.debts === 0) return isUnknown(one) ? words.never : '0'
        return html`<a href="/debts?q=${one.plate}&standing=owed">${one.debts}</a>`
      },
    },
    money(words.owed, (one) => (isUnknown(one) ? null : BigInt(one.owedCents)), { sort: 'owed' }),
    money(words.overdue, (one) => (isUnknown(one) ? null : BigInt(one.overdueCents)), {
      sort: 'overdue',
      wide: true,
    }),
    instant(words.answered, ({ answeredAt }) => answeredAt, { wide: true, sort: 'answered' }),
  ]
}

/** That nothing is known of is not that nothing is owed. */
function isUnknown({ answeredAt, debts }: ListedVehicle): boolean {
  return answeredAt === null && debts === 0
}

/** `left`: former vehicles of the fleet that are searched for, where no present one is found. */
function vehicleSums(
  { locale, display }: PageSetting,
  { left, ...sums }: VehicleSums & { readonly left: readonly VehicleFacts[] },
): Content {
  const words = fleetWords(locale)
  if (sums.count === 0) {
    return left.map(
      ({ id, plate }) => html`<a href="/vehicles/${id}">${fill(words.removed, { plate })}</a> `,
    )
  }
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
