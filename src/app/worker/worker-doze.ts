/**
 * A sleep that a bell or the stop ends. It leaves nothing behind: racing again and again against
 * one promise that lasts for months would gather what waits for it.
 */
import type { Clock } from '../../clock.ts'

export class Doze {
  readonly #stop: AbortSignal
  #rang = false
  #sleeping: AbortController | undefined

  constructor(stop: AbortSignal) {
    this.#stop = stop
    stop.addEventListener('abort', () => this.ring(), { once: true })
  }

  /** What rings from here on ends the next sleep, even before it begins. */
  begin(): void {
    this.#rang = this.#stop.aborted
  }

  ring(): void {
    this.#rang = true
    this.#sleeping?.abort()
  }

  async sleep(clock: Clock, ms: number): Promise<void> {
    if (this.#rang) return
    this.#sleeping = new AbortController()
    await clock.sleep(Math.max(ms, 0), this.#sleeping.signal)
    this.#sleeping = undefined
  }

  /** The answer of `work`, or undefined when the stop comes first: a ledger may be out of reach. */
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
