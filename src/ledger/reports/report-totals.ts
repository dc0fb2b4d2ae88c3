/**
 * Totals of a run's scope by SQL alone, so that the files, which are counted row by row while
 * they are written, have something independent to be compared with.
 */
import { sql, type RawBuilder } from 'kysely'
import { jsonRows } from './report-pages.ts'
import type { ReportCounts, ReportTotals } from './report-rows.ts'
import {
  isScopedDebt,
  isScopedOrder,
  isScopedPlan,
  isScopedVehicle,
  newestAnswer,
  scopedVehicles,
} from './report-scope.ts'
import type { ReportScope } from './report-scope.ts'
import type { LedgerDb } from '../schema/tx.ts'

interface Counted {
  state: string
  rows: number
  cents: bigint
}

/**
 * `mismatches`: reasons of shut gates. Such an order is quarantined and its vehicle has an
 * exception, so its wrong sums need not be reported as differing totals.
 */
export async function readTotals(
  db: LedgerDb,
  scope: ReportScope,
  mismatches: readonly string[],
): Promise<ReportTotals> {
  const vehicles = await byState(
    db,
    sql`select v.state, 0::bigint as cents from ${scopedVehicles(scope)}
      where ${isScopedVehicle(scope)}`,
  )
  const members = await byState(
    db,
    sql`select m.state, 0::bigint as cents from frota.campaign_member m
      join frota.vehicle v on v.id = m.vehicle_id
      where m.campaign_id = ${scope.campaignId}::uuid and v.fleet_id = ${scope.fleetId}::uuid`,
  )
  const consultations = await byState(
    db,
    sql`select c.status as state, 0::bigint as cents from frota.consultation c
      where c.campaign_id = ${scope.campaignId}::uuid`,
  )
  const debts = await byState(
    db,
    sql`select d.state, d.amount_cents as cents from ${scopedVehicles(scope)}
      join frota.debt d on d.vehicle_id = v.id
      where ${isScopedVehicle(scope)} and ${isScopedDebt(scope)}`,
  )
  const items = await byState(
    db,
    sql`select '' as state, i.amount_cents as cents from ${scopedVehicles(scope)} ${newestAnswer()}
      join frota.debt_item i on i.consultation_id = answer.id
      where ${isScopedVehicle(scope)}`,
  )
  return {
    vehicles: { planned: 0, registered: 0, refused: 0, removed: 0, ...counts(vehicles) },
    members: { open: 0, answered: 0, failed: 0, stuck: 0, excluded: 0, ...counts(members) },
    consultations: { pending: 0, ready: 0, failed: 0, stuck: 0, ...counts(consultations) },
    debts: sumOf(debts),
    debtsByState: Object.fromEntries(debts.map(({ state, ...sum }) => [state, sum])),
    answerItems: sumOf(items),
    ...(await readOrders(db, scope, mismatches)),
  }
}

function byState(db: LedgerDb, rows: RawBuilder<unknown>): Promise<Counted[]> {
  return jsonRows<Counted>(
    db,
    sql`select state, count(*)::integer as rows, sum(cents)::text as cents
      from (${rows}) as row group by state order by state`,
  )
}

function counts(rows: readonly Counted[]): Record<string, number> {
  return Object.fromEntries(rows.map((one) => [one.state, one.rows]))
}

function sumOf(rows: readonly Counted[]): ReportCounts {
  return {
    rows: rows.reduce((sum, one) => sum + one.rows, 0),
    cents: rows.reduce((sum, one) => sum + one.cents, 0n),
  }
}

/** The mismatch is known, or a person accepted it (`frota orders resolve --accept-mismatch`). */
const isKnownOdd = (mismatches: readonly string[]): RawBuilder<boolean> =>
  sql`((o.gate = 'shut' and o.gate_reason = any(${mismatches}::text[]))
    or exists (select from frota.order_clearance c where c.order_id = o.id))`

async function readOrders(db: LedgerDb, scope: ReportScope, mismatches: readonly string[]) {
  const isKnown = isKnownOdd(mismatches)
  type Gaps = Record<'itemsGapCents' | 'totalGapCents', bigint>
  const [ordered] = await jsonRows<Omit<ReportTotals['orders'], 'knownGaps'> & Gaps>(
    db,
    sql`select count(*)::integer as rows, coalesce(sum(o.debts_cents), 0)::text as "debtsCents",
        coalesce(sum(o.fee_cents), 0)::text as "feeCents",
        coalesce(sum(o.total_cents), 0)::text as "totalCents",
        coalesce(sum(items.cents), 0)::text as "itemsCents",
        coalesce(sum(o.debts_cents - items.cents) filter (where ${isKnown}), 0)::text
          as "itemsGapCents",
        coalesce(sum(o.total_cents - o.debts_cents - o.fee_cents)
          filter (where ${isKnown}), 0)::text as "totalGapCents"
      from frota.payment_order o
      cross join lateral (
        select coalesce(sum(i.amount_cents), 0)::bigint as cents
        from frota.order_item i where i.order_id = o.id
      ) items
      where ${isScopedOrder(scope)}`,
  )
  const [proposals] = await jsonRows<ReportTotals['proposals']>(
    db,
    sql`select count(*)::integer as rows, coalesce(sum(p.debts_cents), 0)::text as "debtsCents",
        coalesce(sum((select sum(i.amount_cents) from frota.order_plan_item i
          where i.plan_id = p.id)), 0)::text as "itemsCents",
        coalesce(sum(p.total_cents), 0)::text as "totalCents"
      from frota.order_plan p where ${isScopedPlan(scope)}`,
  )
  if (ordered === undefined || proposals === undefined) throw new Error('A sum has a row.')
  const { itemsGapCents: itemsCents, totalGapCents: totalCents, ...orders } = ordered
  return { orders: { ...orders, knownGaps: { itemsCents, totalCents } }, proposals }
}
