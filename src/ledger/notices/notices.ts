/**
 * Notices to people: one row for each event and receiver. Whichever process sees an event first
 * writes its rows, and whichever claims a due row sends it.
 */
import { sql } from 'kysely'
import type { LedgerDb } from '../schema/tx.ts'

export interface DueNotice {
  readonly id: string
  readonly receiver: string
  readonly message: object
  /** Tries, this one included. */
  readonly attempts: number
}

/** How many waited for a person at a run. */
export interface ForPersonBefore {
  readonly run: number
  readonly forPerson: number
}

export interface NoticeTrouble {
  readonly waiting: number
  readonly failed: number
  /** Of the failure that is the newest. */
  readonly why: string | null
}

const CLAIMED_AT_ONCE = 5
const EVENTS_MAX = 100

export function openNoticeStore(db: LedgerDb) {
  return {
    /** When the first of those that are kept was written. */
    firstAt: async (): Promise<Date | undefined> => {
      const { rows } = await sql<{ at: Date }>`
        select at from frota.notice order by at limit 1`.execute(db)
      return rows[0]?.at
    },
    /** Ids of runs that ended since then, which nobody was told of; the oldest first. */
    newRuns: async (since: Date): Promise<{ id: string; number: number }[]> => {
      const { rows } = await sql<{ id: string; number: number }>`
        select id, number from frota.run where ended_at >= ${since}
          and not exists (select from frota.notice where event = 'run ' || run.id)
        order by number limit ${EVENTS_MAX}`.execute(db)
      return rows
    },
    /** Sheets that were imported or refused without a run. */
    newImports: async (since: Date): Promise<{ id: string; fleet: string }[]> => {
      const { rows } = await sql<{ id: string; fleet: string }>`
        select import.id, fleet.name as fleet from frota.import
          join frota.fleet on fleet.id = import.fleet_id
        where finished_at >= ${since} and state in ('applied', 'refused')
          and not exists (select from frota.run where run.import_id = import.id)
          and not exists (select from frota.notice where event = 'import ' || import.id)
        order by finished_at limit ${EVENTS_MAX}`.execute(db)
      return rows
    },
    /** Of the fleet's run that was told of last; undefined before the first. */
    forPersonBefore: async (fleet: string): Promise<ForPersonBefore | undefined> => {
      const { rows } = await sql<ForPersonBefore>`
        select (message -> 'facts' ->> 'run')::integer as run,
          (message -> 'facts' ->> 'forPerson')::integer as "forPerson"
        from frota.notice where message ->> 'fleet' = ${fleet}
          and message -> 'facts' ? 'forPerson'
        order by run desc limit 1`.execute(db)
      return rows[0]
    },
    /** Does nothing for a receiver that has a row of the event. */
    add: async (
      event: string,
      receivers: readonly string[],
      { message, at }: { readonly message: object; readonly at: Date },
    ): Promise<void> => {
      await sql`insert into frota.notice (event, receiver, message, at, due_at)
        select ${event}, receiver, ${JSON.stringify(message)}::jsonb, ${at}, ${at}
          from unnest(${receivers}::text[]) as told (receiver)
        on conflict (event, receiver) do nothing`.execute(db)
    },
    /** Takes due ones of these receivers; they are due again at `until` unless they are settled. */
    claim: async (
      receivers: readonly string[],
      { at, until }: { readonly at: Date; readonly until: Date },
    ): Promise<DueNotice[]> => {
      const { rows } = await sql<DueNotice>`
        update frota.notice set attempts = attempts + 1, due_at = ${until} where id in (
          select id from frota.notice where state = 'waiting' and due_at <= ${at}
            and receiver = any (${receivers}::text[])
          order by due_at limit ${CLAIMED_AT_ONCE} for update skip locked)
        returning id, receiver, message, attempts`.execute(db)
      return rows
    },
    /** Only the try that claimed it last decides. */
    settle: async (
      { id, attempts }: DueNotice,
      to: { state: 'sent' | 'failed' } | { state: 'waiting'; dueAt: Date },
      why: string,
    ): Promise<void> => {
      const dueAt = to.state === 'waiting' ? to.dueAt : null
      await sql`update frota.notice set state = ${to.state}, due_at = ${dueAt}, error = ${why}
        where id = ${id}::uuid and attempts = ${attempts} and state = 'waiting'`.execute(db)
    },
    /** Gives up what is older, such as of a receiver that is named no more. */
    giveUp: async (waitingBefore: Date): Promise<void> => {
      await sql`update frota.notice set state = 'failed', due_at = null,
          error = coalesce(nullif(error, ''), 'not sent in time')
        where state = 'waiting' and at < ${waitingBefore}`.execute(db)
    },
    trouble: async (since: Date): Promise<NoticeTrouble> => {
      const { rows } = await sql<NoticeTrouble>`
        select count(*) filter (where state = 'waiting' and attempts > 0)::integer as waiting,
          count(*) filter (where state = 'failed')::integer as failed,
          (array_agg(error order by at desc)
            filter (where error <> '' and state <> 'sent'))[1] as why
        from frota.notice where at >= ${since}`.execute(db)
      return rows[0] ?? { waiting: 0, failed: 0, why: null }
    },
  }
}
