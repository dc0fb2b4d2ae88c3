/** A wake-up that is not lost when it rings before somebody waits for it. */
import type { Clock } from '../clock.ts'

export class Bell {
  readonly #stopped: Promise<undefined>
  #rang = Promise.withResolvers<void>()

  /** Everything that waits here also ends with `signal`. */
  constructor(signal: AbortSignal) {
    this.#stopped = new Promise((resolve) => {
      if (signal.aborted) return resolve(undefined)
      signal.addEventListener('abort', () => resolve(undefined), { once: true })
    })
  }

  ring(): void {
    this.#rang.resolve()
  }

  silence(): void {
    this.#rang = Promise.withResolvers<void>()
  }

  /** Until it rings (it may have rung already), the time is up, or the stop. */
  async wait(clock: Clock, ms: number): Promise<void> {
    const over = new AbortController()
    await Promise.race([this.#rang.promise, clock.sleep(ms, over.signal), this.#stopped])
    over.abort()
  }

  /** The answer of `work`, or undefined when the stop comes first: a store may be out of reach. */
  async orStopped<T>(work: Promise<T>): Promise<T | undefined> {
    return Promise.race([work, this.#stopped])
  }
}
