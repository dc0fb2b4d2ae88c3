/** Aborts when it is time to stop. */
import { wallClock } from '../../clock.ts'

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
