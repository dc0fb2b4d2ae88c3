/** What a world is like, drawn from its seed; small worlds, so that many of them can be lived. */
import type { Random } from '../../src/random.ts'
import type { ServiceHabits } from './service/service.ts'

export interface Parameters {
  readonly vehicles: number
  readonly debtsEach: number
  readonly campaigns: number
  readonly campaignEachMs: number
  /** An answer that is younger spares the question. */
  readonly freshnessDays: number
  readonly workers: number
  /** One process on an embedded database, with its journal; else several on a server's. */
  readonly embedded: boolean
  /** Of a process at each of its turns. */
  readonly crashes: number
  readonly freezes: number
  /** Of a crash that takes the machine with it: the ledger forgets its last moments. */
  readonly forgets: number
  readonly wallWrongMs: number
  readonly travelMsMax: number
  readonly sendFaultShare: number
  readonly readFaultShare: number
  readonly tooLateShare: number
  readonly consultationsPerHour: number
  readonly ordersPerHour: number
  readonly approveUpToCents: bigint
  /** Of a process with nothing to do. */
  readonly restMsMax: number
  /** From the last campaign to the end of all faults. */
  readonly lastCampaignMs: number
  /** Between two looks of whoever pays. */
  readonly payerEachMs: number
  /** What the world does beside us: debts that change, and orders of other people. */
  readonly events: number
  readonly habits: ServiceHabits
}

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

export function drawParameters(random: Random): Parameters {
  const oneOf = <T>(first: T, ...others: T[]): T =>
    [first, ...others][Math.floor(random.next() * (others.length + 1))] ?? first
  const embedded = random.next() < 0.6
  return {
    vehicles: oneOf(1, 1, 2),
    debtsEach: oneOf(1, 2, 3),
    campaigns: oneOf(1, 2, 2, 3),
    campaignEachMs: oneOf(10 * HOUR_MS, 20 * MINUTE_MS, 2 * HOUR_MS),
    freshnessDays: oneOf(0, 0, 7),
    workers: embedded ? 1 : oneOf(2, 2, 3),
    embedded,
    crashes: oneOf(0, 0.005, 0.01, 0.025),
    freezes: oneOf(0, 0, 0.01),
    forgets: embedded ? oneOf(0, 0.3) : 0,
    wallWrongMs: oneOf(0, 0, 40_000, -40_000),
    travelMsMax: oneOf(200, 2_000, 5_000),
    sendFaultShare: oneOf(0, 0.2, 0.4, 0.6),
    readFaultShare: oneOf(0, 0.02, 0.1),
    tooLateShare: oneOf(0, 0, 0, 0.5),
    consultationsPerHour: oneOf(20, 2, 3),
    ordersPerHour: oneOf(30, 2, 3),
    approveUpToCents: oneOf(1_000_000n, 1_000_000n, 1_000_000n, 40_000n, 0n),
    restMsMax: oneOf(20 * MINUTE_MS, HOUR_MS, 3 * HOUR_MS),
    // The longest is long enough for an order that is held.
    lastCampaignMs: oneOf(2 * HOUR_MS, 2 * HOUR_MS, 10 * HOUR_MS),
    payerEachMs: 11 * MINUTE_MS,
    events: oneOf(0, 2, 5),
    habits: {
      lagMs: oneOf(0, 0, 5_000, 60_000),
      pageSize: oneOf(100, 2, 1),
      listHidesItems: random.next() < 0.3,
      refusesTwins: random.next() < 0.5,
      refusesSecondOrder: random.next() < 0.2,
      pricesNow: random.next() < 0.3,
      hasPreview: random.next() < 0.6,
      feeCents: oneOf(0n, 550n),
      answerMsMax: oneOf(3_000, 60_000),
      expiryMs: oneOf(HOUR_MS, 24 * HOUR_MS),
      settlesAfterMs: oneOf(10 * MINUTE_MS, 5 * HOUR_MS),
      strangeShare: oneOf(0, 0, 0.3),
      failsShare: oneOf(0, 0.1),
    },
  }
}

/** For a database, which takes a thousand times longer for each question. */
export const smallWorld = {
  vehicles: 1,
  campaigns: 1,
  workers: 1,
  embedded: true,
  forgets: 0,
  restMsMax: 3 * HOUR_MS,
  lastCampaignMs: 2 * HOUR_MS,
  payerEachMs: 40 * MINUTE_MS,
} as const satisfies Partial<Parameters>
