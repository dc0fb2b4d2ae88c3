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
  const { fleetId, number, campaignId, endedAt } = run
  type Around = Pick<ReportScope, 'campaign' | 'laterRun' | 'previousEndedAt' | 'readLater'>
  const [around] = await jsonRows<Around>(
    db,
    sql`select (select json_build_object('id', id, 'openedAt', ${utc('opened_at')})
          from frota.campaign where id = ${campaignId}::uuid) as campaign,
        (select max(later.number) from frota.run later
          where later.fleet_id = ${fleetId}::uuid and later.number > ${number}) as "laterRun",
        (select ${utc('ended_at')} from frota.run
          where fleet_id = ${fleetId}::uuid and number < ${number} and ended_at is not null
          order by number desc limit 1) as "previousEndedAt",
        exists (select from frota.payment_order where fleet_id = ${fleetId}::uuid
          and updated_at > ${endedAt}::timestamptz) as "readLater"`,
  )
  if (around === undefined) throw new Error('A query without a table gives a row.')
  const file = await readImport(db, run)
  return {
    ...around,
    fleetId,
    import: file,
    extras: extraNames(file?.understood ?? null),
    since: around.campaign?.openedAt ?? run.startedAt.toISOString(),
    campaignId: around.campaign?.id ?? NOBODY,
  }
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
