/**
 * Time that jumps to whatever happens next. The code under test runs as it is shipped; only what it
 * takes for waiting is virtual.
 */
import type { Clock } from '../../src/clock.ts'
import { lendTime } from './global-time.ts'
import type { LentTime } from './global-time.ts'

interface Sleeper {
  readonly dueMs: number
  readonly order: number
  readonly wake: () => void
}

export interface VirtualTime {
  readonly now: () => number
  /** A clock whose sleepers never wake again once its owner is dead. */
  clockOf(owner: { readonly dead: boolean }): Clock
  /** Calls `start`, then runs until `over`, or until nobody sleeps any more. */
  run(start: () => void, over: () => boolean): Promise<void>
}

const START_MS = Date.UTC(2026, 0, 15)

async function quiet(lent: LentTime): Promise<void> {
  do await new Promise((resolve) => setImmediate(resolve))
  while (lent.yielding())
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

  const clockOf: VirtualTime['clockOf'] = (owner) => ({
    now: () => START_MS + elapsedMs,
    uptime: () => elapsedMs,
    sleep: (ms, signal) => sleep(owner, ms, signal),
  })

  return {
    now: () => elapsedMs,
    clockOf,
    async run(start, over) {
      using lent = lendTime(clockOf({ dead: false }))
      start()
      await quiet(lent)
      for (let next = sleepers.at(-1); next && !over(); next = sleepers.at(-1)) {
        elapsedMs = Math.max(elapsedMs, next.dueMs)
        next.wake()
        await quiet(lent)
      }
    },
  }
}
