/** The world that every limiter is put in: the backlog, the network, the servers, the deaths. */
import type { Random } from '../../src/random.ts'
import type { Server } from './server-windows.ts'
import { HOUR_MS } from './server-windows.ts'

export interface World {
  readonly vehicles: number
  readonly max: number
  readonly random: Random
  /** One for each credential; what it refuses must be sent again. */
  readonly servers: readonly Server[]
  /** Whose vehicles are asked with which servers, by their places; absent: one account's, with all. */
  readonly accounts?: readonly AccountTask[]
  /** To the server and back together. */
  readonly travelMsMax: number
  /** How often each thing that can go wrong does: a slow worker, a lost answer, the ledger away. */
  readonly faultShare: number
  /** How long a process lives that starts now. */
  readonly lifeMs: (nowMs: number) => number
}

export interface AccountTask {
  readonly name: string
  readonly vehicles: number
  readonly servers: readonly number[]
}

export interface Outcome {
  /** When each request reached the server of each credential, in milliseconds, ascending. */
  readonly arrivals: readonly (readonly number[])[]
  readonly refused: number
  /** When each vehicle of each account was asked, ascending. */
  readonly accounts?: readonly (readonly number[])[]
}

const LIFE_MS_MEAN = 12 * HOUR_MS
const DAY_MS = 24 * HOUR_MS
/** The kills of a night fall into this many hours. */
const NIGHT_MS = 6 * HOUR_MS

/** One way. */
export function travelMs({ random, travelMsMax }: World): number {
  return (random.next() * travelMsMax) / 2
}

/** Each process dies about twice a day: between half and one and a half times the mean. */
export function twiceADay(random: Random): World['lifeMs'] {
  return () => LIFE_MS_MEAN * (0.5 + random.next())
}

/** Each process is killed once in every night, and otherwise runs. */
export function everyNight(random: Random): World['lifeMs'] {
  return (nowMs) => {
    // A process that starts in a night belongs to the day after it.
    const nextNightMs = Math.ceil((nowMs + DAY_MS - NIGHT_MS) / DAY_MS) * DAY_MS
    return nextNightMs - nowMs + random.next() * NIGHT_MS
  }
}
