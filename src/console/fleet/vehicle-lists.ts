/** What is known of one vehicle as tables: debts, orders, answers, changes. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { changeParts } from '../../app/vehicles/vehicle-words.ts'
import { html, type Html } from '../../html.ts'
import type { Consultation } from '../../ledger/consultations/consultations.ts'
import type { Debt } from '../../ledger/debts/debts.ts'
import type { OrderListing } from '../../ledger/orders/orders.ts'
import type { VehicleDetails } from '../../ledger/vehicles/vehicle-details.ts'
import type { VehicleFacts } from '../../ledger/vehicles/vehicles.ts'
import type { WhyVehicle } from '../../reconciliation/consultations/why-vehicle.ts'
import type { VehicleChange } from '../../ledger/vehicles/vehicle-changes.ts'
import type { Owed } from '../../reconciliation/debts/owed-totals.ts'
import { messagesOf } from '../../reconciliation/reports/words/reports.ts'
import { fill, wordFor } from '../../reconciliation/reports/words/messages.ts'
import type { PageSetting } from '../frame/page.ts'
import { needs, type RouteParts } from '../frame/route-parts.ts'
import { addList } from '../tables/add-list.ts'
import { pageWords } from '../frame/page-words.ts'
import { rowsView } from '../tables/rows-table.ts'
import { instant, money, text, type TableColumn } from '../tables/table-columns.ts'
import { readQuery } from '../tables/table-query.ts'
import { fleetWords, type FleetWords } from './fleet-words.ts'

export interface ShownVehicle {
  readonly vehicle: VehicleFacts
  readonly details: VehicleDetails
  readonly changes: readonly VehicleChange[]
  readonly answers: readonly Consultation[]
  readonly owed: Owed<Debt>
  readonly orders: readonly OrderListing[]
  /** Where it stands in the plan, and what keeps it from being asked now. */
  readonly why: WhyVehicle | undefined
}

interface Definition<Row> {
  readonly name: 'debts' | 'orders' | 'answers' | 'history'
  /** The first is the order of the vehicle's page. */
  readonly sorts: readonly string[]
  readonly largestFirst?: readonly string[]
  readonly columns: (setting: PageSetting) => TableColumn<Row>[]
  readonly rows: (shown: ShownVehicle) => readonly Row[]
  /** Instead of a table without rows; absent: nothing at all. */
  readonly none?: (shown: ShownVehicle, words: FleetWords) => string
}

type Reading = (request: FastifyRequest, setting: PageSetting) => Promise<ShownVehicle>

function titled(title: string, content: Html): Html {
  return html`<section>
    <h2>${title}</h2>
    ${content}
  </section>`
}

function listOf<Row>({ name, rows, columns, none, ...more }: Definition<Row>) {
  const shape = { ...more, filters: ['q'] }
  return {
    /** The first rows; their orders, pages and file are those of the list's own page. */
    section: (setting: PageSetting, shown: ShownVehicle, title: string): Html | null => {
      const found = rows(shown)
      if (found.length === 0) {
        const said = none?.(shown, fleetWords(setting.locale))
        return said === undefined ? null : titled(title, html`<p>${said}</p>`)
      }
      const path = `/vehicles/${shown.vehicle.id}/${name}`
      const query = readQuery({}, shape)
      return titled(
        title,
        rowsView(setting, { path, query, columns: columns(setting), rows: found }),
      )
    },
    add: (pages: FastifyInstance, parts: RouteParts, read: Reading): void =>
      addList<Row>(pages, parts, {
        path: `/vehicles/:id/${name}`,
        options: needs('see'),
        shape,
        read: async (setting, _query, request) => {
          const words = fleetWords(setting.locale)
          const shown = await read(request, setting)
          const { id, plate } = shown.vehicle
          const vehicle = html`<a href="/vehicles/${id}">${fill(words.vehicle, { plate })}</a>`
          const title = `${fill(words.vehicle, { plate })}: ${words[name]}`
          const search = words.searchRows
          return { title, search, back: vehicle, columns: columns(setting), rows: rows(shown) }
        },
      }),
  }
}

/** Each is on the vehicle's page and has a page and a file of its own. */
export const VEHICLE_LISTS = {
  debts: listOf({
    name: 'debts',
    sorts: ['due', 'amount', 'since'],
    largestFirst: ['amount'],
    columns: debtColumns,
    rows: ({ owed }) => owed.debts,
    none: ({ answers }, words) => {
      if (answers.length === 0) return words.noAnswer
      return answers.some(({ status }) => status === 'ready') ? words.noDebts : words.notAnswered
    },
  }),
  orders: listOf({
    name: 'orders',
    sorts: ['made', 'amount'],
    largestFirst: ['made', 'amount'],
    columns: orderColumns,
    rows: ({ orders }) => orders,
  }),
  answers: listOf({
    name: 'answers',
    sorts: ['asked', 'amount'],
    largestFirst: ['asked', 'amount'],
    columns: answerColumns,
    rows: ({ answers }) => answers,
    none: (_shown, words) => words.noAnswer,
  }),
  history: listOf({
    name: 'history',
    sorts: ['at'],
    largestFirst: ['at'],
    columns: changeColumns,
    rows: ({ changes }) => changes,
  }),
} as const

function debtColumns({ locale }: PageSetting): TableColumn<Owed<Debt>['debts'][0]>[] {
  const words = fleetWords(locale)
  const { kinds, debtStates, standings } = messagesOf(locale)
  return [
    { title: words.dueDate, kind: 'date', sort: 'due', value: ({ debt }) => debt.dueDate },
    text(words.kind, ({ debt }) => wordFor(kinds, debt.kind), { wide: true }),
    text(words.description, ({ debt }) => debt.description, { wide: true }),
    money(words.amount, ({ debt }) => debt.amountCents, { sort: 'amount' }),
    text(words.state, ({ debt, standing }) =>
      standing === 'owed' ? debtStates[debt.state] : standings[standing],
    ),
    instant(words.since, ({ debt }) => debt.firstSeenAt, { sort: 'since', wide: true }),
  ]
}

function orderColumns({ locale }: PageSetting): TableColumn<OrderListing>[] {
  const words = fleetWords(locale)
  const { orderStatuses } = messagesOf(locale)
  return [
    instant(words.since, ({ createdAt }) => createdAt, { sort: 'made' }),
    money(words.amount, ({ totalCents }) => totalCents, { sort: 'amount' }),
    text(words.state, ({ status }) => wordFor(orderStatuses, status)),
    instant(words.stateSince, ({ standingSince }) => standingSince, { wide: true }),
  ]
}

function answerColumns({ locale }: PageSetting): TableColumn<Consultation>[] {
  const words = fleetWords(locale)
  const { consultationStates } = messagesOf(locale)
  return [
    instant(words.changedAt, ({ askedAt }) => askedAt, { sort: 'asked' }),
    text(words.state, ({ status }) => consultationStates[status]),
    text(words.said, ({ errorTitle, errorMessage }) =>
      [errorTitle, errorMessage].filter((text) => text !== '').join(': '),
    ),
    money(words.answerTotal, ({ status, totalCents }) => (status === 'ready' ? totalCents : null), {
      sort: 'amount',
    }),
  ]
}

function changeColumns(setting: PageSetting): TableColumn<VehicleChange>[] {
  const { locale } = setting
  const words = fleetWords(locale)
  const partsOf = (change: VehicleChange) => changeParts(change, setting)
  return [
    instant(words.changedAt, ({ changedAt }) => changedAt, { sort: 'at' }),
    text(words.what, (change) => partsOf(change).name),
    text(words.before, (change) => partsOf(change).before),
    text(words.after, (change) => partsOf(change).after),
    text(words.by, (change) => pageWords(partsOf(change).by, locale), { wide: true }),
  ]
}
