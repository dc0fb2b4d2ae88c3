/** What is done for the fleet now, by whichever process: read from the ledger for each page. */
import type { Bilingual } from '../../bilingual.ts'
import type { Config } from '../../config.ts'
import type { OpenLedger } from '../ledger/open-ledger.ts'
import { fleetProgress } from '../run/fleet-progress.ts'
import type { Stages } from '../stages/read-stages.ts'
import type { RunRequest } from '../../ledger/runs/run-requests.ts'
import type { Run } from '../../ledger/runs/runs.ts'

/** `night`: all of it, also of fleets that have ended theirs, as workers do one thing at a time. */
export type WaitsFor =
  | { readonly kind: 'worker' | 'other-program' | 'other-request' }
  | { readonly kind: 'night'; readonly name: string; readonly until: Date | null }

export interface FollowedRun {
  /**
   * Waiting: for a process that does it. Starting: taken, but not a run yet. Ended: the newest run
   * or request has, and nothing else is open.
   */
  readonly phase: 'waiting' | 'starting' | 'working' | 'ended'
  /** The file's name, or what was asked for; empty where nobody asked in the console. */
  readonly name: string
  /** Who asked; undefined where nobody did. */
  readonly by: string | undefined
  /** While waiting: what it waits for. */
  readonly waitsFor: WaitsFor | undefined
  /** A person's request that waits for the end of this run; its name. */
  readonly queued: string | undefined
  readonly stopping: boolean
  readonly number: number | undefined
  readonly simulated: boolean
  /** Undefined while a file is imported: the counts would be those of before. */
  readonly stages: Stages | undefined
  readonly finishAt: Date | undefined
  /** Why a request came to nothing. */
  readonly failure: Bilingual | undefined
}

export interface Following {
  readonly config: Config
  readonly nowMs: number
}

/** Undefined where nothing was done or asked for yet. */
export async function followRun(
  ledger: OpenLedger,
  { config, nowMs }: Following,
): Promise<FollowedRun | undefined> {
  const newest = await readNewest(ledger, config.FROTA_FLEET)
  const { fleet, request, run } = newest
  const shown = shownRun(newest)
  if (shown === undefined && request === undefined) return undefined
  const isAsked = shown === undefined || shown.number === request?.runNumber
  const nothing = { waitsFor: undefined, queued: undefined, stages: undefined, finishAt: undefined }
  const view = {
    ...nothing,
    name: isAsked ? (request?.name ?? '') : '',
    by: isAsked ? request?.askedBy : undefined,
    stopping: await isStopping(ledger, newest),
    number: shown?.number,
    simulated: shown?.simulated ?? false,
    failure: isAsked ? failureOf(request) : undefined,
  }
  if (shown === undefined || fleet === undefined || !isAtWork(newest)) {
    if (request === undefined || request.endedAt !== null) return { ...view, phase: 'ended' }
    const isTaken = request.holder !== null && !(await isGone(ledger, request.holder))
    const asked = { ...view, name: request.name, by: request.askedBy, number: undefined }
    if (isTaken) return { ...asked, phase: 'starting' }
    return { ...asked, phase: 'waiting', stopping: false, waitsFor: await waitsFor(ledger) }
  }
  const queued = !isAsked && isWaiting(request) ? request?.name : undefined
  const isImporting = await importsNow(ledger, shown)
  const progress = isImporting ? undefined : await fleetProgress(config, ledger, fleet, nowMs)
  return {
    ...view,
    phase: 'working',
    queued,
    stages: progress?.stages,
    finishAt: run === undefined ? undefined : progress?.finish,
  }
}

/** `busy`: while something is done for the fleet, or waits to be. `simulated`: its newest run. */
export async function fleetNow(ledger: OpenLedger, fleetName: string) {
  const { request, run } = await readNewest(ledger, fleetName)
  const busy = request?.endedAt === null || run?.state === 'running'
  return { busy, simulated: run?.simulated }
}

type Newest = Awaited<ReturnType<typeof readNewest>>

async function readNewest({ fleets, stores, requests }: OpenLedger, fleetName: string) {
  const fleet = await fleets.find(fleetName)
  const request = await requests.latest(fleetName)
  const run = fleet && (await stores.runs.find('latest', fleet.id))
  return { fleetName, fleet, request, run }
}

/** A run that works, or the newest of both: a request that came to nothing hides no later run. */
function shownRun({ request, run }: Newest): Run | undefined {
  if (run === undefined || request === undefined || run.state === 'running') return run
  const isItsRun = run.number === request.runNumber
  return isItsRun || run.startedAt > request.askedAt ? run : undefined
}

/** After its end a run still writes its reports, until its request ends. */
function isAtWork({ request, run }: Newest): boolean {
  if (run?.state === 'running') return true
  const isHeld = request?.endedAt === null && request.holder !== null
  return isHeld && run !== undefined && request.runNumber === run.number
}

function isWaiting(request: RunRequest | undefined): boolean {
  return request?.endedAt === null && request.holder === null
}

async function isStopping(
  { requests }: OpenLedger,
  { fleetName, request, run }: Newest,
): Promise<boolean> {
  const stop = await requests.latestStop(fleetName)
  if (stop === undefined) return false
  if (run?.state === 'running') return stop.at >= run.startedAt
  return request?.endedAt === null && stop.seq > request.seq
}

/** An embedded directory has one owner, who takes up what it left when it was killed. */
async function isGone({ database, leases }: OpenLedger, holder: string): Promise<boolean> {
  return database.engine === 'postgresql' && (await leases.gone([holder])).length > 0
}

/** What keeps a request waiting; undefined where it is about to begin. */
export async function waitsFor(ledger: OpenLedger): Promise<WaitsFor | undefined> {
  const { database, leases, schedules, requests } = ledger
  if (database.engine === 'pglite') {
    return database.ownerPid === undefined ? undefined : { kind: 'other-program' }
  }
  const executors = await leases.executors()
  if (!executors.some(({ command }) => command === 'worker')) return { kind: 'worker' }
  for (const { name, last } of await schedules.list()) {
    if (last !== null && last.outcome === null) return { kind: 'night', name, until: last.stopAt }
  }
  const isTaken = (await requests.open()).some(({ holder }) => holder !== null)
  return isTaken ? { kind: 'other-request' } : undefined
}

async function importsNow({ stores }: OpenLedger, { importId }: Run): Promise<boolean> {
  if (importId === null) return false
  return (await stores.imports.find(importId))?.state === 'received'
}

function failureOf(request: RunRequest | undefined): Bilingual | undefined {
  if (request?.failure === null || request?.failure === undefined) return undefined
  return { pt: '', en: '', ...request.failure }
}
