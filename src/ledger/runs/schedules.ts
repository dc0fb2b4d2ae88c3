/** Schedules: when the worker runs which fleets, and how the last night ended. */
import { sql } from 'kysely'
import { openNightStore, type NightWork } from './nights.ts'
import type { ScheduleOutcome } from '../schema/tables-schedules.ts'
import type { LedgerDb } from '../schema/tx.ts'

export type { ScheduleOutcome } from '../schema/tables-schedules.ts'

export interface ScheduleDraft {
  name: string
  /** Five fields, checked by the caller. */
  cron: string
  /** An IANA time zone. */
  zone: string
  /** Names of fleets; null is every imported one. */
  fleets: readonly string[] | null
  /** HH:MM in the zone; with neither this nor `forSeconds` a night ends when nothing is left. */
  until: string | null
  forSeconds: number | null
  overlap: 'skip' | 'queue-one'
  catchUp: 'none' | 'collapse'
}

interface LastNight {
  /** The time of the schedule that it was started for. */
  dueAt: Date
  stopAt: Date | null
  startedAt: Date
  /** Null while it runs, or when its process was killed. */
  endedAt: Date | null
  outcome: ScheduleOutcome | null
  /** The worker that opened its runs; null for one of an older version. */
  holder: string | null
  /** Null until its work has begun, and when it has ended in order. */
  work: NightWork | null
}

export interface Schedule extends ScheduleDraft {
  id: string
  /** Grows with every decision about a night; a decision on an older revision is refused. */
  revision: number
  paused: boolean
  handledTo: Date
  /** A time that came while another night ran; the schedule starts after that night. */
  queuedDueAt: Date | null
  last: LastNight | null
  /** The newest time that was skipped, and why. */
  skipped: { dueAt: Date; why: 'busy' | 'missed' } | null
  createdAt: Date
}

export type ScheduleStore = ReturnType<typeof openScheduleStore>

export function openScheduleStore(db: LedgerDb) {
  return {
    /** Makes the first schedule of this ledger, once ever. */
    begin: (first: ScheduleDraft, at: Date) => begin(db, first, at),
    /** By name, without the removed ones. */
    list: async () => (await live(db).orderBy('name').execute()).map(asSchedule),
    /** Undefined when the name is taken. What fell due before `at` does not count. */
    add: (draft: ScheduleDraft, at: Date) => add(db, draft, at),
    /** What fell due during a pause does not count. Undefined when there is none of that name. */
    setPaused: async (name: string, paused: boolean, at: Date) => {
      const set = paused ? { paused, queued_due_at: null } : { paused, handled_to: at }
      await db
        .updateTable('frota.schedule')
        .set({ ...set, revision: sql<number>`revision + 1` })
        .where('name', '=', name)
        .where('removed_at', 'is', null)
        .where('paused', '=', !paused)
        .execute()
      const row = await live(db).where('name', '=', name).executeTakeFirst()
      return row === undefined ? undefined : asSchedule(row)
    },
    remove: async (name: string, at: Date) => {
      const removed = await db
        .updateTable('frota.schedule')
        .set({ removed_at: at })
        .where('name', '=', name)
        .where('removed_at', 'is', null)
        .returning('id')
        .execute()
      return removed.length > 0
    },
    ...openNightStore(db),
  }
}

function live(db: LedgerDb) {
  return db.selectFrom('frota.schedule').selectAll().where('removed_at', 'is', null)
}

/** If two processes start at once, the unique name lets only one of them create it. */
async function begin(db: LedgerDb, first: ScheduleDraft, at: Date): Promise<void> {
  const any = await db.selectFrom('frota.schedule').select('id').limit(1).executeTakeFirst()
  if (any === undefined) await add(db, first, at)
}

async function add(db: LedgerDb, draft: ScheduleDraft, at: Date): Promise<Schedule | undefined> {
  const row = await db
    .insertInto('frota.schedule')
    .values({
      name: draft.name,
      cron: draft.cron,
      zone: draft.zone,
      fleets: draft.fleets === null ? null : [...draft.fleets],
      until_time: draft.until,
      for_seconds: draft.forSeconds,
      overlap: draft.overlap,
      catch_up: draft.catchUp,
      handled_to: at,
      created_at: at,
    })
    .onConflict((conflict) => conflict.column('name').where('removed_at', 'is', null).doNothing())
    .returningAll()
    .executeTakeFirst()
  return row === undefined ? undefined : asSchedule(row)
}

type ScheduleRow = Awaited<ReturnType<ReturnType<typeof live>['executeTakeFirstOrThrow']>>

function asSchedule(row: ScheduleRow): Schedule {
  const { last_due_at: dueAt, last_started_at: startedAt } = row
  return {
    id: row.id,
    revision: row.revision,
    name: row.name,
    cron: row.cron,
    zone: row.zone,
    fleets: row.fleets,
    until: row.until_time,
    forSeconds: row.for_seconds,
    overlap: row.overlap,
    catchUp: row.catch_up,
    paused: row.paused,
    handledTo: row.handled_to,
    queuedDueAt: row.queued_due_at,
    last:
      dueAt === null || startedAt === null
        ? null
        : {
            dueAt,
            startedAt,
            stopAt: row.last_stop_at,
            endedAt: row.last_ended_at,
            outcome: row.last_outcome,
            holder: row.holder,
            work: isWork(row.night) ? row.night : null,
          },
    skipped:
      row.skipped_due_at === null || row.skipped_why === null
        ? null
        : { dueAt: row.skipped_due_at, why: row.skipped_why },
    createdAt: row.created_at,
  }
}

/** Only `noteWork` writes the column. */
function isWork(json: object | null): json is NightWork {
  return json !== null && 'fleetIds' in json && 'queue' in json && 'settings' in json
}
