/**
 * The one run that a console works on at a time: started like `frota reconcile`, watched instead of
 * printed, and remembered until the next.
 */
import type { Clock } from '../../clock.ts'
import type { ConsoleRuns, RunView, RunWanted } from '../frame/console-tools.ts'
import { Failure } from '../../failure.ts'
import type { Fleet } from '../../ledger/fleets/fleets.ts'
import type { RunContext } from '../../app/run/run-context.ts'
import type { Handover } from '../ledger-reading.ts'
import type { AppContext } from '../../app/context.ts'
import { knownFleet } from '../../app/fleets/known-fleet.ts'
import { answersExpectedAt } from '../../app/run/expected-finish.ts'
import { RECONCILE_HORIZON_MS, runOnce } from '../../app/run/run-once.ts'
import type { RunProgress } from '../../app/run/run-progress.ts'
import { spacedLook } from '../../app/run/spaced-look.ts'
import { readStages } from '../../app/run/stages.ts'

export interface OpenConsoleRuns extends ConsoleRuns {
  /** Resolves when the run under way, if any, has ended and closed everything. */
  settled(): Promise<void>
}

export interface ConsoleRunsOptions {
  readonly context: AppContext
  readonly clock: Clock
  /** Called for every unexpected error. */
  readonly onBug: (error: unknown) => void
  /** Lets the pages wait while a run takes or leaves the data directory. */
  readonly handOver: () => Promise<Handover>
}

/** Counts are read at most this often, because each reading takes some queries. */
const LOOK_EVERY_MS = 400

export function openConsoleRuns(options: ConsoleRunsOptions): OpenConsoleRuns {
  const listeners = new Set<() => void>()
  let view: RunView | undefined
  let running: Promise<void> = Promise.resolve()
  let stopping = new AbortController()
  const change = (step: Partial<RunView>): void => {
    if (view === undefined) return
    view = { ...view, ...step }
    for (const listener of listeners) listener()
  }
  return {
    current: () => view,
    start: (wanted) => {
      if (view?.ended === false) throw alreadyUnderWay(view.name)
      view = firstView(wanted)
      stopping = new AbortController()
      running = work(options, wanted, { change, stop: stopping.signal })
    },
    stop: () => {
      if (view?.ended !== false) return
      stopping.abort()
      change({ stopping: true })
    },
    watch: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    settled: () => running,
  }
}

function firstView(wanted: RunWanted): RunView {
  return {
    draftId: 'source' in wanted ? wanted.draftId : undefined,
    name: wanted.name,
    stopping: false,
    ended: false,
    number: undefined,
    simulated: false,
    note: '',
    stages: undefined,
    finishAt: undefined,
    failure: undefined,
  }
}

type Change = (step: Partial<RunView>) => void

interface Steering {
  readonly change: Change
  /** Aborts when a person stops the run. */
  readonly stop: AbortSignal
}

/** Never rejects: whatever ended the run is shown on its page. */
async function work(
  options: ConsoleRunsOptions,
  wanted: RunWanted,
  steering: Steering,
): Promise<void> {
  const handover = await options.handOver()
  const failure = await workOn(options, wanted, { ...steering, handover }).then(
    () => undefined,
    (error: unknown) => asFailure(error, options.onBug),
  )
  handover.ended()
  steering.change({ ended: true, failure })
}

async function workOn(
  { context, clock }: ConsoleRunsOptions,
  wanted: RunWanted,
  { change, stop, handover }: Steering & { readonly handover: Handover },
): Promise<void> {
  const name = context.config.FROTA_FLEET
  const stoppable = { ...context, stop: AbortSignal.any([context.stop, stop]) }
  const isFile = 'source' in wanted
  await runOnce(quiet(stoppable, change), {
    ...(isFile ? { file: wanted } : {}),
    mode: isFile ? 'open-or-join' : wanted.mode,
    horizonMs: RECONCILE_HORIZON_MS,
    fleetsOf: async (store, accountId) => {
      handover.done()
      return [
        isFile
          ? await store.open({ name, accountId, at: new Date(clock.now()) })
          : await knownFleet(store, name, accountId),
      ]
    },
    openProgress: (tools, fleet) => {
      const watched = watchProgress(tools, fleet, { clock, change })
      return { ...watched, close: () => handover.closing() }
    },
  })
}

/** Shows on the page what the command line would print before the first stage. */
function quiet(context: AppContext, change: Change): AppContext {
  const nothing = (): void => undefined
  const line = (text = ''): void => change({ note: text })
  const silent = { json: false, live: false, redraw: nothing, settle: nothing, object: nothing }
  return { ...context, output: { ...context.output, ...silent, line } }
}

function watchProgress(
  tools: RunContext['tools'],
  fleet: Fleet,
  { clock, change }: { clock: Clock; change: Change },
): Omit<RunProgress, 'close'> {
  const look = async (): Promise<void> => {
    const stages = await readStages(tools, fleet)
    const finishAt = await answersExpectedAt(tools, fleet.id, stages.consultations.waiting)
    change({ stages, finishAt })
  }
  const looking = spacedLook(look, LOOK_EVERY_MS, clock)
  return {
    began: ({ number, simulated }) => change({ number, simulated }),
    show: () => looking.now(),
    finish: async () => {
      await looking.settled()
      await look()
    },
  }
}

function alreadyUnderWay(name: string): Failure {
  return new Failure('already-running', {
    pt: `"${name}" ainda está em andamento; espere que termine, ou pare a execução.`,
    en: `"${name}" is still under way; wait until it ends, or stop the run.`,
  })
}

/** Reports a bug to `onBug`; the page only says that there was one. */
function asFailure(error: unknown, onBug: (error: unknown) => void): Failure {
  if (error instanceof Failure) return error
  onBug(error)
  return new Failure('service-refused', {
    pt: 'Algo inesperado aconteceu; o terminal do console diz o que foi.',
    en: 'Something unexpected happened; the terminal of the console says what.',
  })
}
