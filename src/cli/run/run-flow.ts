/**
 * One run for each fleet, from a file or from what is open: import, register, consult, collect,
 * order, follow, report. Each stage's work runs as jobs; this says only what is waited for, and how
 * it ends.
 */
import { Failure } from '../../failure.ts'
import type { Fleet } from '../../ledger/fleets.ts'
import type { Run } from '../../ledger/runs.ts'
import type { Kind } from '../../queue/catalogue.ts'
import type { DriveEnding } from '../../queue/drive.ts'
import { openCampaign } from '../../reconciliation/consultations/open-campaign.ts'
import { planConsultations } from '../../reconciliation/consultations/plan-consultations.ts'
import { statesNotOffered } from '../../reconciliation/consultations/read-coverage.ts'
import { orderPolicyToJson } from '../../reconciliation/orders/policy/read-order-policy.ts'
import { removeVehicles } from '../../reconciliation/vehicles/remove-vehicles.ts'
import { updateVehicles } from '../../reconciliation/vehicles/update-vehicles.ts'
import type { CommandContext } from '../context.ts'
import { driveWork, FLOWING } from './drive-work.ts'
import { expectedFinish } from './expected-finish.ts'
import { importNotes } from './import-notes.ts'
import type { RunProgress } from './run-progress.ts'
import type { Workshop } from './workshop.ts'

export interface FlowOptions {
  readonly fleet: Fleet
  readonly mode: 'open-or-join' | 'resume'
  readonly askFailedAgain?: boolean
  /** The import that this run applies first. */
  readonly importId?: string
}

export interface FlowEnding {
  readonly run: Run
  readonly carriedOver: number
  readonly carriedOverUntil: Date | undefined
  readonly stuckJobs: number
}

const IMPORTING: readonly Kind[] = ['import-fleet']

export interface FlowTools {
  readonly workshop: Workshop
  readonly context: CommandContext
  /** Aborts at a signal, at the time to stop, and at a failure that ends the run. */
  readonly stop: AbortSignal
  /** Why the run has to end, once it does. */
  readonly failure: () => Failure | undefined
  /** Work that becomes due later than this carries over. */
  readonly horizonMs: number
  /** Another took this over: from here on nothing is ended or noted. */
  readonly lost: AbortSignal
  /** Everything is decided that comes before the work: others may help from here on. */
  readonly ready?: () => Promise<void>
}

/** One fleet's part of what a process does. */
export interface FleetFlow {
  readonly options: FlowOptions
  /** Several fleets may share one. */
  readonly progress: RunProgress
}

interface BegunFlow extends FleetFlow {
  readonly run: Run
}

/**
 * All fleets go on together, since they share the quota: one after the other, the first would keep
 * the others waiting for as many nights as it takes. What a stop kept from beginning has no ending.
 */
export async function runFlows(
  tools: FlowTools,
  flows: readonly FleetFlow[],
): Promise<FlowEnding[]> {
  const { stores } = tools.workshop.tools
  const begun: BegunFlow[] = []
  try {
    for (const flow of flows) {
      if (tools.stop.aborted) break
      const run = await startRun(tools, flow.options)
      const one = { ...flow, run }
      begun.push(one)
      flow.progress.began?.(run)
      await prepareFlow(tools, one)
    }
    if (begun.length === 0) return []
    await tools.ready?.()
    const driven = await driveWork(tools.workshop, {
      stop: tools.stop,
      kinds: FLOWING,
      horizonMs: tools.horizonMs,
      onProgress: () => {
        for (const progress of progressesOf(begun)) progress.show()
      },
    })
    return tools.lost.aborted ? [] : await endRuns(tools, begun, driven)
  } catch (error) {
    if (tools.lost.aborted) throw error
    const at = new Date(tools.workshop.clock.now())
    for (const { run } of begun) await stores.runs.end(run.id, { state: 'failed', at })
    throw error
  } finally {
    for (const progress of progressesOf(flows)) progress.close()
  }
}

function progressesOf(flows: readonly FleetFlow[]): Set<RunProgress> {
  return new Set(flows.map(({ progress }) => progress))
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
      ipva: tools.policy.prefer,
      orderPolicy: orderPolicyToJson(tools.policy),
    },
    at: new Date(clock.now()),
    // One conductor per data directory or fleet: whoever else is noted as running is gone, or was
    // taken over.
    isGone: (other) => other !== holder,
  })
}

async function importFile(tools: FlowTools, importId: string): Promise<void> {
  const horizonMs = Number.POSITIVE_INFINITY
  // Until a file is applied the stages are those of the runs before, which would mislead.
  await driveWork(tools.workshop, { stop: tools.stop, kinds: IMPORTING, horizonMs })
  const found = await tools.workshop.tools.stores.imports.find(importId)
  if (found?.state !== 'refused') {
    const { output } = tools.context
    if (found?.state === 'applied')
      importNotes(found, output.say).forEach((line) => output.line(line))
    await tools.workshop.refreshStatistics()
    return
  }
  const { pt, en } = refusalOf(found.refusal)
  throw new Failure('file-refused', { pt, en })
}

function refusalOf(refusal: object | null): { pt: string; en: string } {
  return { pt: 'A planilha foi recusada.', en: 'The file was refused.', ...refusal }
}

/** Everything before the work itself: the file, the vehicles' names, the campaign and its order. */
async function prepareFlow(tools: FlowTools, { options, run }: BegunFlow): Promise<void> {
  const { tools: jobTools } = tools.workshop
  const { stores, client } = jobTools
  const { fleet, mode, askFailedAgain = false, importId } = options
  if (importId !== undefined) await importFile(tools, importId)
  const telling = { ...jobTools, vehicles: stores.vehicles }
  await updateVehicles(telling, fleet.id, tools.stop)
  await removeVehicles(telling, fleet.id, tools.stop)
  const planning = { ...jobTools, campaigns: stores.campaigns }
  const { campaign } = await openCampaign(planning, {
    fleetId: fleet.id,
    mode,
    askFailedAgain,
    notOffered: await statesNotOffered(client, tools.stop),
  })
  // What is due soon changes from night to night, so whoever waits is ranked anew.
  if (campaign !== null) await planConsultations(planning, campaign.id)
  const spokenOf = campaign ?? (await stores.campaigns.latest(fleet.id))
  if (spokenOf !== undefined) await stores.runs.attach(run.id, { campaignId: spokenOf.id })
}

async function endRuns(
  tools: FlowTools,
  begun: readonly BegunFlow[],
  driven: DriveEnding,
): Promise<FlowEnding[]> {
  const { workshop } = tools
  const { stores, clock } = workshop.tools
  const at = new Date(clock.now())
  const open = new Map<string, number>()
  for (const { run, options } of begun) {
    const campaign = await stores.campaigns.current(options.fleet.id)
    if (campaign !== undefined) await stores.campaigns.close(campaign.id, at)
    const left = campaign === undefined ? 0 : (await stores.campaigns.counts(campaign.id)).open
    open.set(run.id, left)
  }
  const failure = tools.failure()
  const endings: FlowEnding[] = []
  for (const { run } of begun) {
    const left = open.get(run.id) ?? 0
    // Slots go round: until this fleet is done, each other one has had as many, or is done too.
    const shared = [...open.values()].reduce((sum, other) => sum + Math.min(other, left), 0)
    const until = left === 0 ? undefined : await carriedUntil(workshop, shared, driven)
    const ended = await stores.runs.end(run.id, {
      state: endState(driven, left, failure),
      ...(until === undefined ? {} : { carriedOverUntil: until }),
      at,
    })
    const { stuck: stuckJobs } = driven
    endings.push({ run: ended, carriedOver: left, carriedOverUntil: until, stuckJobs })
  }
  for (const progress of progressesOf(begun)) await progress.finish()
  await workshop.refreshStatistics()
  return endings
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
