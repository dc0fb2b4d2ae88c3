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
  cents: string
}

export async function readTotals(db: LedgerDb, scope: ReportScope): Promise<ReportTotals> {
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
    debtsByState: Object.fromEntries(
      debts.map((one) => [one.state, { rows: one.rows, cents: BigInt(one.cents) }]),
    ),
    answerItems: sumOf(items),
    ...(await readOrders(db, scope)),
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
    cents: rows.reduce((sum, one) => sum + BigInt(one.cents), 0n),
  }
}

/**
 * Codes of the orders stage (MISMATCHES): such an order is quarantined, its pay gate is shut, and
 * its vehicle has an exception, so its wrong sums need not be reported as differing totals.
 */
export const ODD_ORDER_REASONS = [
  'other-vehicle',
  'other-method',
  'other-items',
  'debts-differ',
  'total-differs',
  'fee-differs',
  'amounts-changed',
  'found-at-service',
  'twin-order',
  'items-hidden',
] as const

/** The mismatch is known, or a person accepted it (`frota orders resolve --accept-mismatch`). */
const isKnownOdd = sql`((o.gate = 'shut' and o.gate_reason in (${sql.join(ODD_ORDER_REASONS)}))
  or exists (select from frota.order_clearance c where c.order_id = o.id))`

async function readOrders(db: LedgerDb, scope: ReportScope) {
  const sums = await jsonRows<Record<string, string>>(
    db,
    sql`select * from (
        select count(*)::text as orders, coalesce(sum(o.debts_cents), 0)::text as debts,
          coalesce(sum(o.fee_cents), 0)::text as fee,
          coalesce(sum(o.total_cents), 0)::text as total,
          coalesce(sum(items.cents), 0)::text as items,
          coalesce(sum(o.debts_cents - items.cents) filter (where ${isKnownOdd}), 0)::text
            as items_gap,
          coalesce(sum(o.total_cents - o.debts_cents - o.fee_cents)
            filter (where ${isKnownOdd}), 0)::text as total_gap
        from frota.payment_order o
        cross join lateral (
          select coalesce(sum(i.amount_cents), 0)::bigint as cents
          from frota.order_item i where i.order_id = o.id
        ) items
        where ${isScopedOrder(scope)}
      ) as ordered, (
        select count(*)::text as proposals, coalesce(sum(p.debts_cents), 0)::text as proposed,
          coalesce(sum((select sum(i.amount_cents) from frota.order_plan_item i
            where i.plan_id = p.id)), 0)::text as proposed_items,
          coalesce(sum(p.total_cents), 0)::text as proposed_total
        from frota.order_plan p where ${isScopedPlan(scope)}
      ) as proposed`,
  )
  const read = (name: string): bigint => BigInt(sums[0]?.[name] ?? '0')
  return {
    orders: {
      rows: Number(read('orders')),
      debtsCents: read('debts'),
      feeCents: read('fee'),
      totalCents: read('total'),
      itemsCents: read('items'),
      knownGaps: { itemsCents: read('items_gap'), totalCents: read('total_gap') },
    },
    proposals: {
      rows: Number(read('proposals')),
      debtsCents: read('proposed'),
      itemsCents: read('proposed_items'),
      totalCents: read('proposed_total'),
    },
  }
}
