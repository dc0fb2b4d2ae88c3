/** How effects are read: their columns, counts by kind and state, and what is due. */
import { sql } from 'kysely'
import type {
  DueEffects,
  Effect,
  EffectCounts,
  EffectKind,
  EffectState,
  LookUpsWaiting,
} from './effects.ts'
import type { LedgerDb } from '../schema/tx.ts'

/** Read once for all rows: as a plain call it would be made again for each. */
const NOW = sql`(select frota.ledger_now())`

/** Under the names and in the types of `Effect`. */
export const effectColumns = sql`
  id, seq, kind, key, active, fleet_id as "fleetId", vehicle_id as "vehicleId",
  campaign_id as "campaignId", plan_id as "planId", rank, state, epoch, holder,
  frota.epoch_ms(not_before) - frota.epoch_ms(${NOW}) as "notBeforeInMs",
  sends, doubts, lookups, baseline, body_hash as "bodyHash", slot_id as "slotId",
  frota.epoch_ms(intent_at) as "intentAtMs", remote_id as "remoteId",
  answer_status as "answerStatus", reason`

/** Leaves out orders by card that an earlier version approved: a person must withdraw those. */
const SENT_FROM_HERE = sql`not (kind = 'order' and state = 'planned' and exists (
  select from frota.order_plan plan
  where plan.id = effect.plan_id and plan.method = 'credit_card'))`

/** A registration counts where its vehicle is now, whichever fleet had asked for it. */
export async function effectCounts(db: LedgerDb, fleetId: string): Promise<EffectCounts> {
  const { rows } = await sql<{ kind: EffectKind; state: EffectState; count: number }>`
    select kind, state, count(*)::integer as count from frota.effect
    where active and ${SENT_FROM_HERE} and case kind
      when 'register' then vehicle_id in
        (select id from frota.vehicle where fleet_id = ${fleetId})
      else fleet_id = ${fleetId} end
    group by kind, state
  `.execute(db)
  const counts: EffectCounts = { register: {}, consult: {}, order: {}, pay: {} }
  for (const { kind, state, count } of rows) counts[kind][state] = count
  return counts
}

export async function lookUpsWaiting(db: LedgerDb, fleetId: string): Promise<LookUpsWaiting[]> {
  const { rows } = await sql<LookUpsWaiting>`
    select kind, state, lookups,
      frota.epoch_ms(max(coalesce(not_before, frota.ledger_now()))) as "dueMs"
    from frota.effect
    where fleet_id = ${fleetId} and active and state in ('in-doubt', 'held')
    group by kind, state, lookups
  `.execute(db)
  return rows
}

export async function effectDue(
  db: LedgerDb,
  fleetId: string,
  kind: EffectKind,
  limit: number,
  vehicleId?: string,
): Promise<DueEffects> {
  const isMeant = vehicleId === undefined ? sql`true` : sql`vehicle_id = ${vehicleId}`
  const isSent = kind === 'order' ? SENT_FROM_HERE : sql`true`
  // One statement, asked with every sweep: the first row is the time, and may be the only one.
  const { rows } = await sql<{ inMs: number | null } & (Effect | { id: null })>`
    select next."inMs", due.* from (
      select frota.epoch_ms(min(not_before)) - frota.epoch_ms(frota.ledger_now()) as "inMs"
      from frota.effect
      where fleet_id = ${fleetId} and kind = ${kind} and active
        and state in ('planned', 'in-doubt', 'held') and not_before > ${NOW} and ${isSent}
    ) next left join (
      (select ${effectColumns} from frota.effect
      where fleet_id = ${fleetId} and kind = ${kind} and state = 'planned' and active
        and ${isMeant} and ${isSent} and (not_before is null or not_before <= ${NOW})
      order by rank, seq limit ${limit})
      union all
      (select ${effectColumns} from frota.effect
      where fleet_id = ${fleetId} and kind = ${kind} and state in ('in-doubt', 'held')
        and (not_before is null or not_before <= ${NOW})
      order by not_before nulls first, seq limit ${limit})
    ) due on true
    order by due.state <> 'planned', case when due.state = 'planned' then due.rank end,
      case when due.state <> 'planned' then due."notBeforeInMs" end nulls first, due.seq
  `.execute(db)
  const due = rows.flatMap(({ inMs: _inMs, ...row }) => (row.id === null ? [] : [row]))
  return {
    planned: due.filter(({ state }) => state === 'planned'),
    lookUps: due.filter(({ state }) => state !== 'planned'),
    nextInMs: rows[0]?.inMs ?? null,
  }
}
