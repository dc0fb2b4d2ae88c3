/** A clock that moves only when the test says so, and knows who sleeps on it. */
import type { Clock } from '../../src/clock.ts'

interface Sleeper {
  readonly dueMs: number
  readonly wake: () => void
}

export interface VirtualClock extends Clock {
  /** Time passes; sleepers that are due wake in order. */
  advance(ms: number): void
  /** The wall is set right or wrong; no time passes. */
  stepWall(ms: number): void
  /** Resolves as soon as at least `count` are asleep. */
  asleep(count?: number): Promise<void>
  /** When the next sleeper wakes, as uptime. */
  nextDueMs(): number | undefined
}

export function virtualClock(startMs: number): VirtualClock {
  let uptimeMs = 0
  let wallMs = startMs
  const sleepers = new Set<Sleeper>()
  const watchers = new Set<() => void>()
  const nextSleeper = (): Sleeper | undefined =>
    [...sleepers].toSorted((a, b) => a.dueMs - b.dueMs)[0]

  return {
    now: () => wallMs,
    uptime: () => uptimeMs,
    sleep: (ms, signal) =>
      new Promise((resolve) => {
        if (signal?.aborted) return resolve()
        const wake = (): void => {
          sleepers.delete(sleeper)
          signal?.removeEventListener('abort', wake)
          resolve()
        }
        const sleeper = { dueMs: uptimeMs + ms, wake }
        signal?.addEventListener('abort', wake, { once: true })
        sleepers.add(sleeper)
        for (const watch of watchers) watch()
      }),
    advance: (ms) => {
      uptimeMs += ms
      wallMs += ms
      for (let due = nextSleeper(); due && due.dueMs <= uptimeMs; due = nextSleeper()) due.wake()
    },
    stepWall: (ms) => {
      wallMs += ms
    },
    asleep: (count = 1) =>
      new Promise((resolve) => {
        const watch = (): void => {
          if (sleepers.size < count) return
          watchers.delete(watch)
          resolve()
        }
        watchers.add(watch)
        watch()
      }),
    nextDueMs: () => nextSleeper()?.dueMs,
  }
}
