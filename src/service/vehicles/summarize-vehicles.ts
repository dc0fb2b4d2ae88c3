/** GET vehicles/summary: counts of the active vehicles by status, in all and by state. */
import { sql } from 'kysely'
import type { VehicleStatus } from '../../contract/vehicle.ts'
import { formatCents } from '../../fleet/money.ts'
import { advanceConsultations } from '../consultations/advance-consultations.ts'
import { ok } from '../http/replies.ts'
import { advanceOrders } from '../orders/advance-orders.ts'
import type { Handler } from '../service-tools.ts'
import { standing } from './list-vehicles.ts'
import { ownedBy } from '../tenants/owned-by.ts'

type Counted = VehicleStatus | 'total' | 'open_debts_count'
type Counts = Record<Counted | 'open_debts_cents', bigint>

export const summarizeVehicles: Handler<'vehicleSummary'> = async (tools, _request, scope) => {
  await advanceConsultations(tools, scope)
  await advanceOrders(tools, scope)
  const hidden = scope.hidden?.vehicle ?? []
  const rows = await tools.db
    .selectFrom('service.vehicle')
    .select(({ fn }) => [
      'uf',
      fn.countAll<bigint>().as('total'),
      fn.countAll<bigint>().filterWhere(standing.with_debts).as('with_debts'),
      fn.countAll<bigint>().filterWhere(standing.clear).as('clear'),
      fn.countAll<bigint>().filterWhere(standing.never_consulted).as('never_consulted'),
      fn.countAll<bigint>().filterWhere(standing.pending).as('pending'),
      fn.countAll<bigint>().filterWhere(standing.failed).as('failed'),
      sql<bigint>`sum(open_debts_count)::int8`.as('open_debts_count'),
      sql<bigint>`sum(open_debts_cents)::int8`.as('open_debts_cents'),
    ])
    .where(ownedBy(scope))
    .where('is_active', '=', true)
    .$if(hidden.length > 0, (query) => query.where('id', 'not in', hidden))
    .groupBy('uf')
    .orderBy('uf')
    .execute()
  return ok({ ...shown(sumOf(rows)), by_uf: rows.map((row) => ({ uf: row.uf, ...shown(row) })) })
}

function sumOf(rows: readonly Counts[]): Counts {
  const sum = (key: keyof Counts): bigint => rows.reduce((total, row) => total + row[key], 0n)
  return { ...each(sum), open_debts_cents: sum('open_debts_cents') }
}

function shown(counts: Counts) {
  return {
    ...each((key) => Number(counts[key])),
    open_debts_amount: formatCents(counts.open_debts_cents),
  }
}

function each<Value>(of: (key: Counted) => Value): Record<Counted, Value> {
  return {
    total: of('total'),
    with_debts: of('with_debts'),
    clear: of('clear'),
    never_consulted: of('never_consulted'),
    pending: of('pending'),
    failed: of('failed'),
    open_debts_count: of('open_debts_count'),
  }
}
