/** A clock that stands still until a test moves it. */
import type { Clock } from '../../src/clock.ts'

interface Sleeper {
  atMs: number
  wake: () => void
}

export interface ManualClock extends Clock {
  /** Moves time on, waking the sleepers in order, each with its consequences before the next. */
  advance(ms: number): Promise<void>
  /** Milliseconds until the first sleeper wakes, or null when nobody sleeps. */
  nextWakeMs(): number | null
  /** Resolves when at least one sleeper is there. */
  somebodySleeps(): Promise<void>
}

/** Turns of the event loop that the consequences of a wake-up may need; promises need one. */
const TURNS = 3

export function manualClock(startMs = Date.UTC(2026, 10, 20)): ManualClock {
  let nowMs = startMs
  const sleepers = new Set<Sleeper>()
  let arrived = Promise.withResolvers<void>()

  const first = (): Sleeper | undefined =>
    [...sleepers].reduce<Sleeper | undefined>(
      (best, each) => (best === undefined || each.atMs < best.atMs ? each : best),
      undefined,
    )

  const advance = async (ms: number): Promise<void> => {
    const endMs = nowMs + ms
    await turns()
    for (let next = first(); next !== undefined && next.atMs <= endMs; next = first()) {
      nowMs = Math.max(nowMs, next.atMs)
      next.wake()
      await turns()
    }
    nowMs = endMs
  }

  const sleep: Clock['sleep'] = (ms, signal) =>
    new Promise((resolve) => {
      if (signal?.aborted) return resolve()
      const sleeper = { atMs: nowMs + Math.max(ms, 0), wake: () => wake() }
      const wake = (): void => {
        sleepers.delete(sleeper)
        signal?.removeEventListener('abort', wake)
        resolve()
      }
      sleepers.add(sleeper)
      signal?.addEventListener('abort', wake, { once: true })
      arrived.resolve()
    })

  const somebodySleeps = async (): Promise<void> => {
    while (sleepers.size === 0) {
      arrived = Promise.withResolvers<void>()
      await arrived.promise
    }
  }

  const nextWakeMs = (): number | null => {
    const sleeper = first()
    return sleeper === undefined ? null : sleeper.atMs - nowMs
  }

  return { now: () => nowMs, uptime: () => nowMs, sleep, advance, nextWakeMs, somebodySleeps }
}

async function turns(): Promise<void> {
  for (let turn = 0; turn < TURNS; turn += 1) {
    await new Promise<void>((resolve) => {
      setImmediate(resolve)
    })
  }
}
