/** What reconcile, resume and nightly share: one run per fleet, its reports, its endings. */
import { bind, dueJobs } from '../../../jobs/all.ts'
import type { DueReports, Tools } from '../../../jobs/tools.ts'
import { exportReports } from '../../../jobs/export-reports.ts'
import type { WrittenReports } from '../../reconciliation/reports/write-reports.ts'
import { wallClock } from '../../clock.ts'
import { errorFields } from '../../error-fields.ts'
import { Failure, sentenceOf } from '../../failure.ts'
import type { Fleet, FleetStore } from '../../ledger/fleets/fleets.ts'
import type { RunRequest as AskedRun } from '../../ledger/runs/run-requests.ts'
import { drive } from '../../queue/drive.ts'
import { openSealed } from '../../reconciliation/intake/uploads.ts'
import { unusedCentres } from '../../reconciliation/orders/policy/order-limits.ts'
import type { AppContext } from '../context.ts'
import { openNotices } from '../notices/notice-sender.ts'
import { LOST_ASKED_MS_MAX, LOST_SERVER_MS_MAX } from '../ledger/ledger-absence.ts'
import { unusedLimits } from '../orders/order-policy-file.ts'
import { purge } from '../purge/purge.ts'
import { STOP_GRACE_MS } from './drive-work.ts'
import { receiveFile, type GivenFile } from './receive-file.ts'
import { requireReportsDirectory } from './reports-directory.ts'
import { runFlows, type FleetFlow, type FlowEnding, type FlowOptions } from './run-flow.ts'
import { openProgress } from './run-progress.ts'
import { Trouble, startJobs } from './run-trouble.ts'
import { openRunContext, type NightQueue, type RunContext } from './run-context.ts'
import { StopWatch } from './stop-timer.ts'

export interface RunRequest {
  readonly file?: GivenFile
  /** What a person asked for in the console; it may have the file. */
  readonly asked?: AskedRun
  readonly mode: FlowOptions['mode']
  /** With `retry`: only this vehicle is asked about again. */
  readonly vehicleId?: string | undefined
  readonly horizonMs: number
  /** Aborts at the time to stop: ends the work in order, as a signal does. */
  readonly until?: AbortSignal
  readonly fleetsOf: (store: FleetStore, accountId: string) => Promise<readonly Fleet[]>
  /** Called when this part of the work is over, however it ended. */
  readonly ended?: () => void
  /** Given for a worker's night, which may pass from one worker to another. */
  readonly night?: NightPart
}

interface NightPart {
  /** Aborts when another worker has taken the night over. */
  readonly lost: AbortSignal
  /** Given where other workers may process the night's jobs. */
  readonly queue?: NightQueue
  /** The campaigns are open and ranked, and others may process the jobs. */
  readonly ready: (runContext: RunContext) => Promise<void>
}

export interface FinishedRun extends FlowEnding {
  readonly fleet: Fleet
  readonly reports: WrittenReports
}

/** A slot that frees later than this is not waited for: the run ends and carries over. */
export const RECONCILE_HORIZON_MS = 30_000

/** One run for each fleet, all at once. Throws the Failure that ended a run, after its reports. */
export async function runOnce(
  context: AppContext,
  request: RunRequest,
): Promise<readonly FinishedRun[]> {
  const { night, horizonMs, until } = request
  const trouble = new Trouble(context.output.warn)
  await requireReportsDirectory(context.config.FROTA_REPORTS_DIR)
  await using runContext = await openRunContext(context, {
    fleetsOf: request.fleetsOf,
    onFailure: (failure) => trouble.met(failure),
    vehicleId: request.asked?.vehicleId ?? request.vehicleId,
    // Only a night has time for the turns of orders that come while it works.
    ...(until === undefined ? { followUntilMs: wallClock.now() } : {}),
    lostMsMax: until === undefined ? LOST_ASKED_MS_MAX : LOST_SERVER_MS_MAX,
    ...(night?.queue === undefined ? {} : { queue: night.queue }),
  })
  const lost = anyOf([runContext.lost, night?.lost])
  await using _notices = await openNotices({
    ...context,
    ledger: runContext.ledger,
    clock: wallClock,
  })
  // A night whose time is over before it began has a run all the same: it says what carries over.
  const cancel = anyOf([context.stop, trouble.signal, lost])
  const { tools, ledger } = runContext
  using stops = new StopWatch(runContext, request.asked?.seq ?? (await ledger.requests.lastSeq()))
  const stop = anyOf([cancel, until, stops.signal])
  await startJobs(runContext, bind(tools), trouble)
  await purgeOnce(context, runContext, stop)
  const flows = await flowsOf(runContext, context, request, cancel)
  const failure = () => trouble.failure
  const ready = async (): Promise<void> => night?.ready(runContext)
  const flowTools = { runContext, context, cancel, stop, horizonMs, lost, failure, ready }
  const endings = await runFlows(flowTools, flows)
  lost.throwIfAborted()
  const finished: FinishedRun[] = []
  try {
    const isWhole = await isWholeAccount(runContext)
    for (const ending of endings) {
      const fleet = tools.fleets.find(({ id }) => id === ending.run.fleetId)
      if (fleet === undefined) throw new Error('A run ended of a fleet that nobody works for.')
      const due = { run: ending.run, isWholeAccount: isWhole }
      finished.push({ ...ending, fleet, reports: await writeReports(runContext, due, stop) })
    }
  } catch (error) {
    for (const { run } of endings.slice(finished.length)) {
      const level = error instanceof Failure ? 'info' : 'error'
      runContext.log[level]({ run: run.number, ...errorFields(error) }, 'reports not written')
      await tools.stores.runs.noteNoReports(run.id, sentenceOf(error))
    }
    throw error
  }
  if (trouble.failure !== undefined) throw trouble.failure
  const unused = unusedCentres(tools.policy, await ledger.policies.costCentres())
  if (unused.length > 0) context.output.warn(unusedLimits(unused, context.output.say))
  return finished
}

/** Whether the orders of all fleets of the account were read, which the service sums as one. */
async function isWholeAccount({ ledger, tools: { fleets } }: RunContext): Promise<boolean> {
  const ran = new Set(fleets.map(({ id }) => id))
  const accounts = new Set(fleets.map(({ accountId }) => accountId))
  const all = await ledger.fleets.all()
  return all.every(({ id, accountId }) => ran.has(id) || !accounts.has(accountId))
}

function anyOf(signals: readonly (AbortSignal | undefined)[]): AbortSignal {
  return AbortSignal.any(signals.filter((signal) => signal !== undefined))
}

async function flowsOf(
  runContext: RunContext,
  { output }: AppContext,
  request: RunRequest,
  cancel: AbortSignal,
): Promise<FleetFlow[]> {
  const { tools, clock } = runContext
  const { fleets } = tools
  const { mode } = request
  const progress = openProgress(output, tools, fleets, clock)
  const flows: FleetFlow[] = []
  for (const fleet of fleets) {
    if (cancel.aborted) break
    const importId = await received(runContext, fleet, request)
    const file = importId === undefined ? {} : { importId }
    flows.push({ progress, options: { fleet, mode, ...file, asked: request.asked } })
  }
  return flows
}

/** Accounts and machines that begin at once need not do it twice. */
async function purgeOnce(
  { config }: AppContext,
  { ledger, clock, log }: RunContext,
  stop: AbortSignal,
): Promise<void> {
  await using lease = await ledger.leases.tryTake('purge')
  if (lease === undefined) return
  const { database } = ledger
  const until = AbortSignal.any([stop, lease.lost])
  await purge({ config, database, clock, log, stop: until }, { erases: true })
}

async function received(
  { tools, ledger }: RunContext,
  fleet: Fleet,
  { file, asked }: RunRequest,
): Promise<string | undefined> {
  const given = file ?? (await uploadOf(tools, ledger, asked))
  return given === undefined ? undefined : (await receiveFile(tools, fleet, given)).id
}

async function uploadOf(
  { secret }: Tools,
  { requests }: RunContext['ledger'],
  asked: AskedRun | undefined,
): Promise<GivenFile | undefined> {
  if (asked?.uploadId === undefined || asked.uploadId === null) return undefined
  const upload = await openSealed(secret, asked.uploadId, () => requests.frames(asked))
  return { ...upload, name: asked.name }
}

/** After a stop no job starts any more, so the reports of what was done are written here. */
async function writeReports(runContext: RunContext, due: DueReports, stop: AbortSignal) {
  const { tools, queue, clock } = runContext
  const { run } = due
  tools.reportsDue.set(run.id, due)
  if (!stop.aborted) {
    await drive({
      queue,
      due: () => dueJobs(tools, ['export-reports']),
      clock,
      signal: stop,
      horizonMs: 0,
      graceMs: STOP_GRACE_MS,
      absence: runContext.absence,
    })
  }
  if (due.written === undefined) {
    await exportReports.run(tools, { chunk: run.id }, { signal: stop, settled: () => {} })
  }
  tools.reportsDue.delete(run.id)
  if (due.written === undefined) throw new Error('A report that was written is not there.')
  return due.written
}
