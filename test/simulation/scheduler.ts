/**
 * Decides, from one seed, who goes on next and when: whatever a simulated process waits for is a
 * turn, and a turn is where the scheduler may choose another one, or let its owner die first. Time
 * moves only when nobody can go on.
 */
import type { Random } from '../../src/random.ts'
import { openTimers } from './timers.ts'

/** Somebody whose turns end with it. */
export interface Owner {
  readonly dead: boolean
  /** On the simulation's time; its turns wait until then. */
  readonly frozenUntilMs: number
  /** Called before each of its turns: true when it dies here, and the turn never comes. */
  diesHere(): boolean
}

interface Turn {
  readonly owner: Owner | null
  readonly run: () => Promise<void>
}

/** Turns of one world; more means that something spins. */
const TURNS_MAX = 200_000

export class Endless extends Error {}

export interface Scheduler {
  nowMs(): number
  /** The owner whose turn it is now: what it calls inside belongs to the same turn. */
  current(): Owner | null
  /** `act` when its turn comes, alone; never resolves for an owner that died meanwhile. */
  turn<T>(owner: Owner | null, act: () => Promise<T>): Promise<T>
  /** The world's own doing, at its time. */
  at(ms: number, act: () => Promise<void>): void
  sleep(owner: Owner | null, ms: number, signal?: AbortSignal): Promise<void>
  /** Goes on until `over`, or until nobody waits for anything. */
  run(over: () => boolean): Promise<void>
}

export function openScheduler(random: Random, startMs: number): Scheduler {
  let nowMs = startMs
  let taken = 0
  let current: Owner | null = null
  const ready: Turn[] = []
  const timers = openTimers()

  const never = <T>(): Promise<T> => new Promise<T>(() => {})

  function turn<T>(owner: Owner | null, act: () => Promise<T>): Promise<T> {
    if (owner?.dead) return never()
    const done = Promise.withResolvers<T>()
    const run = async (): Promise<void> => {
      current = owner
      try {
        const value = await act()
        if (!owner?.dead) done.resolve(value)
      } catch (error) {
        if (!owner?.dead) done.reject(error)
      } finally {
        current = null
      }
    }
    ready.push({ owner, run })
    return done.promise
  }

  function sleep(owner: Owner | null, ms: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      if (signal?.aborted) return resolve()
      const wake = (): void => {
        signal?.removeEventListener('abort', early)
        if (!owner?.dead) ready.push({ owner, run: async () => resolve() })
      }
      const early = (): void => {
        timers.drop(timer)
        wake()
      }
      const timer = timers.add(Math.ceil(nowMs + Math.max(ms, 0)), wake)
      signal?.addEventListener('abort', early, { once: true })
    })
  }

  /** Promises and Bottleneck's own timers of 0 ms have all gone as far as they can. */
  const quiet = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

  function pick(): Turn | undefined {
    const free = ready.filter(({ owner }) => owner === null || owner.frozenUntilMs <= nowMs)
    const chosen = free[Math.floor(random.next() * free.length)]
    if (chosen !== undefined) ready.splice(ready.indexOf(chosen), 1)
    return chosen
  }

  /** To the next timer, or to the thaw of whoever is frozen; false when there is neither. */
  function leap(): boolean {
    const thaws = ready.flatMap(({ owner }) => (owner === null ? [] : [owner.frozenUntilMs]))
    const nextMs = Math.min(timers.nextMs() ?? Infinity, ...thaws)
    if (nextMs === Infinity) return false
    nowMs = Math.max(nowMs, nextMs)
    for (const wake of timers.takeDue(nowMs)) wake()
    return true
  }

  return {
    nowMs: () => nowMs,
    current: () => current,
    turn,
    sleep,
    at: (ms, act) => {
      timers.add(Math.ceil(Math.max(ms, nowMs)), () => ready.push({ owner: null, run: act }))
    },
    run: async (over) => {
      await quiet()
      while (!over()) {
        const next = pick()
        if (next === undefined) {
          if (!leap()) return
          continue
        }
        taken += 1
        if (taken > TURNS_MAX) throw new Endless('The world does not come to an end.')
        if (next.owner !== null && (next.owner.dead || next.owner.diesHere())) continue
        await next.run()
        await quiet()
      }
    },
  }
}
