/**
 * The effects' rows on PostgreSQL or PGlite. Each move is one statement: it changes the row only if
 * state and epoch are still the expected ones, and appends its event in the same statement.
 */
import { sql, type RawBuilder } from 'kysely'
import { auditEffect, isAuditedEnding } from './effects-audit.ts'
import { effectColumns, effectCounts, effectDue, lookUpsWaiting } from './effects-read.ts'
import type {
  Effect,
  EffectKind,
  EffectState,
  HeldEpoch,
  Intent,
  JournaledIntent,
  Move,
  Recovered,
  RecoverRequest,
} from './effects.ts'
import { restoreIntents } from './effects-restore.ts'
import { asTx, within, type LedgerDb, type Tx } from '../schema/tx.ts'

export type EffectStore = ReturnType<typeof openEffectStore>

export function openEffectStore(db: LedgerDb) {
  return {
    find: (id: string) => one(db, sql`${SELECTED} where id = ${id}`),
    /** The active effect with this key, whatever its state. */
    findByKey: (kind: EffectKind, key: string) =>
      one(db, sql`${SELECTED} where kind = ${kind} and key = ${key} and active`),
    /**
     * planned -> claimed with the next epoch, each that is due; answers those. The others somebody
     * else has, are finished, or are not due: drop their turns quietly. A claim ends by itself
     * after `leaseMs`.
     */
    claim: (ids: readonly string[], holder: string, leaseMs: number) =>
      claim(db, ids, holder, leaseMs),
    /**
     * Takes the due look-up of an effect in doubt or held: the next epoch, and nobody else's
     * look-up for `leaseMs`. Null when there is nothing to do.
     */
    claimLookUp: (id: string, holder: string, leaseMs: number) =>
      claimLookUp(db, id, holder, leaseMs),
    /** claimed -> intent, committed before it resolves. Null: the claim is lost, send nothing. */
    intend: (id: string, epoch: number, intent: Intent) => intend(db, id, epoch, intent),
    /**
     * One move, its event and what the stage records, in one transaction. Null when the effect left
     * `from` or its epoch passed on: then nothing was written and `record` was not called.
     */
    settle: (id: string, epoch: number, move: Move, record?: (tx: Tx) => Promise<void>) =>
      settle(db, id, epoch, move, record),
    /** Holders that have a claim, an intent or a look-up now. */
    holdersAtWork: () => holdersAtWork(db),
    /** The claims, intents and look-ups of one holder. */
    heldBy: (holder: string) => heldBy(db, holder),
    /** At a start and with every sweep: orphaned claims are planned again, orphaned intents in doubt. */
    recover: (request: RecoverRequest) => recover(db, request),
    /**
     * Intents that the journal knows and the ledger forgot (an unsynced page, a restored backup)
     * are put back as in doubt. `intents`: one for each effect, its latest.
     */
    restore: (intents: readonly JournaledIntent[], lookUpInMs: number) =>
      restoreIntents(db, intents, lookUpInMs),
    /** A finished effect stops guarding its key, so that the same may be planned anew. */
    retire: (id: string, tx?: Tx) => retire(within(db, tx), id),
    counts: (fleetId: string) => effectCounts(db, fleetId),
    /** For each number of look-ups so far, when the last of those effects in doubt is due next. */
    lookUps: (fleetId: string) => lookUpsWaiting(db, fleetId),
    /** `vehicleId`: only its effects among those that are planned. */
    due: (fleetId: string, kind: EffectKind, limit: number, vehicleId?: string) =>
      effectDue(db, fleetId, kind, limit, vehicleId),
  }
}

const SELECTED = sql`select ${effectColumns} from frota.effect`

const inMs = (ms: number): RawBuilder<unknown> =>
  sql`frota.ledger_now() + frota.milliseconds(${ms}::double precision)`

const perhapsInMs = (ms: number | undefined): RawBuilder<unknown> =>
  ms === undefined ? sql`null` : inMs(ms)

/** The event of rows that a `with moved as (update ... returning *)` changed. */
export const eventOf = (from: EffectState, why: string): RawBuilder<unknown> => sql`
  insert into frota.effect_event (effect_id, kind, at, epoch, from_state, to_state, why)
  select id, kind, updated_at, epoch, ${from}, state, ${why} from moved`

async function one(db: LedgerDb, statement: RawBuilder<Effect>): Promise<Effect | null> {
  const { rows } = await statement.execute(db)
  return rows[0] ?? null
}

/** Locks in the order of ids, so that two workers who claim the same ones never wait in a ring. */
async function claim(db: LedgerDb, ids: readonly string[], holder: string, leaseMs: number) {
  const { rows } = await sql<Effect>`
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
  return rows
}

/** Takes the next epoch without a move: the state stays, and only this epoch may settle it. */
function claimLookUp(db: LedgerDb, id: string, holder: string, leaseMs: number) {
  return one(
    db,
    sql`
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
    sql`
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

function settleStatement(id: string, epoch: number, move: Move): RawBuilder<Effect> {
  const doubted = move.from === 'intent' && move.to === 'in-doubt' ? 1 : 0
  const returned = move.to === 'planned' || move.to === 'claimed' ? 1 : 0
  const lookups =
    move.to === 'in-doubt' && move.from !== 'in-doubt'
      ? sql`0`
      : sql`lookups + ${move.lookedUp === true ? 1 : 0}`
  const deadline = move.to === 'claimed' ? sql`deadline_at` : sql`null`
  const ended = sql`cross join lateral frota.quota_settle(moved.slot_id, ${move.slotEnding})`
  const slotEnded = move.slotEnding === undefined ? sql`` : ended
  return sql<Effect>`
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
