/** The debts of a fleet as a list: filtered, sorted, paged and summed by the database. */
import type { DescribedDebt } from '../../fleet/debt-identity.ts'
import { sql, type RawBuilder } from 'kysely'
import { utc } from '../reports/report-pages.ts'
import { readLeftOut } from '../reports/report-scope.ts'
import type { DebtState } from '../schema/tables.ts'
import type { LedgerDb } from '../schema/tx.ts'
import type { NamedVehicle } from '../vehicles/vehicles.ts'
import { allOf, anyContains, readListed } from './listed-page.ts'
import type { Listing, PageOfList, Sort } from './listed-page.ts'
import { withOwedDebts, type OwedScope } from './owed-debts.ts'

export type Standing = 'owed' | 'alternative' | 'awaiting-settlement' | 'settled'
export type DebtSort = 'due' | 'amount' | 'plate' | 'kind' | 'costCentre' | 'seen'

export interface DebtFilter extends OwedScope {
  /** Part of a plate, RENAVAM, nickname or description. */
  readonly search?: string | undefined
  readonly standing?: Standing
  readonly state?: DebtState
  readonly kind?: string
  readonly uf?: string | undefined
  readonly costCentre?: string | undefined
  readonly cnpj?: string | undefined
  /** YYYY-MM-DD, inclusive; a debt without a due date is in neither. */
  readonly dueFrom?: string
  readonly dueTo?: string
  /** Only debts that were last seen before this instant. */
  readonly seenBefore?: Date
  /** Only debts that nobody proposed, approved or ordered. */
  readonly inNoOrder?: boolean
}

export interface ListedDebt extends DescribedDebt, NamedVehicle {
  id: string
  vehicleId: string
  cnpj: string
  /** Digits. */
  cents: string
  state: DebtState
  standing: Standing
  /** ISO 8601 in UTC. */
  firstSeenAt: string
  lastSeenAt: string
}

/** Of all debts that the filter lets through; cents as digits. */
export interface DebtSums {
  count: number
  owedCents: string
  overdueCents: string
  alternativeCents: string
  awaitingCents: string
}

export type DebtListing = Listing<ListedDebt, DebtSums>

export async function listDebts(
  db: LedgerDb,
  filter: DebtFilter,
  { by, descending }: Sort<DebtSort>,
  page: PageOfList,
): Promise<DebtListing> {
  const way = descending ? sql`desc nulls last` : sql`asc nulls last`
  const cents = (standing: Standing): RawBuilder<unknown> =>
    sql`coalesce(sum(cents::bigint) filter (where standing = ${sql.lit(standing)}), 0)::text`
  return readListed(db, {
    tables: withOwedDebts(filter),
    rows: sql`select d.id, d.vehicle_id as "vehicleId", v.plate, v.renavam, v.nickname,
        v.cost_centre as "costCentre", v.owner_cnpj as cnpj, v.uf, d.kind, d.description, d.year,
        to_char(d.due_date, 'YYYY-MM-DD') as "dueDate", d.amount_cents::text as cents, d.state,
        d.standing, ${utc('d.first_seen_at')} as "firstSeenAt",
        ${utc('d.last_seen_at')} as "lastSeenAt"
      from owed_debt d join frota.vehicle v on v.id = d.vehicle_id
      where ${conditions(filter)}`,
    order: sql`${SORTED[by]} ${way}, "dueDate" nulls last, plate, id`,
    sums: sql`count(*)::integer as count, ${cents('owed')} as "owedCents",
      coalesce(sum(cents::bigint) filter (where standing = 'owed'
        and "dueDate" < ${filter.today}), 0)::text as "overdueCents",
      ${cents('alternative')} as "alternativeCents",
      ${cents('awaiting-settlement')} as "awaitingCents"`,
    page,
  })
}

const SORTED: Readonly<Record<DebtSort, RawBuilder<unknown>>> = {
  due: sql`"dueDate"`,
  amount: sql`cents::bigint`,
  plate: sql`plate`,
  kind: sql`kind`,
  costCentre: sql`"costCentre"`,
  seen: sql`"lastSeenAt"`,
}

const SEARCHED = ['v.plate', 'v.renavam', 'v.nickname', 'd.description']

function conditions(filter: DebtFilter): RawBuilder<unknown> {
  const { search, standing, state, kind, uf, costCentre, cnpj, dueFrom, dueTo } = filter
  const { seenBefore, inNoOrder } = filter
  return allOf([
    search !== undefined && anyContains(SEARCHED, search),
    standing !== undefined && sql`d.standing = ${standing}`,
    state !== undefined && sql`d.state = ${state}`,
    kind !== undefined && sql`d.kind = ${kind}`,
    uf !== undefined && sql`v.uf = ${uf}`,
    costCentre !== undefined && sql`v.cost_centre = ${costCentre}`,
    cnpj !== undefined && sql`v.owner_cnpj = ${cnpj}`,
    dueFrom !== undefined && sql`d.due_date >= ${dueFrom}::date`,
    dueTo !== undefined && sql`d.due_date <= ${dueTo}::date`,
    seenBefore !== undefined && sql`d.last_seen_at < ${seenBefore}`,
    inNoOrder === true && sql`d.state = 'open' and d.standing = 'owed'`,
  ])
}

/** Why each of these debts is in no proposal, a code of the orders stage, by debt. */
export async function leftOutReasons(
  db: LedgerDb,
  rows: readonly Pick<ListedDebt, 'id' | 'vehicleId'>[],
): Promise<ReadonlyMap<string, string>> {
  if (rows.length === 0) return new Map()
  const vehicles = [...new Set(rows.map(({ vehicleId }) => vehicleId))]
  return readLeftOut(
    db,
    sql`v.id = any(${vehicles}::uuid[])
      and left_out."debtId" = any(${rows.map(({ id }) => id)}::uuid[])`,
  )
}
