/**
 * A process that may die at each of its turns. What it was given is wrapped: each call waits for
 * its turn, and is done alone; after a write there is one more turn, so that it may also die after
 * the commit and before it hears of it. Inside its own transaction it may die too: then nothing of
 * it was written.
 */
import type { Clock } from '../../src/clock.ts'
import type { Owner, Scheduler } from './scheduler.ts'

class Died extends Error {}

export interface Process extends Owner {
  readonly name: string
  readonly clock: Clock
  die(): void
  act<T>(what: string, doIt: () => Promise<T>): Promise<T>
  /** The same tool, used by a mortal. */
  lend<Tool extends object>(tool: Tool): Tool
}

export interface Fate {
  /** Told of each turn by its name. */
  onTurn(what: string): void
  /** Drawn before each turn. */
  dies(): boolean
  /** Milliseconds for which it is frozen from here, mostly 0. */
  freezesMs(): number
  onDeath(): void
}

/** What only reads: to die before it and to die after it is the same. */
const READS =
  /^(find|counts|due|byId|ownerSealed|member|chunk|nextRead|ofVehicle|shown|approvable|unconsidered|recorded|debtsOfItems|facts|lastLook|read|buckets|uses)/

export function openProcess(
  world: { scheduler: Scheduler; startMs: number; wallWrongMs: number },
  name: string,
  fate: Fate,
): Process {
  const { scheduler } = world
  let dead = false
  let frozenUntilMs = 0

  const process: Process = {
    name,
    get dead() {
      return dead
    },
    get frozenUntilMs() {
      return frozenUntilMs
    },
    diesHere: () => {
      if (fate.dies()) process.die()
      else frozenUntilMs = Math.max(frozenUntilMs, scheduler.nowMs() + Math.ceil(fate.freezesMs()))
      return dead
    },
    die: () => {
      if (dead) return
      dead = true
      fate.onDeath()
    },
    clock: {
      now: () => scheduler.nowMs() + world.wallWrongMs,
      uptime: () => scheduler.nowMs() - world.startMs,
      sleep: (ms, signal) => scheduler.sleep(process, ms, signal),
    },
    act: async (what, doIt) => {
      // Within its own transaction: no turn of somebody else can come in between.
      if (scheduler.current() === process) {
        if (fate.dies()) process.die()
        if (dead) throw new Died(what)
        return doIt()
      }
      const value = await scheduler.turn(process, () => {
        fate.onTurn(what)
        return doIt()
      })
      if (!READS.test(what)) await scheduler.turn(process, async () => undefined)
      return value
    },
    lend: (tool) =>
      new Proxy(tool, {
        get: (target, key) => {
          const value: unknown = Reflect.get(target, key)
          if (typeof value !== 'function' || typeof key !== 'string') return value
          return (...given: unknown[]) =>
            process.act(key, async (): Promise<unknown> => Reflect.apply(value, target, given))
        },
      }),
  }
  return process
}
