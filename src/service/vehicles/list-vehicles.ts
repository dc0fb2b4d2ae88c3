/** GET vehicles: the active ones, newest first, filtered by fragment, state and status. */
import { sql } from 'kysely'
import type { VehicleStatus } from '../../contract/vehicle.ts'
import { advanceConsultations } from '../consultations/advance-consultations.ts'
import { countOf } from '../http/count-of.ts'
import { pageAsked, pageOf, readPage } from '../http/page-of.ts'
import { ok } from '../http/replies.ts'
import { advanceOrders } from '../orders/advance-orders.ts'
import { asciiCapitals } from '../../fleet/ascii-capitals.ts'
import { isUf } from '../../fleet/uf.ts'
import { refuse } from '../http/refusal.ts'
import type { Handler } from '../service-tools.ts'
import { askedGrams, containing, fragmentsOf } from '../search-text.ts'
import { VEHICLE_COLUMNS, vehicleView } from './vehicle-view.ts'
import { ownedBy } from '../tenants/owned-by.ts'

export const listVehicles: Handler<'listVehicles'> = async (tools, request, call) => {
  await advanceConsultations(tools, call)
  await advanceOrders(tools, call)
  const { q, uf, status } = request.query
  let found = tools.db
    .selectFrom('service.vehicle')
    .where(ownedBy(call))
    .where('is_active', '=', true)
  if (call.hidden?.vehicle.length) found = found.where('id', 'not in', call.hidden.vehicle)
  if (uf !== undefined) found = found.where('uf', '=', ufAsked(uf))
  if (status !== undefined) found = found.where(standing[status])
  const fragments = fragmentsOf(q ?? '')
  if (fragments.length > 0) {
    found = found.where((where) => where.or(fragments.map((fragment) => holding(fragment))))
  }
  const page = pageAsked(request.query)
  const { rows, count } = await readPage(page, {
    ordered: (way) => found.select(VEHICLE_COLUMNS).orderBy('seq', way),
    count: () => countOf(found),
  })
  return ok(pageOf(call.url, page, count, rows.map(vehicleView)))
}

/** The index finds candidates by grams; the pattern decides, and is first as the cheaper check. */
function holding(fragment: string) {
  const grams = askedGrams(fragment)
  const pattern = sql<boolean>`search like ${containing(fragment)}`
  return grams.length === 0 ? pattern : sql<boolean>`(${pattern} and grams @> ${grams}::text[])`
}

/** Every vehicle fits exactly one of the five conditions. */
export const standing = {
  never_consulted: sql<boolean>`latest_consultation_status is null`,
  pending: sql<boolean>`latest_consultation_status = 'pending'`,
  failed: sql<boolean>`latest_consultation_status = 'failed'`,
  with_debts: sql<boolean>`(latest_consultation_status = 'ready' and open_debts_count > 0)`,
  clear: sql<boolean>`(latest_consultation_status = 'ready' and open_debts_count = 0)`,
} as const satisfies Record<VehicleStatus, unknown>

/** A state that there is not would find nothing, and look like a fleet without vehicles. */
function ufAsked(text: string): string {
  const uf = asciiCapitals(text.trim())
  if (!isUf(uf)) throw refuse(400, "Campo 'uf': informe a sigla de um estado.")
  return uf
}
