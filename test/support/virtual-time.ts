/**
 * Time that jumps to whatever happens next, for tests of hundreds of hours. Bottleneck yields by
 * timers of 0 ms: those run at once and are counted, so that time never moves while one is
 * outstanding.
 */
import type { Clock } from '../../src/clock.ts'

interface Sleeper {
  readonly dueMs: number
  readonly wake: () => void
}

export interface VirtualTime {
  readonly clock: Clock
  /** Does the work, moving time on to the next sleeper whenever nothing else goes on. */
  run<T>(work: () => Promise<T>): Promise<T>
}

const realSetTimeout = globalThis.setTimeout
const noTimer = realSetTimeout(() => {}, 0)

export function virtualTime(startMs: number): VirtualTime {
  let elapsedMs = 0
  const yields = new Set<() => void>()
  /** Soonest first; equal times in order of arrival. */
  const sleepers: Sleeper[] = []

  const countedTimeout = (...given: Parameters<typeof setTimeout>): NodeJS.Timeout => {
    const [run, ms = 0] = given
    if (ms > 0) return realSetTimeout(...given)
    yields.add(run)
    setImmediate(() => {
      yields.delete(run)
      run()
    })
    return noTimer
  }

  const sleep: Clock['sleep'] = (ms, signal) =>
    new Promise((resolve) => {
      if (signal?.aborted) return resolve()
      const wake = (): void => {
        const place = sleepers.indexOf(sleeper)
        if (place >= 0) sleepers.splice(place, 1)
        signal?.removeEventListener('abort', wake)
        resolve()
      }
      const sleeper = { dueMs: elapsedMs + Math.max(ms, 0), wake }
      signal?.addEventListener('abort', wake, { once: true })
      const later = sleepers.findIndex(({ dueMs }) => dueMs > sleeper.dueMs)
      sleepers.splice(later < 0 ? sleepers.length : later, 0, sleeper)
    })

  async function quiet(): Promise<void> {
    do await new Promise((resolve) => setImmediate(resolve))
    while (yields.size > 0)
  }

  return {
    clock: { now: () => startMs + elapsedMs, uptime: () => elapsedMs, sleep },
    run: async (work) => {
      globalThis.setTimeout = Object.assign(countedTimeout, realSetTimeout)
      try {
        const over = new AbortController()
        const working = work().finally(() => over.abort())
        await quiet()
        for (let next = sleepers[0]; next && !over.signal.aborted; next = sleepers[0]) {
          elapsedMs = Math.max(elapsedMs, next.dueMs)
          next.wake()
          await quiet()
        }
        return await working
      } finally {
        globalThis.setTimeout = realSetTimeout
      }
    },
  }
}
