/**
 * Lends a virtual clock to code that asks the globals. Bottleneck yields by timers of 0 ms, reads
 * Date.now, and refreshes its reservoir by setInterval.
 */
import type { Clock } from '../../src/clock.ts'

export interface LentTime extends Disposable {
  /** Timers of 0 ms run at once; time must not move while one is outstanding. */
  yielding(): boolean
}

const real = {
  setTimeout: globalThis.setTimeout,
  setInterval: globalThis.setInterval,
  clearInterval: globalThis.clearInterval,
  now: Date.now,
}

export function lendTime(clock: Clock): LentTime {
  let yields = 0
  const stops = new Map<unknown, AbortController>()

  /** Only timers of no length: a real wait in a simulation is a mistake that shows as a slow bench. */
  function yieldingTimeout(...given: Parameters<typeof setTimeout>): NodeJS.Timeout {
    const [run, ms = 0] = given
    if (ms > 0) return real.setTimeout(...given)
    yields += 1
    setImmediate(() => {
      yields -= 1
      run()
    })
    return noTimer
  }

  function virtualInterval(run: () => void, ms = 0): NodeJS.Timeout {
    const handle = newHandle()
    const stop = new AbortController()
    stops.set(handle, stop)
    void (async () => {
      await clock.sleep(ms, stop.signal)
      while (!stop.signal.aborted) {
        run()
        await clock.sleep(ms, stop.signal)
      }
    })()
    return handle
  }

  globalThis.setTimeout = Object.assign(yieldingTimeout, real.setTimeout)
  globalThis.setInterval = Object.assign(virtualInterval, real.setInterval)
  globalThis.clearInterval = (handle) => stops.get(handle)?.abort()
  Date.now = () => clock.now()
  return {
    yielding: () => yields > 0,
    [Symbol.dispose]: () => {
      const { now, ...timers } = real
      Object.assign(globalThis, timers)
      Date.now = now
    },
  }
}

/** Nobody clears a timer of no length. */
const noTimer = newHandle()

/** What callers expect of a timer, with nothing behind it. */
function newHandle(): NodeJS.Timeout {
  return real.setTimeout(() => {}, 0).unref()
}
