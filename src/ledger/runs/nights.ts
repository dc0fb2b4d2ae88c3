/**
 * The nights of schedules. Every decision about one is a compare-and-set on the schedule's
 * revision, and whatever its conductor writes asks for its name: of several workers one wins.
 */
import { sql } from 'kysely'
import type { UpdateObject } from 'kysely'
import type { Tables } from '../schema/tables.ts'
import type { ScheduleOutcome } from '../schema/tables-schedules.ts'
import type { LedgerDb } from '../schema/tx.ts'

/** What whoever helps must know: the conductor's fleets and queue, and what it decides by. */
export interface NightWork {
  readonly fleetIds: readonly string[]
  readonly queue: string
  /** Written and understood by the command line only. */
  readonly settings: object
}

export interface NightStart {
  holder: string
  dueAt: Date
  stopAt: Date | null
  at: Date
}

/** What was read of a schedule before it was decided about. */
export interface Seen {
  readonly id: string
  readonly revision: number
}

export interface NightStore {
  /**
   * False when anything was decided meanwhile, or when a night of any schedule runs: then nothing
   * may start.
   */
  noteStart(seen: Seen, night: NightStart): Promise<boolean>
  /** The work has begun; false when the night is another's by now. */
  noteWork(id: string, holder: string, work: NightWork): Promise<boolean>
  /** Its conductor lives; false when the night is another's by now, or has ended. */
  beat(id: string, holder: string): Promise<boolean>
  /** False, and nothing noted, when the night is another's by now, or has ended. */
  noteEnd(
    id: string,
    ended: { holder: string; outcome: ScheduleOutcome; at: Date },
  ): Promise<boolean>
  /** A night whose conductor is gone or frozen; false when it has beaten within so long. */
  interrupt(seen: Seen, left: { beatOlderThanMs: number; at: Date }): Promise<boolean>
  noteSkip(seen: Seen, skipped: { dueAt: Date; why: 'busy' | 'missed' }): Promise<boolean>
  noteQueued(seen: Seen, dueAt: Date): Promise<boolean>
}

type NightColumns = UpdateObject<Tables, 'frota.schedule'>

/** Two who start two schedules at once look one after the other. */
const START_LOCK = 4_702_111_235
/** Nobody looks after the night of a removed schedule: a kept beat is all that says it goes on. */
const REMOVED_BEAT_MS_MAX = 120_000

export function openNightStore(db: LedgerDb): NightStore {
  const change = (on: LedgerDb, id: string, set: NightColumns) =>
    on
      .updateTable('frota.schedule')
      .set({ ...set, revision: sql`revision + 1` })
      .where('id', '=', id)
      .returning('id')
  const decide = (seen: Seen, set: NightColumns) =>
    change(db, seen.id, set).where('revision', '=', seen.revision)
  const conducted = (id: string, holder: string, set: NightColumns) =>
    db
      .updateTable('frota.schedule')
      .set(set)
      .where('id', '=', id)
      .where('holder', '=', holder)
      .where('last_ended_at', 'is', null)
      .returning('id')
  const isDone = async (query: { execute: () => Promise<unknown[]> }): Promise<boolean> =>
    (await query.execute()).length > 0
  return {
    noteStart: (seen, { holder, dueAt, stopAt, at }) =>
      db.transaction().execute(async (tx) => {
        await sql`select pg_advisory_xact_lock(${START_LOCK})`.execute(tx)
        // Its own statement: one that waited for the lock inside would not see what came before.
        const started = change(tx, seen.id, {
          handled_to: dueAt,
          queued_due_at: null,
          last_due_at: dueAt,
          last_stop_at: stopAt,
          last_started_at: at,
          last_ended_at: null,
          last_outcome: null,
          holder,
          beat_at: sql<Date>`frota.ledger_now()`,
          night: null,
        })
          .where('revision', '=', seen.revision)
          .where('paused', '=', false)
          .where('removed_at', 'is', null)
          .where(
            sql<boolean>`not exists (select from frota.schedule as other
              where other.last_started_at is not null and other.last_ended_at is null
                and (other.removed_at is null or other.beat_at
                  > frota.ledger_now() - frota.milliseconds(${REMOVED_BEAT_MS_MAX})))`,
          )
        return isDone(started)
      }),
    noteWork: (id, holder, { fleetIds, queue, settings }) =>
      isDone(conducted(id, holder, { night: JSON.stringify({ fleetIds, queue, settings }) })),
    beat: (id, holder) => isDone(conducted(id, holder, { beat_at: sql<Date>`frota.ledger_now()` })),
    noteEnd: (id, { holder, outcome, at }) =>
      isDone(
        change(db, id, { last_outcome: outcome, last_ended_at: at, night: null })
          .where('holder', '=', holder)
          .where('last_ended_at', 'is', null),
      ),
    interrupt: (seen, { beatOlderThanMs, at }) =>
      isDone(
        decide(seen, { last_outcome: 'interrupted', last_ended_at: at })
          .where('last_ended_at', 'is', null)
          .where(
            sql<boolean>`(beat_at is null or beat_at
              <= frota.ledger_now() - frota.milliseconds(${beatOlderThanMs}::double precision))`,
          ),
      ),
    noteSkip: (seen, { dueAt, why }) =>
      isDone(decide(seen, { handled_to: dueAt, skipped_due_at: dueAt, skipped_why: why })),
    noteQueued: (seen, dueAt) => isDone(decide(seen, { handled_to: dueAt, queued_due_at: dueAt })),
  }
}
