/**
 * Runs that people asked for: written by the console, done by whichever process works. At most one
 * of a fleet is open, and its upload, sealed, is kept until it ends.
 */
import { sql } from 'kysely'
import type { RequestKind } from '../schema/tables-runs.ts'
import type { LedgerDb } from '../schema/tx.ts'

export type WorkKind = Exclude<RequestKind, 'stop'>

export interface RunRequest {
  readonly seq: bigint
  readonly fleetName: string
  readonly kind: WorkKind
  readonly name: string
  readonly uploadId: string | null
  /** The only vehicle that is asked about again; null: all that failed. */
  readonly vehicleId: string | null
  readonly askedBy: string
  readonly askedAt: Date
  /** The process that does it; null while it waits. */
  readonly holder: string | null
  /** Once its run has begun. */
  readonly runNumber: number | null
  readonly endedAt: Date | null
  /** `{ code, pt, en }`: why it came to nothing. */
  readonly failure: object | null
}

export interface Wanted extends Pick<
  RunRequest,
  'fleetName' | 'kind' | 'name' | 'uploadId' | 'vehicleId'
> {
  readonly by: string
  readonly at: Date
}

const COLUMNS = [
  'seq',
  'fleet_name as fleetName',
  'kind',
  'name',
  'upload_id as uploadId',
  'vehicle_id as vehicleId',
  'asked_by as askedBy',
  'asked_at as askedAt',
  'holder',
  'run_number as runNumber',
  'ended_at as endedAt',
  'failure',
] as const

export function openRunRequestStore(db: LedgerDb) {
  return {
    /** Nothing is written when another request of the fleet is open: that one is returned. */
    ask: (
      wanted: Wanted,
      sealedFrames: AsyncIterable<Uint8Array> | readonly Uint8Array[] = [],
    ): Promise<{ readonly request: RunRequest; readonly isNew: boolean }> =>
      db.transaction().execute(async (tx) => {
        const { fleetName, kind, name, uploadId, vehicleId, by, at } = wanted
        const asked = await tx
          .insertInto('frota.run_request')
          .values({
            fleet_name: fleetName,
            kind,
            name,
            upload_id: uploadId,
            vehicle_id: vehicleId,
            asked_by: by,
            asked_at: at,
          })
          .onConflict((conflict) =>
            conflict.column('fleet_name').where('ended_at', 'is', null).doNothing(),
          )
          .returning(COLUMNS)
          .$narrowType<{ kind: WorkKind }>()
          .executeTakeFirst()
        if (asked === undefined) {
          const open = openWork(tx).where('fleet_name', '=', fleetName)
          return { request: await open.executeTakeFirstOrThrow(), isNew: false }
        }
        let frame = 0
        for await (const sealed of sealedFrames) {
          const values = { seq: asked.seq, at: frame, sealed }
          await tx.insertInto('frota.run_request_frame').values(values).execute()
          frame += 1
        }
        return { request: asked, isNew: true }
      }),
    /** Whatever works for the fleet notices it, and ends in order. */
    askStop: async (fleetName: string, by: string, at: Date): Promise<void> => {
      const stop = { kind: 'stop', name: '', asked_by: by, asked_at: at, ended_at: at } as const
      await db
        .insertInto('frota.run_request')
        .values({ fleet_name: fleetName, ...stop })
        .execute()
    },
    /** Ends what waits; what a process has taken is to be stopped instead. */
    withdraw: async (fleetName: string, at: Date): Promise<void> => {
      const waits = db.updateTable('frota.run_request').where('holder', 'is', null)
      const ended = waits.where('ended_at', 'is', null).set({ ended_at: at })
      await ended.where('fleet_name', '=', fleetName).execute()
    },
    latestStop: (fleetName: string) =>
      db
        .selectFrom('frota.run_request')
        .select(['seq', 'asked_at as at'])
        .where('fleet_name', '=', fleetName)
        .where('kind', '=', 'stop')
        .orderBy('seq', 'desc')
        .limit(1)
        .executeTakeFirst(),
    /** The highest number given so far: a stop with a higher one was asked for later. */
    lastSeq: async (): Promise<bigint> => {
      const all = db.selectFrom('frota.run_request')
      const last = all.select(({ fn }) => fn.max('seq').as('seq'))
      return (await last.executeTakeFirst())?.seq ?? 0n
    },
    isStopAsked: async (fleetNames: readonly string[], after: bigint): Promise<boolean> => {
      const row = await db
        .selectFrom('frota.run_request')
        .select('seq')
        .where('fleet_name', 'in', [...fleetNames])
        .where('kind', '=', 'stop')
        .where('seq', '>', after)
        .limit(1)
        .executeTakeFirst()
      return row !== undefined
    },
    /** Open ones, the oldest first. */
    open: (): Promise<RunRequest[]> => openWork(db).orderBy('seq').execute(),
    latest: (fleetName: string): Promise<RunRequest | undefined> =>
      work(db)
        .where('fleet_name', '=', fleetName)
        .orderBy('seq', 'desc')
        .limit(1)
        .executeTakeFirst(),
    /** Of these uploads, those whose requests have all ended before they had a run. */
    cameToNothing: async (uploadIds: readonly string[]): Promise<string[]> => {
      const { rows } = await sql<{ id: string }>`
        select upload_id as id from frota.run_request where upload_id = any(${uploadIds}::uuid[])
        group by 1 having bool_and(ended_at is not null and run_number is null)`.execute(db)
      return rows.map(({ id }) => id)
    },
    /** False when another process has taken it since it was read, or it has ended. */
    take: async ({ seq, holder }: RunRequest, by: string): Promise<boolean> => {
      const { numUpdatedRows } = await db
        .updateTable('frota.run_request')
        .set({ holder: by })
        .where('seq', '=', seq)
        .where('ended_at', 'is', null)
        .where('holder', 'is not distinct from', holder)
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },
    noteRun: async ({ seq }: RunRequest, runNumber: number): Promise<void> => {
      const set = { run_number: runNumber }
      await db.updateTable('frota.run_request').set(set).where('seq', '=', seq).execute()
    },
    /** Given back undone, for another process. */
    release: async ({ seq }: RunRequest, by: string): Promise<void> => {
      const given = db.updateTable('frota.run_request').set({ holder: null })
      await given.where('seq', '=', seq).where('holder', '=', by).execute()
    },
    /** Also forgets its upload. Nothing happens where another process has it by now. */
    end: (
      { seq }: RunRequest,
      by: string,
      ended: { readonly at: Date; readonly failure: object | undefined },
    ): Promise<void> =>
      db.transaction().execute(async (tx) => {
        const failure = ended.failure === undefined ? null : JSON.stringify(ended.failure)
        const { numUpdatedRows } = await tx
          .updateTable('frota.run_request')
          .set({ ended_at: ended.at, failure })
          .where('seq', '=', seq)
          .where('holder', '=', by)
          .executeTakeFirst()
        if (numUpdatedRows === 0n) return
        await tx.deleteFrom('frota.run_request_frame').where('seq', '=', seq).execute()
      }),
    /** One after the other, since an upload may be larger than what memory should hold. */
    frames: async function* ({ seq }: RunRequest): AsyncGenerator<Uint8Array> {
      for (let at = 0; ; at += 1) {
        const row = await db
          .selectFrom('frota.run_request_frame')
          .select('sealed')
          .where('seq', '=', seq)
          .where('at', '=', at)
          .executeTakeFirst()
        if (row === undefined) return
        yield row.sealed
      }
    },
  }
}

function work(db: LedgerDb) {
  return db
    .selectFrom('frota.run_request')
    .select(COLUMNS)
    .where('kind', '!=', 'stop')
    .$narrowType<{ kind: WorkKind }>()
}

function openWork(db: LedgerDb) {
  return work(db).where('ended_at', 'is', null)
}
