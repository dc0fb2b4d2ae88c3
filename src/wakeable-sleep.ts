/**
 * A sleep that `wake` or a stop ends. It takes its listeners off each time: racing again and again
 * against one promise that stays open for months would pile up handlers.
 */
import type { Clock } from './clock.ts'

export class WakeableSleep {
  readonly #stop: AbortSignal
  #isWoken = false
  #sleeping: AbortController | undefined

  constructor(stop: AbortSignal) {
    this.#stop = stop
    stop.addEventListener('abort', () => this.wake(), { once: true })
  }

  /** A call of `wake` from here on ends the next sleep, even one that begins later. */
  begin(): void {
    this.#isWoken = this.#stop.aborted
  }

  wake(): void {
    this.#isWoken = true
    this.#sleeping?.abort()
  }

  async sleep(clock: Clock, ms: number): Promise<void> {
    if (this.#isWoken) return
    this.#sleeping = new AbortController()
    await clock.sleep(Math.max(ms, 0), this.#sleeping.signal)
    this.#sleeping = undefined
  }

  /** The result of `work`, or undefined when the stop comes first: a store may never answer. */
  async orStopped<T>(work: Promise<T>): Promise<T | undefined> {
    const over = new AbortController()
    const stopped = new Promise<undefined>((resolve) => {
      if (this.#stop.aborted) return resolve(undefined)
      const options = { once: true, signal: over.signal }
      this.#stop.addEventListener('abort', () => resolve(undefined), options)
    })
    try {
      return await Promise.race([work, stopped])
    } finally {
      over.abort()
      work.catch(() => undefined)
    }
  }
}
