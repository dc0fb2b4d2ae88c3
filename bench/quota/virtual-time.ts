/**
 * Time that jumps to whatever happens next. The code under test runs as it is shipped; only what it
 * takes for waiting is virtual. Bottleneck yields by timers of 0 ms: those run at once and are counted,
 * so that time never moves while one is outstanding.
 */
import type { Clock } from '../../src/clock.ts'

interface Sleeper {
  readonly dueMs: number
  readonly order: number
  readonly wake: () => void
}

export interface VirtualTime {
  readonly now: () => number
  /** A clock whose sleepers never wake again once its owner is dead. */
  clockOf(owner: { readonly dead: boolean }): Clock
  /** Runs until `over`, or until nobody sleeps any more. */
  run(over: () => boolean): Promise<void>
}

const START_MS = Date.UTC(2026, 0, 15)

const realSetTimeout = globalThis.setTimeout
let yields = 0
const yieldsLeft = (): boolean => yields > 0

/** Only timers of no length: a real wait in a simulation is a mistake that shows as a slow bench. */
function countedTimeout(...given: Parameters<typeof setTimeout>): NodeJS.Timeout {
  const [run, ms = 0] = given
  if (ms > 0) return realSetTimeout(...given)
  yields += 1
  setImmediate(() => {
    yields -= 1
    run()
  })
  return noTimer
}
const noTimer = realSetTimeout(() => {}, 0)

async function quiet(): Promise<void> {
  do await new Promise((resolve) => setImmediate(resolve))
  while (yieldsLeft())
}

export function virtualTime(): VirtualTime {
  let elapsedMs = 0
  let order = 0
  const sleepers: Sleeper[] = []

  /** Kept sorted: soonest last, equal times in order of arrival. */
  function insert(sleeper: Sleeper): void {
    const after = (other: Sleeper): boolean =>
      other.dueMs < sleeper.dueMs || (other.dueMs === sleeper.dueMs && other.order < sleeper.order)
    const place = sleepers.findIndex(after)
    sleepers.splice(place < 0 ? sleepers.length : place, 0, sleeper)
  }

  function sleep(owner: { readonly dead: boolean }, ms: number, signal?: AbortSignal) {
    return new Promise<void>((resolve) => {
      if (signal?.aborted) return resolve()
      const wake = (): void => {
        const place = sleepers.indexOf(sleeper)
        if (place >= 0) sleepers.splice(place, 1)
        signal?.removeEventListener('abort', wake)
        if (!owner.dead) resolve()
      }
      const sleeper: Sleeper = { dueMs: elapsedMs + Math.max(ms, 0), order: (order += 1), wake }
      signal?.addEventListener('abort', wake, { once: true })
      insert(sleeper)
    })
  }

  return {
    now: () => elapsedMs,
    clockOf: (owner) => ({
      now: () => START_MS + elapsedMs,
      uptime: () => elapsedMs,
      sleep: (ms, signal) => sleep(owner, ms, signal),
    }),
    async run(over) {
      globalThis.setTimeout = Object.assign(countedTimeout, realSetTimeout)
      try {
        await quiet()
        for (let next = sleepers.at(-1); next && !over(); next = sleepers.at(-1)) {
          elapsedMs = Math.max(elapsedMs, next.dueMs)
          next.wake()
          await quiet()
        }
      } finally {
        globalThis.setTimeout = realSetTimeout
      }
    },
  }
}
