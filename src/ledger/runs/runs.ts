/** Runs: one execution of a process each, with the settings that its report is written by. */
import { sql } from 'kysely'
import type { Bilingual } from '../../bilingual.ts'
import type { GivenUpWork, RunSettings, RunState } from '../schema/tables-runs.ts'
import { within, type LedgerDb, type Tx } from '../schema/tx.ts'
import { countVehiclesLeft, type LeftOf } from './vehicles-left.ts'

export type { GivenUpWork } from '../schema/tables-runs.ts'

export interface RunStart {
  fleetId: string
  campaignId?: string
  importId?: string
  /** The command's name alone: its arguments may hold personal data. */
  command: string
  /** Host and process, for people. */
  holder: string
  simulated: boolean
  settings: RunSettings
  at: Date
  /** The highest number of an existing folder of reports: this run's is higher. */
  after: number
}

export interface Run extends Pick<
  RunStart,
  'fleetId' | 'command' | 'holder' | 'simulated' | 'settings'
> {
  id: string
  /** Ascending and unique, without gaps except for numbers whose folder existed before. */
  number: number
  fleetName: string
  accountId: string
  campaignId: string | null
  importId: string | null
  state: RunState
  carriedOverUntil: Date | null
  startedAt: Date
  endedAt: Date | null
  reportsDir: string | null
  /** `seq:hash` of the audit log when it ended; null while it runs, and while the log is empty. */
  auditHead: string | null
  givenUp: readonly GivenUpWork[]
  /** Why it failed, or has no reports, with the cure. */
  failure: Bilingual | null
}

interface RunEnd {
  state: Exclude<RunState, 'running'>
  /** When the last open vehicle is expected to be answered. */
  carriedOverUntil?: Date
  givenUp?: readonly GivenUpWork[]
  failure?: Bilingual
  at: Date
}

/** A person looks at no more runs than this at once. */
const RUNS_LISTED_MAX = 1_000

/**
 * `gone`: returns those of the given holders that work no longer. A running run whose process is
 * gone is read as interrupted; the next start of its fleet stores that.
 */
export type RunStore = ReturnType<typeof openRunStore>

export function openRunStore(
  db: LedgerDb,
  gone: (holders: readonly string[]) => Promise<readonly string[]> = async () => [],
) {
  const asTheyAre = async (runs: readonly Run[]): Promise<Run[]> => {
    const running = runs.filter(({ state }) => state === 'running').map(({ holder }) => holder)
    const left = running.length === 0 ? [] : await gone(running)
    return runs.map((run) =>
      run.state === 'running' && left.includes(run.holder) ? { ...run, state: 'interrupted' } : run,
    )
  }
  return {
    /** Gives the run its number, and closes this fleet's runs whose holders are gone. */
    start: (run: RunStart) => db.transaction().execute((transaction) => startRun(transaction, run)),
    /** Gives a run that has just started the next number, because another has its folder. */
    renumber: (id: string) =>
      db.transaction().execute(async (transaction) => {
        const number = await nextNumber(transaction, 0)
        await transaction.updateTable('frota.run').set({ number }).where('id', '=', id).execute()
        return readRun(transaction, id)
      }),
    /** Adds the campaign, which becomes known after the start. */
    attach: async (id: string, { campaignId }: { campaignId: string }) => {
      const set = { campaign_id: campaignId }
      await db.updateTable('frota.run').set(set).where('id', '=', id).execute()
    },
    /** Ends a running run; one that has ended keeps its first ending. */
    end: (id: string, end: RunEnd, tx?: Tx) => endRun(within(db, tx), id, end),
    /** Vehicles of a fleet that a further run would go on with. */
    vehiclesLeft: (of: LeftOf) => countVehiclesLeft(db, of),
    /** Says why an ended run has no reports; a run that failed keeps why it did. */
    noteNoReports: async (id: string, failure: Bilingual) => {
      const set = { failure: JSON.stringify(failure) }
      const query = db.updateTable('frota.run').set(set).where('id', '=', id)
      await query.where('failure', 'is', null).execute()
    },
    noteReports: async (id: string, directory: string) => {
      const failure = sql<null>`case when state = 'failed' then failure end`
      const set = { reports_dir: directory, failure }
      await db.updateTable('frota.run').set(set).where('id', '=', id).execute()
    },
    /** By number, or the newest (of one fleet, if it is given). */
    find: async (which: number | 'latest', fleetId?: string) => {
      let query = selectRuns(db).orderBy('run.number', 'desc').limit(1)
      if (which !== 'latest') query = query.where('run.number', '=', which)
      if (fleetId !== undefined) query = query.where('run.fleet_id', '=', fleetId)
      const row = await query.executeTakeFirst()
      return row === undefined ? undefined : (await asTheyAre([row]))[0]
    },
    /** When the ledger began to know a fleet. */
    firstStart: async (fleetId: string) => {
      const query = selectRuns(db).where('run.fleet_id', '=', fleetId).orderBy('run.number')
      return (await query.limit(1).executeTakeFirst())?.startedAt
    },
    /** Newest first. */
    list: async ({ fleetId, limit }: { fleetId?: string; limit: number }) => {
      let query = selectRuns(db).orderBy('run.number', 'desc')
      if (fleetId !== undefined) query = query.where('run.fleet_id', '=', fleetId)
      return asTheyAre(await query.limit(Math.min(limit, RUNS_LISTED_MAX)).execute())
    },
  }
}

async function startRun(db: LedgerDb, run: RunStart): Promise<Run> {
  await interruptGone(db, run)
  const { id } = await db
    .insertInto('frota.run')
    .values({
      number: await nextNumber(db, run.after),
      fleet_id: run.fleetId,
      campaign_id: run.campaignId ?? null,
      import_id: run.importId ?? null,
      command: run.command,
      holder: run.holder,
      simulated: run.simulated,
      settings: JSON.stringify(run.settings),
      state: 'running',
      started_at: run.at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return readRun(db, id)
}

/** The counter's row is locked until the run is there, so that a killed start leaves no gap. */
async function nextNumber(db: LedgerDb, after: number): Promise<number> {
  const { rows } = await sql<{ last: number }>`
    update frota.run_counter set last = greatest(last, ${after}::integer) + 1 returning last
  `.execute(db)
  const [counter] = rows
  if (counter === undefined) throw new Error('The ledger has no counter of runs.')
  return counter.last
}

async function interruptGone(db: LedgerDb, run: RunStart): Promise<void> {
  await db
    .updateTable('frota.run')
    .set({ state: 'interrupted', ended_at: run.at })
    .where('fleet_id', '=', run.fleetId)
    .where('state', '=', 'running')
    .execute()
}

async function endRun(db: LedgerDb, id: string, end: RunEnd): Promise<Run> {
  await db
    .updateTable('frota.run')
    .set({
      state: end.state,
      carried_over_until: end.carriedOverUntil ?? null,
      given_up: JSON.stringify(end.givenUp ?? []),
      failure: end.failure === undefined ? null : JSON.stringify(end.failure),
      ended_at: end.at,
      audit_head: sql<string | null>`(
        select seq || ':' || hash from frota.audit_head where seq > 0)`,
    })
    .where('id', '=', id)
    .where('state', '=', 'running')
    .execute()
  return readRun(db, id)
}

function readRun(db: LedgerDb, id: string): Promise<Run> {
  return selectRuns(db).where('run.id', '=', id).executeTakeFirstOrThrow()
}

function selectRuns(db: LedgerDb) {
  return db
    .selectFrom('frota.run as run')
    .innerJoin('frota.fleet as fleet', 'fleet.id', 'run.fleet_id')
    .select(['run.id', 'run.number', 'run.fleet_id as fleetId', 'fleet.name as fleetName'])
    .select(['fleet.account_id as accountId', 'run.campaign_id as campaignId'])
    .select(['run.import_id as importId', 'run.command', 'run.holder', 'run.simulated'])
    .select(['run.settings', 'run.state', 'run.carried_over_until as carriedOverUntil'])
    .select(['run.started_at as startedAt', 'run.ended_at as endedAt'])
    .select(['run.reports_dir as reportsDir', 'run.audit_head as auditHead'])
    .select(['run.given_up as givenUp', 'run.failure'])
}
