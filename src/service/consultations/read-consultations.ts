/** GET one consultation, the latest of a vehicle, and a vehicle's history. */
import type { Consultation } from '../../contract/consultation.ts'
import { detail } from '../../contract/problem.ts'
import { countOf } from '../http/count-of.ts'
import { pageAsked, pageOf, readPage } from '../http/page-of.ts'
import { ok, problem } from '../http/replies.ts'
import type { AccountCall, Handler, ServiceTools } from '../service-tools.ts'
import type { ConsultationRow } from '../tables.ts'
import type { AccountScope } from '../tenants/authenticate.ts'
import { advanceConsultations } from './advance-consultations.ts'
import { consultationView } from './consultation-view.ts'
import { ownedBy } from '../tenants/owned-by.ts'

export const getConsultation: Handler<'getConsultation'> = async (tools, request, scope) => {
  const { consultation_id: consultationId } = request.params
  await advanceConsultations(tools, scope, { consultationId })
  const row = await consultationsOf(tools, scope)
    .selectAll()
    .where('id', '=', consultationId)
    .executeTakeFirst()
  const [view] = await withItems(tools, scope, row === undefined ? [] : [row])
  return view === undefined ? problem(404, detail.notFound) : ok(view)
}

/** 404 for another's vehicle, and for one never consulted as it is now. */
export const latestConsultation: Handler<'latestConsultation'> = async (tools, request, scope) => {
  const { vehicle_id: vehicleId } = request.params
  const identity = await identityOf(tools, scope, vehicleId)
  if (identity === undefined) return problem(404, detail.notFound)
  await advanceConsultations(tools, scope, { vehicleId })
  const row = await listed(tools, scope)
    .selectAll()
    .where('vehicle_id', '=', vehicleId)
    .where('identity', '=', identity)
    .orderBy('ordinal', 'desc')
    .limit(1)
    .executeTakeFirst()
  const [view] = await withItems(tools, scope, row === undefined ? [] : [row])
  return view === undefined ? problem(404, detail.consultationMissing) : ok(view)
}

export const listConsultations: Handler<'listConsultations'> = async (tools, request, call) => {
  const { vehicle_id: vehicleId } = request.params
  if ((await identityOf(tools, call, vehicleId)) === undefined) return problem(404, detail.notFound)
  await advanceConsultations(tools, call, { vehicleId })
  const page = pageAsked(request.query)
  const found = listed(tools, call).where('vehicle_id', '=', vehicleId)
  const { rows, count } = await readPage(page, {
    ordered: (way) => found.selectAll().orderBy('ordinal', way),
    count: () => countOf(found),
  })
  return ok(pageOf(call.url, page, count, await withItems(tools, call, rows)))
}

function consultationsOf(tools: ServiceTools, scope: AccountScope) {
  return tools.db.selectFrom('service.consultation').where(ownedBy(scope))
}

/** The account's consultations without those that a scenario hides from lists for a while. */
function listed(tools: ServiceTools, call: AccountCall) {
  const hidden = call.hidden?.consultation ?? []
  const all = consultationsOf(tools, call)
  return hidden.length === 0 ? all : all.where('id', 'not in', hidden)
}

/** Undefined for a vehicle that the account does not have. */
async function identityOf(tools: ServiceTools, scope: AccountScope, id: string) {
  const row = await tools.db
    .selectFrom('service.vehicle')
    .select('identity')
    .where('id', '=', id)
    .where(ownedBy(scope))
    .executeTakeFirst()
  return row?.identity
}

/** `rows` must belong to the account of `scope`. */
async function withItems(
  tools: ServiceTools,
  scope: AccountScope,
  rows: readonly ConsultationRow[],
): Promise<Consultation[]> {
  const ready = rows.filter((row) => row.status === 'ready').map((row) => row.id)
  if (ready.length === 0) return rows.map((row) => consultationView(row, []))
  const found = await tools.db
    .selectFrom('service.debt_item')
    .selectAll()
    .where('consultation_id', 'in', ready)
    .where(ownedBy(scope))
    .orderBy('position')
    .execute()
  const items = Map.groupBy(found, (item) => item.consultation_id)
  return rows.map((row) => consultationView(row, items.get(row.id) ?? []))
}
