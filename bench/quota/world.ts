/** The world that every limiter is put in: the backlog, the network, the deaths. */
import type { Random } from '../../src/random.ts'
import type { Server } from './server-windows.ts'

export interface World {
  readonly vehicles: number
  readonly max: number
  readonly random: Random
  /** What it refuses must be sent again. */
  readonly server: Server
  /** To the server and back together. */
  readonly travelMsMax: number
  /** How often each thing that can go wrong does: a slow worker, a lost answer, the ledger away. */
  readonly faultShare: number
}

export interface Outcome {
  /** When each request reached the server, in milliseconds from the start, ascending. */
  readonly arrivals: number[]
  readonly refused: number
}

/** Each worker dies about twice a day. */
const LIFE_MS_MEAN = 12 * 3_600_000

/** One way. */
export function travelMs({ random, travelMsMax }: World): number {
  return (random.next() * travelMsMax) / 2
}

/** Between half and one and a half times the mean. */
export function lifeMs(random: Random): number {
  return LIFE_MS_MEAN * (0.5 + random.next())
}
