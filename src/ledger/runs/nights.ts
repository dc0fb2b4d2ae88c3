/**
 * The nights of schedules. Every decision about one is a compare-and-set on the schedule's revision
 * and the epoch of the lease: a worker that was frozen changes nothing when it wakes.
 */
import { sql, type RawBuilder, type UpdateObject } from 'kysely'
import type { Tables } from '../schema/tables.ts'
import type { ScheduleOutcome } from '../schema/tables-schedules.ts'
import type { LedgerDb } from '../schema/tx.ts'

/** What other workers need to process a night's jobs: fleets, queue and settings. */
export interface NightWork {
  readonly fleetIds: readonly string[]
  readonly queue: string
  /** Written and read by src/app only. */
  readonly settings: object
}

/** Identifies the lease by which a worker decides about nights. */
export interface ScheduleLease {
  readonly holder: string
  readonly epoch: bigint
}

export interface NightStart {
  dueAt: Date
  stopAt: Date | null
  at: Date
}

/** The schedule's revision on which a decision is based. */
export interface Seen {
  readonly id: string
  readonly revision: number
}

/** The lease of the worker that opens runs, plans, proposes and reports. */
export const SCHEDULES_LEASE = 'schedules'

type NightColumns = UpdateObject<Tables, 'frota.schedule'>

export function openNightStore(db: LedgerDb) {
  const change = async (
    { epoch }: ScheduleLease,
    id: string,
    set: NightColumns,
    so: RawBuilder<boolean>,
  ): Promise<boolean> => {
    const { numUpdatedRows } = await db
      .updateTable('frota.schedule')
      .set(set)
      .where('id', '=', id)
      .where(so)
      .where(
        sql<boolean>`exists (select from frota.lease where lease.name = ${SCHEDULES_LEASE}
          and epoch = ${epoch} and until > frota.ledger_now())`,
      )
      .executeTakeFirst()
    return numUpdatedRows > 0n
  }
  const decide = (
    lease: ScheduleLease,
    { id, revision }: Seen,
    set: NightColumns,
    so = sql<boolean>`true`,
  ): Promise<boolean> =>
    change(
      lease,
      id,
      { ...set, revision: revision + 1 },
      sql<boolean>`revision = ${revision} and ${so}`,
    )
  return {
    /** Each returns false and writes nothing if the lease or the revision has changed since. */
    noteStart: (lease: ScheduleLease, seen: Seen, { dueAt, stopAt, at }: NightStart) =>
      decide(
        lease,
        seen,
        {
          handled_to: dueAt,
          queued_due_at: null,
          last_due_at: dueAt,
          last_stop_at: stopAt,
          last_started_at: at,
          last_ended_at: null,
          last_outcome: null,
          holder: lease.holder,
          night: null,
        },
        sql<boolean>`not paused and removed_at is null`,
      ),
    /** The work has begun. */
    noteWork: (lease: ScheduleLease, id: string, { fleetIds, queue, settings }: NightWork) =>
      change(lease, id, { night: JSON.stringify({ fleetIds, queue, settings }) }, runsBy(lease)),
    noteEnd: (
      lease: ScheduleLease,
      id: string,
      { outcome, at }: { outcome: ScheduleOutcome; at: Date },
    ) =>
      change(
        lease,
        id,
        {
          last_outcome: outcome,
          last_ended_at: at,
          night: null,
          revision: sql<number>`revision + 1`,
        },
        runsBy(lease),
      ),
    // `work` is kept, so that the worker that resumes the night can empty its queue.
    /** Ends a night whose worker stopped without noting an end. */
    interrupt: (lease: ScheduleLease, seen: Seen, at: Date) =>
      decide(lease, seen, { last_outcome: 'interrupted', last_ended_at: at }),
    noteSkip: (
      lease: ScheduleLease,
      seen: Seen,
      { dueAt, why }: { dueAt: Date; why: 'busy' | 'missed' },
    ) => decide(lease, seen, { handled_to: dueAt, skipped_due_at: dueAt, skipped_why: why }),
    /** What fell due before `at` does not count; later times do, whatever was noted of them. */
    setBack: (lease: ScheduleLease, seen: Seen, at: Date) =>
      decide(lease, seen, { handled_to: at }),
    noteQueued: (lease: ScheduleLease, seen: Seen, dueAt: Date) =>
      decide(lease, seen, { handled_to: dueAt, queued_due_at: dueAt }),
  }
}

function runsBy({ holder }: ScheduleLease): RawBuilder<boolean> {
  return sql<boolean>`holder = ${holder} and last_ended_at is null`
}
