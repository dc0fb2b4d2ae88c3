/**
 * One run for each fleet, from a file or from what is open: import, register, consult, collect,
 * order, follow, report. Each stage's work runs as jobs; this says only what is waited for, and how
 * it ends.
 */
import type { Bilingual } from '../../bilingual.ts'
import { Failure, sentenceOf } from '../../failure.ts'
import type { Fleet } from '../../ledger/fleets/fleets.ts'
import type { RunRequest } from '../../ledger/runs/run-requests.ts'
import type { Run } from '../../ledger/runs/runs.ts'
import type { Kind } from '../../queue/catalogue.ts'
import type { DriveEnding } from '../../queue/drive.ts'
import type { GivenUp } from '../../queue/pace.ts'
import { openCampaign } from '../../reconciliation/consultations/open-campaign.ts'
import type { CampaignMode } from '../../reconciliation/consultations/open-campaign.ts'
import { planConsultations } from '../../reconciliation/consultations/plan-consultations.ts'
import { reviseProposals } from '../../reconciliation/orders/proposing/propose-orders.ts'
import { statesNotOffered } from '../../reconciliation/consultations/read-coverage.ts'
import { leaveFolder } from '../../reconciliation/reports/claim-folder.ts'
import { removeVehicles } from '../../reconciliation/vehicles/remove-vehicles.ts'
import { updateVehicles } from '../../reconciliation/vehicles/update-vehicles.ts'
import type { AppContext } from '../context.ts'
import { driveWork, FLOWING } from './drive-work.ts'
import { expectedFinish, lastLookUpAt, slotsUntilDone } from './expected-finish.ts'
import { importNotes } from './import-notes.ts'
import { leftWork, type LeftWork } from './left-work.ts'
import { readRunOrders } from './read-run-orders.ts'
import { retryNotes } from './retry-notes.ts'
import { RunLog } from './run-log.ts'
import { tellStale } from './stale-note.ts'
import { startRun } from './start-run.ts'
import type { RunProgress } from './run-progress.ts'
import type { RunContext } from './run-context.ts'

export interface FlowOptions {
  readonly fleet: Fleet
  readonly mode: CampaignMode
  /** The import that this run applies first. */
  readonly importId?: string
  /** What a person asked for in the console. */
  readonly asked?: RunRequest | undefined
}

export interface FlowEnding {
  readonly run: Run
  readonly carriedOver: number
  readonly carriedOverUntil: Date | undefined
  readonly givenUp: readonly GivenUp[]
}

const IMPORTING: readonly Kind[] = ['import-fleet']

export interface FlowTools {
  readonly runContext: RunContext
  readonly context: AppContext
  /** Aborts at a signal and at a failure that ends the run: nothing more is begun. */
  readonly cancel: AbortSignal
  /** Aborts with `cancel`, and at the time to stop. */
  readonly stop: AbortSignal
  /** Why the run has to end, once it does. */
  readonly failure: () => Failure | undefined
  /** Work that becomes due later than this carries over. */
  readonly horizonMs: number
  /** Aborts when another process took the work over: then nothing is ended or noted here. */
  readonly lost: AbortSignal
  /** Called when campaigns are open and ranked: other workers may process jobs from then on. */
  readonly ready: () => Promise<void>
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
 * All fleets run together, since they share the quota: one after the other, the first would keep
 * the others waiting for many nights. A flow that a stop kept from beginning is not in the result.
 */
export async function runFlows(
  tools: FlowTools,
  flows: readonly FleetFlow[],
): Promise<FlowEnding[]> {
  const { stores } = tools.runContext.tools
  const begun: BegunFlow[] = []
  using runLog = new RunLog(tools.runContext)
  try {
    for (const flow of flows) {
      if (tools.cancel.aborted) break
      const run = await startRun(tools.runContext, tools.context, flow.options)
      const one = { ...flow, run }
      begun.push(one)
      await runLog.began(run, flow.options.fleet)
      await prepareFlow(tools, one)
    }
    if (begun.length === 0) return []
    await tools.ready()
    const driven = await driveWork(tools.runContext, {
      stop: tools.stop,
      kinds: FLOWING,
      horizonMs: tools.horizonMs,
      onProgress: () => {
        for (const progress of progressesOf(begun)) progress.show()
        runLog.look()
      },
    })
    if (tools.lost.aborted) return []
    const endings = await endRuns(tools, begun, driven)
    for (const ending of endings) await runLog.ended(ending)
    return endings
  } catch (error) {
    if (tools.lost.aborted) throw error
    const at = new Date(tools.runContext.clock.now())
    for (const { run } of begun) {
      await stores.runs.end(run.id, { state: 'failed', failure: sentenceOf(error), at })
      runLog.failed(run, error)
      await leaveFolder(tools.runContext.tools.reportsDir, run)
    }
    throw error
  } finally {
    for (const progress of progressesOf(flows)) progress.close()
  }
}

function progressesOf(flows: readonly FleetFlow[]): Set<RunProgress> {
  return new Set(flows.map(({ progress }) => progress))
}

async function importFile(tools: FlowTools, importId: string): Promise<void> {
  const { imports } = tools.runContext.tools.stores
  const isKnown = (await imports.find(importId))?.state === 'applied'
  const horizonMs = Number.POSITIVE_INFINITY
  // Until a file is applied the stages are those of the runs before, which would mislead.
  const driven = await driveWork(tools.runContext, {
    stop: tools.stop,
    kinds: IMPORTING,
    horizonMs,
  })
  if (driven.givenUp.length > 0) throw new Failure('work-given-up', IMPORT_GIVEN_UP)
  const found = await imports.find(importId)
  if (found?.state !== 'refused') {
    const { output } = tools.context
    const notes = found?.state === 'applied' ? importNotes(found, output) : []
    const known = output.say(
      'A planilha já foi importada antes; nada mudou.',
      'The file was imported before; nothing changed.',
    )
    for (const note of isKnown ? [known] : notes) output.line(note)
    await tools.runContext.ledger.tend()
    return
  }
  const { pt, en } = refusalOf(found.refusal)
  throw new Failure('file-refused', { pt, en })
}

function refusalOf(refusal: object | null): Bilingual {
  return { pt: 'A planilha foi recusada.', en: 'The file was refused.', ...refusal }
}

const IMPORT_GIVEN_UP = {
  pt:
    'A importação da planilha falhou repetidas vezes e foi abandonada; nada dela foi aplicado. ' +
    'Rode de novo; se falhar outra vez, é um erro do programa: relate-o com o log.',
  en:
    'The import of the file failed again and again and was given up; nothing of it was applied. ' +
    'Run it again; if it fails once more it is a bug: report it with the log.',
}

/** Everything before the work itself: the file, the vehicles' names, the campaign and its order. */
async function prepareFlow(tools: FlowTools, { options, run }: BegunFlow): Promise<void> {
  const { tools: jobTools } = tools.runContext
  const { stores, client } = jobTools
  const { fleet, mode, importId } = options
  await readRunOrders(jobTools, fleet, tools.stop)
  if (importId !== undefined) await importFile(tools, importId)
  const telling = { ...jobTools, vehicles: stores.vehicles }
  await updateVehicles(telling, fleet.id, tools.stop)
  await removeVehicles(telling, fleet.id, tools.stop)
  await reviseProposals({ ...jobTools, ...stores, fleetId: fleet.id })
  const planning = { ...jobTools, campaigns: stores.campaigns }
  const { campaign, askedAgain } = await openCampaign(planning, {
    fleetId: fleet.id,
    mode,
    vehicleId: jobTools.vehicleId,
    notOffered: await statesNotOffered(client, tools.stop),
  })
  // Debts come closer to their due dates each night, so waiting vehicles are ranked anew.
  if (campaign !== null) await planConsultations(planning, campaign.id)
  const spokenOf = campaign ?? (await stores.campaigns.latest(fleet.id))
  if (spokenOf !== undefined) await stores.runs.attach(run.id, { campaignId: spokenOf.id })
  if (mode !== 'retry') return
  // Of one vehicle alone nothing is said about the others.
  const isOfAll = jobTools.vehicleId === undefined
  const unanswered = isOfAll ? await stores.campaigns.countUnanswered(fleet.id) : 0
  const said = { askedAgain, unanswered, askedMax: jobTools.planPolicy.askedMax }
  retryNotes(said, tools.context.output.say).forEach((line) => tools.context.output.line(line))
}

async function endRuns(tools: FlowTools, begun: readonly BegunFlow[], driven: DriveEnding) {
  const { runContext } = tools
  const { stores, clock } = runContext.tools
  // Done even after the time to stop, but not after a signal, a lost lease or a failure.
  const ending = AbortSignal.any([tools.context.stop, tools.lost])
  const isOver = ending.aborted || tools.failure() !== undefined
  for (const { options } of isOver ? [] : begun) {
    // Paid ones too: the report compares the sums of each state with the service's.
    await readRunOrders(runContext.tools, options.fleet, ending, { paidToo: true })
  }
  const at = new Date(clock.now())
  const left = new Map<Run, LeftWork>()
  for (const { run, options } of begun) {
    const { fleet } = options
    const campaign = await stores.campaigns.current(fleet.id)
    if (campaign !== undefined) {
      // Vehicles that the service refused in this run wait for no answer.
      await stores.campaigns.leave(campaign.id, at, [])
      await stores.campaigns.close(campaign.id, at)
    }
    const of = { fleet, campaignId: campaign?.id ?? null }
    const work = await leftWork(runContext.tools, of, driven)
    left.set(run, work)
    if (!isOver && work.vehicles === 0 && options.mode === 'open-or-join') {
      await tellStale(runContext.tools, run, tools.context.output)
    }
  }
  const failure = tools.failure()
  const endings: FlowEnding[] = []
  for (const [run, own] of left) {
    const { vehicles: carriedOver, givenUp } = own
    const until = await carriedUntil(runContext, run.fleetId, {
      own,
      all: [...left.values()],
      driven,
    })
    const ended = await stores.runs.end(run.id, {
      state: endState(driven, carriedOver, failure),
      ...(until === undefined ? {} : { carriedOverUntil: until }),
      givenUp,
      ...(failure === undefined ? {} : { failure: failure.sentence }),
      at,
    })
    endings.push({ run: ended, carriedOver, carriedOverUntil: until, givenUp })
  }
  for (const progress of progressesOf(begun)) await progress.finish()
  // It may take seconds, which a stop does not have.
  if (!isOver) await runContext.ledger.tend()
  return endings
}

/**
 * When the fleet's waiting requests would have had their slots, or the last look-up is due, if that
 * is later. Undefined when nothing of this fleet waits for the quota.
 */
async function carriedUntil(
  { tools }: RunContext,
  fleetId: string,
  { own, all, driven }: { own: LeftWork; all: readonly LeftWork[]; driven: DriveEnding },
): Promise<Date | undefined> {
  if (own.unanswered + own.orders === 0) return undefined
  const shared = (of: 'unanswered' | 'orders'): number =>
    slotsUntilDone(
      own[of],
      all.map((each) => each[of]),
    )
  const answered = await expectedFinish(tools, shared('unanswered'))
  const ordered = await expectedFinish(tools, shared('orders'), 'orders')
  const looking = { store: tools.stores.effects, delays: tools.effects.delays }
  const found = await lastLookUpAt(looking, fleetId, ['register', 'consult', 'order'])
  const ms = [answered?.getTime(), ordered?.getTime(), found?.getTime(), driven.nextDueAtMs]
  const dueMs = Math.max(...ms.map((each) => each ?? 0))
  return dueMs === 0 ? undefined : new Date(dueMs)
}

function endState(driven: DriveEnding, left: number, failure: Failure | undefined) {
  if (failure !== undefined) return 'failed'
  if (driven.ending === 'stopped') return 'stopped'
  return left > 0 ? 'carried-over' : 'done'
}
