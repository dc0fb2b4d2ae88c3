/**
 * One run, from a file or from what is open: import, register, consult, collect, order, follow,
 * report. Each stage's work runs as jobs; this says only what is waited for, and how it ends.
 */
import { dueJobs } from '../../jobs/all.ts'
import { sweepEffects } from '../effects/recover-effects.ts'
import { Failure } from '../failure.ts'
import type { Fleet } from '../ledger/fleets.ts'
import type { Run } from '../ledger/runs.ts'
import { kinds } from '../queue/catalogue.ts'
import type { Kind } from '../queue/catalogue.ts'
import { drive, SWEEP_EVERY_MS } from '../queue/drive.ts'
import type { DriveEnding } from '../queue/drive.ts'
import { openCampaign } from '../reconciliation/consultations/open-campaign.ts'
import { statesNotOffered } from '../reconciliation/consultations/read-coverage.ts'
import { updateVehicles } from '../reconciliation/vehicles/update-vehicles.ts'
import type { CommandContext } from './context.ts'
import { expectedFinish } from './expected-finish.ts'
import type { RunProgress } from './run-progress.ts'
import type { Workshop } from './workshop.ts'

export interface FlowOptions {
  readonly fleet: Fleet
  readonly mode: 'open-or-join' | 'resume'
  readonly askFailedAgain?: boolean
  /** The import that this run applies first. */
  readonly importId?: string
  /** Work that becomes due later than this carries over. */
  readonly horizonMs: number
}

export interface FlowEnding {
  readonly run: Run
  readonly carriedOver: number
  readonly carriedOverUntil: Date | undefined
  readonly stuckJobs: number
}

/** Docker gives ten seconds; a POST in flight and the report's start must fit. */
export const STOP_GRACE_MS = 8_000

const IMPORTING: readonly Kind[] = ['import-fleet']
const REPORTING: readonly Kind[] = ['export-reports']
const FLOWING = kinds.filter((kind) => !IMPORTING.includes(kind) && !REPORTING.includes(kind))

export interface FlowTools {
  readonly workshop: Workshop
  readonly context: CommandContext
  readonly progress: RunProgress
  /** Aborts at a signal, at the time to stop, and at a failure that ends the run. */
  readonly stop: AbortSignal
  /** Why the run has to end, once it does. */
  readonly failure: () => Failure | undefined
}

export async function runFlow(tools: FlowTools, options: FlowOptions): Promise<FlowEnding> {
  const { workshop, progress } = tools
  const { stores } = workshop.tools
  const run = await startRun(tools, options)
  progress.began?.(run)
  try {
    if (options.importId !== undefined) await importFile(tools, options.importId)
    const driven = await workOn(tools, options, run)
    return await endRun(tools, options, run, driven)
  } catch (error) {
    await stores.runs.end(run.id, { state: 'failed', at: new Date(workshop.clock.now()) })
    throw error
  } finally {
    progress.close()
  }
}

async function startRun({ workshop, context }: FlowTools, options: FlowOptions): Promise<Run> {
  const { config, name } = context
  const { access, tools, holder, clock } = workshop
  return tools.stores.runs.start({
    fleetId: options.fleet.id,
    ...(options.importId === undefined ? {} : { importId: options.importId }),
    command: name,
    holder,
    simulated: access.simulated,
    settings: {
      flavour: config.FROTA_CSV_FLAVOUR,
      locale: config.FROTA_LOCALE,
      zone: config.FROTA_TIME_ZONE,
      serviceOrigin: access.client.origin,
    },
    at: new Date(clock.now()),
    // One executor per data directory or fleet: whoever else is noted as running is gone.
    isGone: (other) => other !== holder,
  })
}

async function importFile(tools: FlowTools, importId: string): Promise<void> {
  await driveKinds(tools, IMPORTING, Number.POSITIVE_INFINITY)
  const found = await tools.workshop.tools.stores.imports.find(importId)
  if (found?.state === 'applied' && found.read === 0) throw noVehicles()
  if (found?.state !== 'refused') {
    await tools.workshop.refreshStatistics()
    return
  }
  const { pt, en } = refusalOf(found.refusal)
  throw new Failure('file-refused', { pt, en })
}

function noVehicles(): Failure {
  return new Failure('file-refused', {
    pt: 'O arquivo tem cabeçalho e nenhum veículo. Envie um CSV com um veículo por linha.',
    en: 'The file has a header and no vehicle. Send a CSV with one vehicle per line.',
  })
}

function refusalOf(refusal: object | null): { pt: string; en: string } {
  return { pt: 'A planilha foi recusada.', en: 'The file was refused.', ...refusal }
}

async function workOn(tools: FlowTools, options: FlowOptions, run: Run): Promise<DriveEnding> {
  const { tools: jobTools } = tools.workshop
  const { stores } = jobTools
  const { fleet, mode, askFailedAgain = false } = options
  await updateVehicles({ ...jobTools, vehicles: stores.vehicles }, fleet.id, tools.stop)
  const opening = { ...jobTools, campaigns: stores.campaigns }
  const { campaign } = await openCampaign(opening, {
    fleetId: fleet.id,
    mode,
    askFailedAgain,
    notOffered: await statesNotOffered(jobTools.client, tools.stop),
  })
  const spokenOf = campaign ?? (await stores.campaigns.latest(fleet.id))
  if (spokenOf !== undefined) await stores.runs.attach(run.id, { campaignId: spokenOf.id })
  return driveKinds(tools, FLOWING, options.horizonMs)
}

async function driveKinds(
  { workshop, stop, progress }: FlowTools,
  which: readonly Kind[],
  horizonMs: number,
): Promise<DriveEnding> {
  const { tools } = workshop
  let sweptAtMs = workshop.clock.uptime()
  return drive({
    queue: workshop.queue,
    due: async () => {
      if (workshop.clock.uptime() - sweptAtMs >= SWEEP_EVERY_MS) {
        sweptAtMs = workshop.clock.uptime()
        // A worker that lost the database in mid-claim leaves what only its deadline frees.
        await sweepEffects(tools.effects)
      }
      return dueJobs(tools, which)
    },
    clock: workshop.clock,
    signal: stop,
    horizonMs,
    graceMs: STOP_GRACE_MS,
    // Until a file is applied the stages are those of the runs before, which would mislead.
    onProgress: () => {
      if (which !== IMPORTING) progress.show()
    },
  })
}

async function endRun(
  tools: FlowTools,
  { fleet }: FlowOptions,
  run: Run,
  driven: DriveEnding,
): Promise<FlowEnding> {
  const { workshop } = tools
  const { stores, clock } = workshop.tools
  const at = new Date(clock.now())
  const campaign = await stores.campaigns.current(fleet.id)
  if (campaign !== undefined) {
    await stores.campaigns.close(campaign.id, at)
  }
  const open = campaign === undefined ? 0 : (await stores.campaigns.counts(campaign.id)).open
  const until = open === 0 ? undefined : await carriedUntil(workshop, open, driven)
  const failure = tools.failure()
  const ended = await stores.runs.end(run.id, {
    state: endState(driven, open, failure),
    ...(until === undefined ? {} : { carriedOverUntil: until }),
    at,
  })
  await tools.progress.finish()
  await workshop.refreshStatistics()
  const { stuck } = driven
  return { run: ended, carriedOver: open, carriedOverUntil: until, stuckJobs: stuck }
}

/** When the quota would be done with what is open, or the last look-up that waits, if that is later. */
async function carriedUntil(
  { tools }: Workshop,
  open: number,
  driven: DriveEnding,
): Promise<Date | undefined> {
  const finish = await expectedFinish(tools, open)
  const dueMs = Math.max(finish?.getTime() ?? 0, driven.nextDueAtMs ?? 0)
  return dueMs === 0 ? undefined : new Date(dueMs)
}

function endState(driven: DriveEnding, open: number, failure: Failure | undefined) {
  if (failure !== undefined) return 'failed'
  if (driven.ending === 'stopped') return 'stopped'
  return open > 0 ? 'carried-over' : 'done'
}
