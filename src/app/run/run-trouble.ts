/** What went wrong in the jobs: a failure that ends the work, or bugs, each said once. */
import type { Failure } from '../../failure.ts'

/** An unreachable service is waited for this often before the run gives up. */
const UNREACHED_MAX = 5
/** Requests that the service answers in a way that cannot be worked with, in one run. */
const SKIPPED_MAX = 100

export class Trouble {
  readonly #ended = new AbortController()
  readonly #said = new Set<string>()
  #unreached = 0
  #skipped = 0
  readonly #warn: (text: string) => void
  failure: Failure | undefined

  /** `warn`: told of each bug, once. */
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
