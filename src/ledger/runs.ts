/** Runs: one execution of a process each, with the settings that its report is written by. */
import { sql } from 'kysely'
import type { RunState } from './tables-runs.ts'
import type { LedgerDb, Tx } from './tx.ts'
import { within } from './tx.ts'

/** What a run's report looks like, fixed at its start so that the same report can be made again. */
interface RunSettings {
  flavour: 'excel' | 'machine'
  locale: 'pt-BR' | 'en'
  /** An IANA time zone, for "today" and for every instant that a person reads. */
  zone: string
  /** The service's address without path or credentials, for example `https://api.example.com`. */
  serviceOrigin: string
  /** Which way of a year's IPVA counts as owed; runs from before there was a choice have none. */
  ipva?: 'single' | 'instalments'
  /** The rules that the run proposed, approved and ordered by, as the text of a policy file. */
  orderPolicy?: string
}

export interface RunStart {
  fleetId: string
  campaignId?: string
  importId?: string
  /** The command's name alone: arguments may hold what a ledger must not. */
  command: string
  /** Host and process, for people. */
  holder: string
  simulated: boolean
  settings: RunSettings
  at: Date
  /** True for a holder that no longer works: its runs are closed as interrupted. */
  isGone(holder: string): boolean
}

export interface Run {
  id: string
  /** Ascending, never given twice; gaps mean nothing. */
  number: number
  fleetId: string
  fleetName: string
  accountId: string
  campaignId: string | null
  importId: string | null
  command: string
  holder: string
  simulated: boolean
  settings: RunSettings
  state: RunState
  carriedOverUntil: Date | null
  startedAt: Date
  endedAt: Date | null
  reportsDir: string | null
  /** `seq:hash` of the audit log when it ended; null while it runs, and while the log is empty. */
  auditHead: string | null
}

interface RunEnd {
  state: Exclude<RunState, 'running'>
  /** When the last open vehicle is expected to be answered. */
  carriedOverUntil?: Date
  at: Date
}

export interface RunStore {
  /** Gives the run its number, and closes this fleet's runs whose holders are gone. */
  start(run: RunStart, tx?: Tx): Promise<Run>
  /** The campaign and the import become known after the start. */
  attach(id: string, to: { campaignId?: string; importId?: string }, tx?: Tx): Promise<void>
  /** Ends a running run; one that has ended keeps its first ending. */
  end(id: string, end: RunEnd, tx?: Tx): Promise<Run>
  noteReports(id: string, directory: string): Promise<void>
  /** By number, or the newest (of one fleet, if it is given). */
  find(which: number | 'latest', fleetId?: string): Promise<Run | undefined>
  /** Newest first. */
  list(query: { fleetId?: string; limit: number }): Promise<Run[]>
}

/** A person looks at no more runs than this at once. */
const RUNS_LISTED_MAX = 1_000

export function openRunStore(db: LedgerDb): RunStore {
  return {
    start: (run, tx) => startRun(within(db, tx), run),
    attach: async (id, to, tx) => {
      if (to.campaignId === undefined && to.importId === undefined) return
      await within(db, tx)
        .updateTable('frota.run')
        .set({
          ...(to.campaignId === undefined ? {} : { campaign_id: to.campaignId }),
          ...(to.importId === undefined ? {} : { import_id: to.importId }),
        })
        .where('id', '=', id)
        .execute()
    },
    end: (id, end, tx) => endRun(within(db, tx), id, end),
    noteReports: async (id, directory) => {
      const set = { reports_dir: directory }
      await db.updateTable('frota.run').set(set).where('id', '=', id).execute()
    },
    find: async (which, fleetId) => {
      let query = selectRuns(db).orderBy('run.number', 'desc').limit(1)
      if (which !== 'latest') query = query.where('run.number', '=', which)
      if (fleetId !== undefined) query = query.where('run.fleet_id', '=', fleetId)
      const row = await query.executeTakeFirst()
      return row === undefined ? undefined : asRun(row)
    },
    list: async ({ fleetId, limit }) => {
      let query = selectRuns(db).orderBy('run.number', 'desc')
      if (fleetId !== undefined) query = query.where('run.fleet_id', '=', fleetId)
      return (await query.limit(Math.min(limit, RUNS_LISTED_MAX)).execute()).map(asRun)
    },
  }
}

async function startRun(db: LedgerDb, run: RunStart): Promise<Run> {
  await interruptGone(db, run)
  const { id } = await db
    .insertInto('frota.run')
    .values({
      fleet_id: run.fleetId,
      campaign_id: run.campaignId ?? null,
      import_id: run.importId ?? null,
      command: run.command,
      holder: run.holder,
      simulated: run.simulated,
      settings: JSON.stringify(run.settings),
      state: 'running',
      carried_over_until: null,
      started_at: run.at,
      ended_at: null,
      reports_dir: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return readRun(db, id)
}

async function interruptGone(db: LedgerDb, run: RunStart): Promise<void> {
  const running = await db
    .selectFrom('frota.run')
    .select(['id', 'holder'])
    .where('fleet_id', '=', run.fleetId)
    .where('state', '=', 'running')
    .execute()
  const gone = running.filter((one) => run.isGone(one.holder)).map((one) => one.id)
  if (gone.length === 0) return
  await db
    .updateTable('frota.run')
    .set({ state: 'interrupted', ended_at: run.at })
    .where('id', 'in', gone)
    .where('state', '=', 'running')
    .execute()
}

async function endRun(db: LedgerDb, id: string, end: RunEnd): Promise<Run> {
  await db
    .updateTable('frota.run')
    .set({
      state: end.state,
      carried_over_until: end.carriedOverUntil ?? null,
      ended_at: end.at,
      audit_head: sql<string | null>`(
        select seq || ':' || hash from frota.audit_head where seq > 0)`,
    })
    .where('id', '=', id)
    .where('state', '=', 'running')
    .execute()
  return readRun(db, id)
}

async function readRun(db: LedgerDb, id: string): Promise<Run> {
  return asRun(await selectRuns(db).where('run.id', '=', id).executeTakeFirstOrThrow())
}

function selectRuns(db: LedgerDb) {
  return db
    .selectFrom('frota.run as run')
    .innerJoin('frota.fleet as fleet', 'fleet.id', 'run.fleet_id')
    .selectAll('run')
    .select(['fleet.name as fleet_name', 'fleet.account_id'])
}

type RunRow = Awaited<ReturnType<ReturnType<typeof selectRuns>['executeTakeFirstOrThrow']>>

function asRun(row: RunRow): Run {
  return {
    id: row.id,
    number: row.number,
    fleetId: row.fleet_id,
    fleetName: row.fleet_name,
    accountId: row.account_id,
    campaignId: row.campaign_id,
    importId: row.import_id,
    command: row.command,
    holder: row.holder,
    simulated: row.simulated,
    settings: asSettings(row.settings),
    state: row.state,
    carriedOverUntil: row.carried_over_until,
    startedAt: row.started_at,
    endedAt: row.ended_at,
    reportsDir: row.reports_dir,
    auditHead: row.audit_head,
  }
}

/** Only `startRun` writes the column, so its shape is known. */
function asSettings(json: object): RunSettings {
  return json as RunSettings
}
