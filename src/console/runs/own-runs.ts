/**
 * What people asked for, done by the console's own process: on an embedded database, where no
 * other process works on its directory. On a server a worker does it.
 */
import { hostname } from 'node:os'
import type { AppContext } from '../../app/context.ts'
import { openLedger } from '../../app/ledger/open-ledger.ts'
import { doRequest } from '../../app/requests/do-request.ts'
import { takeRequest, type Ended, type RequestTaking } from '../../app/requests/take-request.ts'
import type { Clock } from '../../clock.ts'
import { Failure } from '../../failure.ts'
import type { RunRequest } from '../../ledger/runs/run-requests.ts'
import type { LedgerUse } from '../frame/console-tools.ts'
import type { LedgerReading } from '../ledger-reading.ts'

export interface OwnRunsOptions {
  readonly context: AppContext
  readonly clock: Clock
  readonly ledger: LedgerUse
  /** Called for every unexpected error. */
  readonly onBug: (error: unknown) => void
  /** Lets the pages wait while a run takes or leaves the data directory. */
  readonly handOver: LedgerReading['handOver']
}

/** While another process has the directory, this one looks so often whether it is free. */
const OTHERS_LOOK_MS = 5_000

export class OwnRuns {
  readonly #options: OwnRunsOptions
  readonly #taking: RequestTaking
  #working: Promise<void> | undefined
  #again = false

  constructor(options: OwnRunsOptions) {
    this.#options = options
    const { context, clock, ledger, onBug } = options
    this.#taking = {
      use: (work) => ledger.use(work),
      holder: `${hostname()}/${process.pid}/console`,
      clock,
      stop: context.stop,
      run: (request) => this.#run(request),
      onBug,
    }
  }

  /** Call it after each request, and at the start: a request outlives the process. */
  poke(): void {
    this.#again = true
    this.#working ??= this.#work()
  }

  /** Resolves when the run under way, if any, has ended and closed everything. */
  async settled(): Promise<void> {
    await this.#working
  }

  /** Never rejects: what does not pass by itself is tried again at the next request. */
  async #work(): Promise<void> {
    try {
      while (this.#again && !this.#options.context.stop.aborted) {
        this.#again = false
        await this.#takeAll()
      }
    } catch (error) {
      if (!(error instanceof Failure)) this.#options.onBug(error)
    }
    this.#working = undefined
  }

  async #takeAll(): Promise<void> {
    const { context, clock } = this.#options
    while (!context.stop.aborted) {
      const ended = await this.#takeOne()
      if (ended === 'none') return
      const lookMs = OTHERS_LOOK_MS / context.config.FROTA_TEST_SCALE
      if (ended === 'later') await clock.sleep(lookMs, context.stop)
    }
  }

  /** `later` also where another process ends, or begins, during the look. */
  async #takeOne(): Promise<'none' | Ended> {
    try {
      const whose = await this.#options.ledger.use(async ({ database, requests }) => {
        if (database.engine !== 'pglite' || (await requests.open()).length === 0) return 'none'
        return database.ownerPid === undefined ? 'ours' : 'others'
      })
      if (whose === 'none') return 'none'
      const taken = whose === 'ours' ? await takeRequest(this.#taking) : undefined
      return (await taken?.()) ?? 'later'
    } catch (error) {
      if (error instanceof Failure && error.recovery === 'retry') return 'later'
      throw error
    }
  }

  async #run(request: RunRequest): Promise<void> {
    const { context, handOver } = this.#options
    const handover = await handOver()
    try {
      const quiet = silenced(context)
      await using ledger = await openLedger(quiet, 'execute')
      handover.done()
      try {
        await doRequest({ ...quiet, ledger }, request)
      } finally {
        await handover.closing(ledger)
      }
    } finally {
      handover.ended()
    }
  }
}

/** What the command line would print stands on the pages. */
function silenced(context: AppContext): AppContext {
  const nothing = (): void => undefined
  const silent = { json: true, live: false, redraw: nothing, settle: nothing, object: nothing }
  return { ...context, output: { ...context.output, ...silent, line: nothing } }
}
