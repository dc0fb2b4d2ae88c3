/** Vehicles and debts as lists, and the files of what is shown. */
import type { FastifyInstance } from 'fastify'
import { plainDay } from '../../clock.ts'
import { leftOutReasons, listDebts } from '../../ledger/listings/debt-listing.ts'
import {
  fleetChoices,
  LISTED_ROWS,
  type FleetChoices,
  type PageOfList,
} from '../../ledger/listings/listed-page.ts'
import { listVehicles } from '../../ledger/listings/vehicle-listing.ts'
import type { OpenLedger } from '../../app/ledger/open-ledger.ts'
import { openLedgerDb, type LedgerDb } from '../../ledger/schema/tx.ts'
import { entriesOf } from '../../fields.ts'
import { html, type Content } from '../../html.ts'
import { page, type PageSetting } from '../frame/page.ts'
import { needs, sendPage, type RouteParts } from '../frame/route-parts.ts'
import { textOf } from '../frame/text-keys.ts'
import { withFleet } from '../frame/with-fleet.ts'
import { sendCsv } from '../tables/send-csv.ts'
import type { TableColumn } from '../tables/table-columns.ts'
import { readQuery, type QueryShape, type TableQuery } from '../tables/table-query.ts'
import { tableView, type TableFilter } from '../tables/table-view.ts'
import { DEBT_LIST, DEBT_SORTS, debtFilter } from './debts-table.ts'
import { fleetWords } from './fleet-words.ts'
import { VEHICLE_LIST, VEHICLE_SORTS, vehicleFilter } from './vehicles-table.ts'

interface Reading {
  readonly db: LedgerDb
  readonly stores: Pick<OpenLedger['stores'], 'vehicles'>
  readonly scope: { readonly fleetId: string; readonly today: string }
  readonly choices: FleetChoices
  readonly nowMs: number
}

/** A list of the fleet: its columns and filters, and what is read of a part of it. */
interface FleetList<Row, Sums extends { count: number }> {
  readonly shape: QueryShape
  readonly columns: (setting: PageSetting, hasCostCentres: boolean) => TableColumn<Row>[]
  readonly filters: (setting: PageSetting, choices: FleetChoices) => TableFilter[]
  readonly summed: (setting: PageSetting, sums: Sums) => Content
  readonly read: (
    of: Reading,
    setting: PageSetting,
    query: TableQuery,
    part: PageOfList,
  ) => Promise<{ readonly rows: readonly Row[]; readonly sums: Sums }>
}

export function addListRoutes(pages: FastifyInstance, { tools }: RouteParts): void {
  const { FROTA_CSV_FLAVOUR: flavour } = tools.context.config

  addFleetList('debts', { ...DEBT_LIST, read: readDebts })
  addFleetList('vehicles', { ...VEHICLE_LIST, read: readVehicles })

  function addFleetList<Row, Sums extends { count: number }>(
    name: 'debts' | 'vehicles',
    { shape, columns, filters, summed, read }: FleetList<Row, Sums>,
  ): void {
    const path = `/${name}`

    pages.get(path, needs('see'), async (request, reply) => {
      const { setting } = request
      const query = readQuery(request.query, shape)
      const words = fleetWords(setting.locale)
      const table = await reading(setting, async (of) => {
        const { choices } = of
        const part = { limit: LISTED_ROWS, offset: (query.page - 1) * LISTED_ROWS }
        const { rows, sums } = await read(of, setting, named(setting, of, query), part)
        return tableView(setting, {
          path,
          query,
          columns: columns(setting, choices.costCentres.length > 0),
          filters: filters(setting, choices),
          rows,
          count: sums.count,
          sums: summed(setting, sums),
        })
      })
      const body = html`<section>
        <h1>${words[name]}</h1>
        ${table ?? html`<p>${words[`${name}None`]}</p>`}
      </section>`
      return sendPage(reply, page(setting, { title: words[name], body }))
    })

    pages.get(`${path}.csv`, needs('see'), async (request, reply) => {
      const { setting } = request
      const query = readQuery(request.query, shape)
      const file = { name, flavour, setting, columns: columns(setting, true) }
      const readPart = async (part: PageOfList) =>
        (await reading(setting, (of) => read(of, setting, named(setting, of, query), part)))
          ?.rows ?? []
      return sendCsv(reply, { ...file, read: readPart })
    })
  }

  function reading<T>(
    setting: PageSetting,
    read: (of: Reading) => Promise<T>,
  ): Promise<T | undefined> {
    const nowMs = tools.clock.now()
    const today = plainDay(nowMs, setting.zone)
    return withFleet(tools, setting, async ({ database, stores }, { id: fleetId }) => {
      const db = openLedgerDb(database.pool)
      const choices = await fleetChoices(db, fleetId)
      return read({ db, stores, scope: { fleetId, today }, choices, nowMs })
    })
  }
}

/** The query with the texts that its filters name by their keys. */
function named({ keyOf }: PageSetting, { choices }: Reading, query: TableQuery): TableQuery {
  const known = [...choices.costCentres, ...choices.cnpjs]
  const texts = entriesOf(query.filters).map(([name, given]) => [name, textOf(keyOf, known, given)])
  return { ...query, filters: Object.fromEntries(texts) }
}

async function readDebts(of: Reading, setting: PageSetting, query: TableQuery, part: PageOfList) {
  const filter = debtFilter(setting, of.scope, query, of.nowMs)
  const by = DEBT_SORTS.find((one) => one === query.sort) ?? 'due'
  const listed = await listDebts(of.db, filter, { by, descending: query.descending }, part)
  const why = await leftOutReasons(of.db, listed.rows)
  return { ...listed, rows: listed.rows.map((row) => ({ ...row, why: why.get(row.id) })) }
}

async function readVehicles(
  of: Reading,
  setting: PageSetting,
  query: TableQuery,
  part: PageOfList,
) {
  const filter = vehicleFilter(setting, of.scope, query, of.nowMs)
  const by = VEHICLE_SORTS.find((one) => one === query.sort) ?? 'plate'
  const listed = await listVehicles(of.db, filter, { by, descending: query.descending }, part)
  const { search = '', fleetId } = filter
  const isNone = listed.sums.count === 0 && search !== ''
  const { vehicles } = isNone ? await of.stores.vehicles.named(fleetId, search) : { vehicles: [] }
  return { ...listed, sums: { ...listed.sums, left: vehicles.filter((one) => !one.inFleet) } }
}
