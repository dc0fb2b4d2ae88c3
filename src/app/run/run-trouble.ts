/** Collects what went wrong in the jobs: a failure that ends the work, or bugs, each told once. */
import { isAway } from '../../database/database-failure.ts'
import type { Failure } from '../../failure.ts'
import { errorFields } from '../../error-fields.ts'
import type { AnyJobKind } from '../../queue/job-kind.ts'
import type { RunContext } from './run-context.ts'

/** After so many failures to reach the service the run gives up. */
const UNREACHED_MAX = 5
/** After so many unusable answers of the service the run gives up. */
const SKIPPED_MAX = 100

export class Trouble {
  readonly #ended = new AbortController()
  readonly #said = new Set<string>()
  #unreached = 0
  #skipped = 0
  readonly #warn: (text: string) => void
  failure: Failure | undefined

  /** `warn`: called once for each bug. */
  constructor(warn: (text: string) => void) {
    this.#warn = warn
  }

  get signal(): AbortSignal {
    return this.#ended.signal
  }

  met(failure: Failure): void {
    // Whoever derives the jobs asks the ledger again and again, and decides how long to wait.
    if (isAway(failure)) return
    if (failure.recovery === 'retry') this.#unreached += 1
    if (failure.recovery === 'skip') this.#skipped += 1
    const isOver = this.#unreached >= UNREACHED_MAX || this.#skipped >= SKIPPED_MAX
    if (failure.recovery !== 'stop' && !isOver) return
    this.failure ??= failure
    this.#ended.abort()
  }

  bug(error: Error): void {
    if (this.#said.has(error.message)) return
    this.#said.add(error.message)
    this.#warn(error.stack ?? error.message)
  }
}

/** Starts the workers of a queue; what a job throws is logged with its work's id, and told as a bug. */
export function startJobs(
  { log, queue }: Pick<RunContext, 'log'> & { readonly queue: Pick<RunContext['queue'], 'start'> },
  kinds: readonly AnyJobKind[],
  trouble: Trouble,
): Promise<void> {
  return queue.start(kinds, {
    settled: (kind, work, { outcome }) => log.debug({ kind, work, outcome }, 'job settled'),
    failed: (kind, work, error) => {
      log.error({ kind, work, ...errorFields(error) }, 'job failed')
      trouble.bug(error)
    },
  })
}
