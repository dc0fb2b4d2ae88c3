/** Collects what went wrong in the jobs: a failure that ends the work, or bugs, each told once. */
import type { Failure } from '../../failure.ts'

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
