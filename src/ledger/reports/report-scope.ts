/** Which vehicles, debts and orders belong to a run's report: those of its fleet and campaign. */
import { sql, type RawBuilder } from 'kysely'
import { jsonRows, utc } from './report-pages.ts'
import type { ReportCampaign, ReportImport } from './report-rows.ts'
import type { Run } from '../runs/runs.ts'
import type { LedgerDb } from '../schema/tx.ts'
import { isRefundedItem } from '../debts/refunded-item.ts'
import { staysInFleet } from '../orders/stays-in-fleet.ts'

export interface ReportScope {
  fleetId: string
  campaign: ReportCampaign | null
  /** The run's own file; for a night's run without a file, the fleet's newest. */
  import: ReportImport | null
  /** The file's other columns, in its order: the first `EXTRA_COLUMNS_MAX` names. */
  extras: readonly string[]
  /** From here on something counts as new: the campaign's opening, else the run's start. */
  since: string
  /** Where the campaign is null, an id that no row has. */
  campaignId: string
  /** The number of the newest run of this fleet, if it is a later one. */
  laterRun: number | null
  /** When the fleet's run before this one ended; null for the first. */
  previousEndedAt: string | null
  /** True if an order was read after the run ended: the ledger is newer than its report. */
  readLater: boolean
}

/** A spreadsheet of more columns than this is not made for people. */
const EXTRA_COLUMNS_MAX = 50

const NOBODY = '00000000-0000-0000-0000-000000000000'

export async function readScope(db: LedgerDb, run: Run): Promise<ReportScope> {
  const campaign = run.campaignId === null ? null : await readCampaign(db, run.campaignId)
  const later = await db
    .selectFrom('frota.run')
    .select('number')
    .where('fleet_id', '=', run.fleetId)
    .where('number', '>', run.number)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
  const file = await readImport(db, run)
  return {
    fleetId: run.fleetId,
    campaign,
    import: file,
    extras: extraNames(file?.understood ?? null),
    since: campaign?.openedAt ?? run.startedAt.toISOString(),
    campaignId: campaign?.id ?? NOBODY,
    laterRun: later?.number ?? null,
    previousEndedAt: await previousEnd(db, run),
    readLater: await wasReadLater(db, run),
  }
}

async function previousEnd(db: LedgerDb, { fleetId, number }: Run): Promise<string | null> {
  const before = await db
    .selectFrom('frota.run')
    .select('ended_at')
    .where('fleet_id', '=', fleetId)
    .where('number', '<', number)
    .where('ended_at', 'is not', null)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
  return before?.ended_at?.toISOString() ?? null
}

async function wasReadLater(db: LedgerDb, { fleetId, endedAt }: Run): Promise<boolean> {
  if (endedAt === null) return false
  const order = await db
    .selectFrom('frota.payment_order')
    .select('id')
    .where('fleet_id', '=', fleetId)
    .where('updated_at', '>', endedAt)
    .limit(1)
    .executeTakeFirst()
  return order !== undefined
}

async function readCampaign(db: LedgerDb, id: string): Promise<ReportCampaign | null> {
  const rows = await jsonRows<ReportCampaign>(
    db,
    sql`select id, ${utc('opened_at')} as "openedAt" from frota.campaign where id = ${id}`,
  )
  return rows[0] ?? null
}

async function readImport(db: LedgerDb, run: Run): Promise<ReportImport | null> {
  const which =
    run.importId === null
      ? sql`i.fleet_id = ${run.fleetId} and i.state = 'applied'
          and i.received_at <= ${run.endedAt ?? run.startedAt}`
      : sql`i.id = ${run.importId}`
  const rows = await jsonRows<ReportImport>(
    db,
    sql`select i.id, i.file_name as "fileName", i.sha256, i.rows_read as "read",
        i.accepted, i.repaired, i.rejected, i.duplicate, i.skipped,
        (select count(*)::integer from frota.import_row r
          where r.import_id = i.id and r.verdict in ('rejected', 'duplicate'))
          as "returnedRows", i.understood, i.vehicles_added as added,
        i.vehicles_changed as changed, i.vehicles_missing as missing
      from frota.import i where ${which} order by i.received_at desc, i.id limit 1`,
  )
  return rows[0] ?? null
}

/** Names of the file's other columns; a header that occurs twice is one column. */
function extraNames(understood: object | null): string[] {
  if (understood === null || !('extras' in understood)) return []
  const { extras } = understood
  const names = Array.isArray(extras) ? extras.filter((name) => typeof name === 'string') : []
  return [...new Set(names)].filter((name) => name.trim() !== '').slice(0, EXTRA_COLUMNS_MAX)
}

/**
 * Vehicles `v` with their membership `m`: those of the fleet today, all of the campaign, and those
 * that were removed at the service since it began.
 */
export function scopedVehicles(scope: ReportScope): RawBuilder<unknown> {
  return sql`frota.vehicle v
    left join frota.campaign_member m
      on m.campaign_id = ${scope.campaignId}::uuid and m.vehicle_id = v.id`
}

export function isScopedVehicle(scope: ReportScope): RawBuilder<boolean> {
  return sql<boolean>`v.fleet_id = ${scope.fleetId}::uuid
    and (v.in_fleet or m.vehicle_id is not null
      or v.state = 'removed' and v.updated_at >= ${scope.since}::timestamptz)`
}

/** The newest ready answer of `v` as it is now, as `answer`; null columns when there is none. */
export function newestAnswer(): RawBuilder<unknown> {
  return sql`left join lateral (
    select c.id, c.answered_at from frota.consultation c
    where c.vehicle_id = v.id and c.status = 'ready' and not c.is_former
    order by c.answered_at desc, c.seq desc limit 1
  ) answer on true`
}

/**
 * Why each debt was left out of the proposal of the last considered answer, a code of the orders
 * stage, by debt. `which`: a condition on vehicles `v` and `left_out`.
 */
export async function readLeftOut(
  db: LedgerDb,
  which: RawBuilder<unknown>,
): Promise<ReadonlyMap<string, string>> {
  const rows = await jsonRows<{ debtId: string; why: string }>(
    db,
    sql`select left_out."debtId", left_out.why
      from frota.vehicle v
      cross join lateral (
        select n.left_out from frota.considered_answer n
        where n.vehicle_id = v.id
        order by n.considered_at desc, n.consultation_id desc limit 1
      ) considered
      cross join lateral
        jsonb_to_recordset(considered.left_out) as left_out("debtId" uuid, why text)
      where ${which}`,
  )
  return new Map(rows.map(({ debtId, why }) => [debtId, why]))
}

/** Debts `d`: all that live or are in the newest answer, and that ended since the campaign opened. */
export function isScopedDebt(scope: ReportScope): RawBuilder<boolean> {
  return sql<boolean>`(d.state not in ('gone', 'settled') or d.shown
    or d.state_since >= ${scope.since}::timestamptz)`
}

/**
 * Orders `o`: all that live, those that were made or moved in this campaign, and those whose refund
 * waits for a person.
 */
export function isScopedOrder(scope: ReportScope): RawBuilder<boolean> {
  return sql<boolean>`o.fleet_id = ${scope.fleetId}::uuid
    and (o.standing in ('open', 'paid', 'unknown') or o.updated_at >= ${scope.since}::timestamptz
      or o.standing = 'refunded' and o.freed_at is null
      or exists (select from frota.order_item i join frota.debt d on d.id = i.debt_id
        where i.order_id = o.id and ${isRefundedItem()}))`
}

/** Plans `p` that wait for a decision or for their order. */
export function isScopedPlan(scope: ReportScope): RawBuilder<boolean> {
  return sql<boolean>`p.fleet_id = ${scope.fleetId}::uuid and p.state in ('proposed', 'approved')
    and ${staysInFleet('p')}`
}
