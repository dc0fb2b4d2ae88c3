/** Vehicles and debts as lists, and the files of what is shown. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { plainDay } from '../../clock.ts'
import { leftOutReasons, listDebts } from '../../ledger/listings/debt-listing.ts'
import { fleetChoices, LISTED_ROWS, type PageOfList } from '../../ledger/listings/listed-page.ts'
import { listVehicles } from '../../ledger/listings/vehicle-listing.ts'
import { openLedgerDb, type LedgerDb } from '../../ledger/schema/tx.ts'
import { html, type Content } from '../../html.ts'
import { page, type PageSetting } from '../frame/page.ts'
import { needs, sendPage, type RouteParts } from '../frame/route-parts.ts'
import { withFleet } from '../frame/with-fleet.ts'
import { sendCsv } from '../tables/send-csv.ts'
import { readQuery, type TableQuery } from '../tables/table-query.ts'
import { tableView } from '../tables/table-view.ts'
import {
  DEBT_QUERY,
  DEBT_SORTS,
  debtColumns,
  debtFilter,
  debtFilters,
  debtSums,
} from './debts-table.ts'
import { fleetWords } from './fleet-words.ts'
import {
  VEHICLE_QUERY,
  VEHICLE_SORTS,
  vehicleColumns,
  vehicleFilter,
  vehicleFilters,
  vehicleSums,
} from './vehicles-table.ts'

interface Reading {
  readonly db: LedgerDb
  readonly scope: { readonly fleetId: string; readonly today: string }
  readonly nowMs: number
}

export function addListRoutes(pages: FastifyInstance, { tools, settingOf }: RouteParts): void {
  const { FROTA_CSV_FLAVOUR: flavour } = tools.context.config

  pages.get('/debts', needs('see'), async (request, reply) => {
    const { setting, query } = asked(request, DEBT_QUERY)
    const words = fleetWords(setting.locale)
    const body = await reading(setting, async (of) => {
      const { rows, sums } = await readDebts(of, setting, query, pageOf(query))
      const choices = await fleetChoices(of.db, of.scope.fleetId)
      const table = {
        path: '/debts',
        query,
        columns: debtColumns(setting, choices.costCentres.length > 0),
        filters: debtFilters(setting, choices),
        rows,
        count: sums.count,
        sums: debtSums(setting, sums),
      }
      return tableView(setting, table)
    })
    return shown(reply, setting, words.debts, body ?? html`<p>${words.debtsNone}</p>`)
  })

  pages.get('/debts.csv', needs('see'), async (request, reply) => {
    const { setting, query } = asked(request, DEBT_QUERY)
    const columns = debtColumns(setting, true)
    const read = async (part: PageOfList) =>
      (await reading(setting, (of) => readDebts(of, setting, query, part)))?.rows ?? []
    return sendCsv(reply, { name: 'debts', flavour, zone: setting.zone, columns, read })
  })

  pages.get('/vehicles', needs('see'), async (request, reply) => {
    const { setting, query } = asked(request, VEHICLE_QUERY)
    const words = fleetWords(setting.locale)
    const body = await reading(setting, async (of) => {
      const { rows, sums } = await readVehicles(of, setting, query, pageOf(query))
      const choices = await fleetChoices(of.db, of.scope.fleetId)
      const table = {
        path: '/vehicles',
        query,
        columns: vehicleColumns(setting, choices.costCentres.length > 0),
        filters: vehicleFilters(setting, choices),
        rows,
        count: sums.count,
        sums: vehicleSums(setting, sums),
      }
      return tableView(setting, table)
    })
    return shown(reply, setting, words.vehicles, body ?? html`<p>${words.vehiclesNone}</p>`)
  })

  pages.get('/vehicles.csv', needs('see'), async (request, reply) => {
    const { setting, query } = asked(request, VEHICLE_QUERY)
    const columns = vehicleColumns(setting, true)
    const read = async (part: PageOfList) =>
      (await reading(setting, (of) => readVehicles(of, setting, query, part)))?.rows ?? []
    return sendCsv(reply, { name: 'vehicles', flavour, zone: setting.zone, columns, read })
  })

  function asked(
    request: FastifyRequest,
    shape: Parameters<typeof readQuery>[1],
  ): { setting: PageSetting; query: TableQuery } {
    return { setting: settingOf(request), query: readQuery(request.query, shape) }
  }

  function reading<T>(
    setting: PageSetting,
    read: (of: Reading) => Promise<T>,
  ): Promise<T | undefined> {
    const nowMs = tools.clock.now()
    const today = plainDay(nowMs, setting.zone)
    return withFleet(
      tools,
      setting,
      ({ database }, { id: fleetId }) =>
        read({ db: openLedgerDb(database.pool), scope: { fleetId, today }, nowMs }),
      undefined,
    )
  }
}

async function readDebts(of: Reading, setting: PageSetting, query: TableQuery, part: PageOfList) {
  const filter = debtFilter(setting, of.scope, query, of.nowMs)
  const by = DEBT_SORTS.find((one) => one === query.sort) ?? 'due'
  const listed = await listDebts(of.db, filter, { by, descending: query.descending }, part)
  const why = await leftOutReasons(of.db, listed.rows)
  return { ...listed, rows: listed.rows.map((row) => ({ ...row, why: why.get(row.id) })) }
}

function readVehicles(of: Reading, setting: PageSetting, query: TableQuery, part: PageOfList) {
  const filter = vehicleFilter(setting, of.scope, query, of.nowMs)
  const by = VEHICLE_SORTS.find((one) => one === query.sort) ?? 'plate'
  return listVehicles(of.db, filter, { by, descending: query.descending }, part)
}

function pageOf({ page: number }: TableQuery): PageOfList {
  return { limit: LISTED_ROWS, offset: (number - 1) * LISTED_ROWS }
}

function shown(
  reply: FastifyReply,
  setting: PageSetting,
  title: string,
  content: Content,
): FastifyReply {
  const body = html`<section>
    <h1>${title}</h1>
    ${content}
  </section>`
  return sendPage(reply, page(setting, { title, body }))
}
