/** Decides, from one seed, who goes on next and how much time passes: every await is a crossing. */
import type { Clock } from '../../src/clock.ts'
import type { Random } from '../../src/random.ts'

const START_MS = Date.UTC(2026, 10, 21)
/** Crossings of one run; more means that something spins. */
const STEPS_MAX = 200_000

export interface Scheduler {
  readonly clock: Clock
  /** Waits for its turn. */
  pause(): Promise<void>
  advance(ms: number): void
  /** Runs until nobody waits; `leapMs` says how far time goes at each crossing. */
  drain(leapMs: () => number): Promise<void>
}

export function openScheduler(random: Random): Scheduler {
  let nowMs = START_MS
  const waiting: (() => void)[] = []
  const pause = (): Promise<void> => new Promise((resolve) => waiting.push(resolve))
  return {
    clock: { now: () => nowMs, uptime: () => nowMs - START_MS, sleep: pause },
    pause,
    advance: (ms) => {
      nowMs += ms
    },
    drain: async (leapMs) => {
      await new Promise((resolve) => setImmediate(resolve))
      for (let step = 0; waiting.length > 0; step += 1) {
        if (step > STEPS_MAX) throw new Error('The run does not come to an end.')
        nowMs += leapMs()
        const [next] = waiting.splice(Math.floor(random.next() * waiting.length), 1)
        next?.()
        await new Promise((resolve) => setImmediate(resolve))
      }
    },
  }
}
