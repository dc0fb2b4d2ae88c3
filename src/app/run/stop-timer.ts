/** Aborts when it is time to stop. */
import { wallClock } from '../../clock.ts'
import type { RunContext } from './run-context.ts'

export class StopTimer implements Disposable {
  readonly #over = new AbortController()
  readonly #waiting = new AbortController()

  constructor(untilMs: number | undefined) {
    if (untilMs !== undefined) void this.#wait(untilMs)
  }

  get signal(): AbortSignal {
    return this.#over.signal
  }

  async #wait(untilMs: number): Promise<void> {
    while (wallClock.now() < untilMs && !this.#waiting.signal.aborted) {
      await wallClock.sleep(untilMs - wallClock.now(), this.#waiting.signal)
    }
    if (!this.#waiting.signal.aborted) this.#over.abort()
  }

  [Symbol.dispose](): void {
    this.#waiting.abort()
  }
}

/** How long a stop may wait until a run notices it. */
const LOOK_EVERY_MS = 2_000
/** Lower bound in scaled tests. */
const LOOK_EVERY_MS_MIN = 250

/** Aborts when a person asked, in the console, that what is done for these fleets ends in order. */
export class StopWatch implements Disposable {
  readonly #over = new AbortController()
  readonly #end = new AbortController()

  /** `after`: only stops that were asked for later than this request. */
  constructor(runContext: RunContext, after: bigint) {
    void this.#watch(runContext, after)
  }

  get signal(): AbortSignal {
    return this.#over.signal
  }

  async #watch({ tools, ledger: { requests }, clock }: RunContext, after: bigint): Promise<void> {
    const everyMs = Math.max(LOOK_EVERY_MS * tools.pace.scale, LOOK_EVERY_MS_MIN)
    const names = tools.fleets.map(({ name }) => name)
    while (names.length > 0 && !this.#end.signal.aborted) {
      // A ledger that is away is the run's own trouble; the next look finds the stop.
      const isAsked = await requests.isStopAsked(names, after).catch(() => false)
      if (isAsked) return this.#over.abort()
      await clock.sleep(everyMs, this.#end.signal)
    }
  }

  [Symbol.dispose](): void {
    this.#end.abort()
  }
}
