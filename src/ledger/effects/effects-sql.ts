/**
 * The effects' rows on PostgreSQL or PGlite. Each move is one statement: it changes the row only if
 * state and epoch are still the expected ones, and appends its event in the same statement.
 */
import { sql, type RawBuilder } from 'kysely'
import { auditEffect, isAuditedEnding } from './effects-audit.ts'
import { effectColumns, effectCounts, effectDue, lookUpsWaiting, toEffect } from './effects-read.ts'
import type { EffectRow } from './effects-read.ts'
import type {
  Effect,
  EffectState,
  EffectStore,
  HeldEpoch,
  Intent,
  Move,
  Recovered,
  RecoverRequest,
} from './effects.ts'
import { restoreIntents } from './effects-restore.ts'
import { asTx, within, type LedgerDb, type Tx } from '../schema/tx.ts'

export function openEffectStore(db: LedgerDb): EffectStore {
  return {
    find: (id) => findWhere(db, sql`id = ${id}`),
    findByKey: (kind, key) => findWhere(db, sql`kind = ${kind} and key = ${key} and active`),
    claim: (ids, holder, leaseMs) => claim(db, ids, holder, leaseMs),
    claimLookUp: (id, holder, leaseMs) => claimLookUp(db, id, holder, leaseMs),
    intend: (id, epoch, intent) => intend(db, id, epoch, intent),
    settle: (id, epoch, move, record) => settle(db, id, epoch, move, record),
    holdersAtWork: () => holdersAtWork(db),
    heldBy: (holder) => heldBy(db, holder),
    recover: (request) => recover(db, request),
    restore: (intents, lookUpInMs) => restoreIntents(db, intents, lookUpInMs),
    retire: (id, tx) => retire(within(db, tx), id),
    counts: (fleetId) => effectCounts(db, fleetId),
    lookUps: (fleetId) => lookUpsWaiting(db, fleetId),
    due: (...asked) => effectDue(db, ...asked),
  }
}

const inMs = (ms: number): RawBuilder<unknown> =>
  sql`frota.ledger_now() + frota.milliseconds(${ms}::double precision)`

const perhapsInMs = (ms: number | undefined): RawBuilder<unknown> =>
  ms === undefined ? sql`null` : inMs(ms)

async function findWhere(db: LedgerDb, where: RawBuilder<unknown>): Promise<Effect | null> {
  const { rows } = await sql<EffectRow>`
    select ${effectColumns} from frota.effect where ${where}
  `.execute(db)
  return rows[0] === undefined ? null : toEffect(rows[0])
}

/** The event of rows that a `with moved as (update ... returning *)` changed. */
export const eventOf = (from: EffectState, why: string): RawBuilder<unknown> => sql`
  insert into frota.effect_event (effect_id, kind, at, epoch, from_state, to_state, why)
  select id, kind, updated_at, epoch, ${from}, state, ${why} from moved`

async function one(db: LedgerDb, statement: RawBuilder<EffectRow>): Promise<Effect | null> {
  const { rows } = await statement.execute(db)
  return rows[0] === undefined ? null : toEffect(rows[0])
}

/** Locks in the order of ids, so that two workers who claim the same ones never wait in a ring. */
async function claim(db: LedgerDb, ids: readonly string[], holder: string, leaseMs: number) {
  const { rows } = await sql<EffectRow>`
    with due as (
      select id from frota.effect where id = any(${ids}::uuid[]) and state = 'planned' and active
        and (not_before is null or not_before <= frota.ledger_now())
      order by id for no key update
    ), moved as (
      update frota.effect set state = 'claimed', epoch = epoch + 1, holder = ${holder},
        not_before = null, deadline_at = ${inMs(leaseMs)}, updated_at = frota.ledger_now()
      where id in (select id from due)
      returning *
    ), event as (${eventOf('planned', 'claimed')})
    select ${effectColumns} from moved
  `.execute(db)
  return rows.map(toEffect)
}

/** Takes the next epoch without a move: the state stays, and only this epoch may settle it. */
function claimLookUp(db: LedgerDb, id: string, holder: string, leaseMs: number) {
  return one(
    db,
    sql<EffectRow>`
      update frota.effect set epoch = epoch + 1, holder = ${holder}, not_before = ${inMs(leaseMs)},
        deadline_at = ${inMs(leaseMs)}, updated_at = frota.ledger_now()
      where id = ${id} and state in ('in-doubt', 'held')
        and (not_before is null or not_before <= frota.ledger_now())
      returning ${effectColumns}`,
  )
}

function intend(db: LedgerDb, id: string, epoch: number, intent: Intent): Promise<Effect | null> {
  return one(
    db,
    sql<EffectRow>`
      with moved as (
        update frota.effect set state = 'intent',
          baseline = ${JSON.stringify(intent.baseline)}::jsonb, body_hash = ${intent.bodyHash},
          slot_id = ${intent.slotId}::uuid,
          intent_at = frota.ledger_now(), deadline_at = ${inMs(intent.deadlineInMs)},
          sends = sends + 1, lookups = 0, updated_at = frota.ledger_now()
        where id = ${id} and state = 'claimed' and epoch = ${epoch}
        returning *
      ), event as (${eventOf('claimed', 'intent stored before the first byte')})
      select ${effectColumns} from moved`,
  )
}

function settle(
  db: LedgerDb,
  id: string,
  epoch: number,
  move: Move,
  record?: (tx: Tx) => Promise<void>,
): Promise<Effect | null> {
  const isAudited = isAuditedEnding(move.to)
  if (record === undefined && !isAudited) return one(db, settleStatement(id, epoch, move))
  return db.transaction().execute(async (transaction) => {
    const settled = await one(transaction, settleStatement(id, epoch, move))
    if (settled === null) return null
    await record?.(asTx(transaction))
    if (isAudited) await auditEffect(transaction, settled, move.why)
    return settled
  })
}

function settleStatement(id: string, epoch: number, move: Move): RawBuilder<EffectRow> {
  const doubted = move.from === 'intent' && move.to === 'in-doubt' ? 1 : 0
  const returned = move.to === 'planned' || move.to === 'claimed' ? 1 : 0
  const lookups =
    move.to === 'in-doubt' && move.from !== 'in-doubt'
      ? sql`0`
      : sql`lookups + ${move.lookedUp === true ? 1 : 0}`
  const deadline = move.to === 'claimed' ? sql`deadline_at` : sql`null`
  const ended = sql`cross join lateral frota.quota_settle(moved.slot_id, ${move.slotEnding})`
  const slotEnded = move.slotEnding === undefined ? sql`` : ended
  return sql<EffectRow>`
    with moved as (
      update frota.effect set state = ${move.to}, epoch = epoch + ${returned},
        doubts = doubts + ${doubted}, lookups = ${lookups}, deadline_at = ${deadline},
        not_before = ${perhapsInMs(move.notBeforeInMs)},
        remote_id = coalesce(${move.remoteId ?? null}::uuid, remote_id),
        answer_status = coalesce(${move.answerStatus ?? null}::integer, answer_status),
        reason = ${move.why}, updated_at = frota.ledger_now()
      where id = ${id} and state = ${move.from} and epoch = ${epoch}
      returning *
    ), event as (${eventOf(move.from, move.why)})
    select ${effectColumns} from moved ${slotEnded}`
}

/** Under way with a holder: a claim, an intent, or a look-up that was taken. */
const isHeld = sql`(state in ('claimed', 'intent')
  or (state in ('in-doubt', 'held') and deadline_at is not null))`

async function holdersAtWork(db: LedgerDb): Promise<string[]> {
  const { rows } = await sql<{ holder: string }>`
    select distinct holder from frota.effect where holder is not null and ${isHeld}`.execute(db)
  return rows.map(({ holder }) => holder)
}

async function heldBy(db: LedgerDb, holder: string): Promise<HeldEpoch[]> {
  const { rows } = await sql<HeldEpoch>`
    select id, epoch from frota.effect where holder = ${holder} and ${isHeld}`.execute(db)
  return rows
}

async function recover(db: LedgerDb, request: RecoverRequest): Promise<Recovered> {
  const gone = request.gone ?? []
  const letGo = JSON.stringify(request.letGo ?? [])
  const orphaned = request.everything
    ? sql`true`
    : sql`(deadline_at <= frota.ledger_now()
        or holder = any(${gone}::text[])
        or (id, epoch) in (select id, epoch
          from json_to_recordset(${letGo}::json) as held (id uuid, epoch integer)))`
  const count = async (statement: RawBuilder<{ count: number }>): Promise<number> =>
    (await statement.execute(db)).rows[0]?.count ?? 0
  const doubted = await count(sql`
    with moved as (
      update frota.effect set state = 'in-doubt', doubts = doubts + 1, lookups = 0,
        deadline_at = null, not_before = ${inMs(request.lookUpInMs)},
        reason = ${HOLDER_GONE}, updated_at = frota.ledger_now()
      where state = 'intent' and ${orphaned}
      returning *
    ), event as (${eventOf('intent', HOLDER_GONE)})
    select count(*)::integer as count from moved`)
  const replanned = await count(sql`
    with moved as (
      update frota.effect set state = 'planned', epoch = epoch + 1, deadline_at = null,
        updated_at = frota.ledger_now()
      where state = 'claimed' and ${orphaned}
      returning *
    ), event as (${eventOf('claimed', HOLDER_GONE)})
    select count(*)::integer as count from moved`)
  const freed = await count(sql`
    with freed as (
      update frota.effect set epoch = epoch + 1, deadline_at = null,
        not_before = ${inMs(request.lookUpInMs)}, updated_at = frota.ledger_now()
      where state in ('in-doubt', 'held') and deadline_at is not null and ${orphaned}
      returning id
    )
    select count(*)::integer as count from freed`)
  return { replanned, doubted, freed }
}

const HOLDER_GONE = 'whoever held it is gone'

async function retire(db: LedgerDb, id: string): Promise<void> {
  await sql`
    update frota.effect set active = false, updated_at = frota.ledger_now()
    where id = ${id} and state in ('done', 'adopted', 'rejected', 'quarantined', 'needs-person')
  `.execute(db)
}
