/** The vehicles of a fleet as a list, each with what it owes: filtered, sorted, paged, summed. */
import { sql, type RawBuilder } from 'kysely'
import { utc } from '../reports/report-pages.ts'
import type { VehicleState } from '../schema/tables.ts'
import type { LedgerDb } from '../schema/tx.ts'
import type { NamedVehicle } from '../vehicles/vehicles.ts'
import { allOf, anyContains, readListed } from './listed-page.ts'
import type { Listing, PageOfList, Sort } from './listed-page.ts'
import { withOwedDebts, type OwedScope } from './owed-debts.ts'

export type VehicleSort = 'plate' | 'costCentre' | 'owed' | 'overdue' | 'answered'

export interface VehicleFilter extends OwedScope {
  /** Part of a plate, RENAVAM, nickname or cost centre. */
  readonly search?: string | undefined
  readonly state?: VehicleState
  readonly uf?: string | undefined
  readonly costCentre?: string | undefined
  readonly cnpj?: string | undefined
  readonly owes?: 'something' | 'nothing' | 'overdue'
  /** Never answered, or last answered before this instant. */
  readonly answered?: 'never' | { readonly before: Date }
}

export interface ListedVehicle extends NamedVehicle {
  id: string
  state: VehicleState
  cnpj: string
  debts: number
  /** Digits. */
  owedCents: string
  overdueCents: string
  /** ISO 8601 in UTC; null before the first answer. */
  answeredAt: string | null
}

/** Of all vehicles that the filter lets through; cents as digits. */
export interface VehicleSums {
  count: number
  known: number
  owedCents: string
  overdueCents: string
  /** The oldest last answer; null where none is known. */
  oldestAnswerAt: string | null
}

export type VehicleListing = Listing<ListedVehicle, VehicleSums>

export async function listVehicles(
  db: LedgerDb,
  filter: VehicleFilter,
  { by, descending }: Sort<VehicleSort>,
  page: PageOfList,
): Promise<VehicleListing> {
  const way = descending ? sql`desc nulls last` : sql`asc nulls last`
  return readListed(db, {
    tables: sql`${withOwedDebts(filter)}, owed as (
      select vehicle_id, count(*)::integer as debts, sum(amount_cents) as owed_cents,
        coalesce(sum(amount_cents) filter (where due_date < ${filter.today}::date), 0)
          as overdue_cents
      from owed_debt where standing = 'owed' group by vehicle_id)`,
    rows: sql`select v.id, v.plate, v.renavam, v.uf, v.nickname, v.cost_centre as "costCentre",
        v.owner_cnpj as cnpj, v.state, coalesce(o.debts, 0) as debts,
        coalesce(o.owed_cents, 0)::text as "owedCents",
        coalesce(o.overdue_cents, 0)::text as "overdueCents",
        ${utc('v.latest_answer_at')} as "answeredAt"
      from frota.vehicle v left join owed o on o.vehicle_id = v.id
      where v.fleet_id = ${filter.fleetId}::uuid and v.in_fleet and ${conditions(filter)}`,
    order: sql`${SORTED[by]} ${way}, plate, id`,
    sums: sql`count(*)::integer as count, count("answeredAt")::integer as known,
      coalesce(sum("owedCents"::bigint), 0)::text as "owedCents",
      coalesce(sum("overdueCents"::bigint), 0)::text as "overdueCents",
      min("answeredAt") as "oldestAnswerAt"`,
    page,
  })
}

const SORTED: Readonly<Record<VehicleSort, RawBuilder<unknown>>> = {
  plate: sql`plate`,
  costCentre: sql`"costCentre"`,
  owed: sql`"owedCents"::bigint`,
  overdue: sql`"overdueCents"::bigint`,
  answered: sql`"answeredAt"`,
}

const SEARCHED = ['v.plate', 'v.renavam', 'v.nickname', 'v.cost_centre']

function conditions(filter: VehicleFilter): RawBuilder<unknown> {
  const { search, state, uf, costCentre, cnpj, owes, answered } = filter
  return allOf([
    search !== undefined && anyContains(SEARCHED, search),
    state !== undefined && sql`v.state = ${state}`,
    uf !== undefined && sql`v.uf = ${uf}`,
    costCentre !== undefined && sql`v.cost_centre = ${costCentre}`,
    cnpj !== undefined && sql`v.owner_cnpj = ${cnpj}`,
    owes === 'something' && sql`o.debts > 0`,
    owes === 'nothing' && sql`v.latest_answer_at is not null and o.debts is null`,
    owes === 'overdue' && sql`o.overdue_cents > 0`,
    answered === 'never' && sql`v.latest_answer_at is null`,
    typeof answered === 'object' &&
      sql`(v.latest_answer_at is null or v.latest_answer_at < ${answered.before})`,
  ])
}
