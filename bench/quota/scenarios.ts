/** The runs of the bench: each limiter in the same world, and the gate in further ones. */
import type { Random } from '../../src/random.ts'
import { seededRandom } from '../../src/random.ts'
import { fiveAccounts } from './fairness.ts'
import { oneEach, tokenBucket, windowFromFirst } from './limiter-models.ts'
import { runBottleneck } from './run-bottleneck.ts'
import { runGate } from './run-gate.ts'
import { runModel } from './run-model.ts'
import { HOUR_MS, rollingServer, weightedServer } from './server-windows.ts'
import type { Outcome, World } from './world.ts'
import { everyNight, twiceADay } from './world.ts'

export const MAX = 20
const TRAVEL_MS_MAX = 5_000
/** One in fifty of everything that can go wrong does. */
const FAULT_SHARE = 0.02
const LIFE_MS_MEAN = 3 * HOUR_MS
/** A burst and its refill within an hour are 20: token buckets that are safe are this slow. */
const SAFE_BURST = 4

export interface Scenario {
  readonly name: string
  /** The shipped gate: what it may never do is checked. */
  readonly gate: boolean
  readonly run: (world: World) => Outcome | Promise<Outcome>
  readonly changes?: (random: Random) => Partial<World>
}

/** Every limiter meets a rolling server, which is the strictest that the interface can mean. */
export const limiters: readonly Scenario[] = [
  { name: 'Bottleneck 2.19.5, reservoir refreshed each hour', gate: false, run: runBottleneck },
  model('BullMQ, rate-limiter-flexible: window from the first job (model)', () =>
    windowFromFirst(MAX),
  ),
  model('token bucket or GCRA, burst 20 (model)', () => tokenBucket(MAX, MAX)),
  model('one each 180 s (model)', () => oneEach(HOUR_MS / MAX)),
  model('GCRA made safe: burst 4, 16 an hour (model)', () =>
    tokenBucket(SAFE_BURST, MAX - SAFE_BURST),
  ),
  { name: '**frota gate (shipped code)**', gate: true, run: runGate },
  {
    name: 'frota gate, 2 % of everything goes wrong',
    gate: true,
    run: runGate,
    changes: () => ({ faultShare: FAULT_SHARE }),
  },
  {
    name: 'frota gate, at a server that weighs',
    gate: true,
    run: runGate,
    changes: () => ({ servers: [weightedServer(MAX)] }),
  },
]

export const nightly: Scenario = {
  name: 'every worker killed every night',
  gate: true,
  run: runGate,
  changes: (random) => ({ lifeMs: everyNight(random) }),
}

/** Five accounts, and workers that are killed every few hours. */
export function withAccounts(count: number, vehicles: number): Scenario {
  const own = withCredentials(count)
  const accounts = fiveAccounts(count, vehicles)
  const changes = (random: Random): Partial<World> => ({
    ...own.changes?.(random),
    accounts,
    lifeMs: () => LIFE_MS_MEAN * (0.5 + random.next()),
  })
  return { ...own, changes }
}

export function withCredentials(count: number): Scenario {
  const servers = () => Array.from({ length: count }, () => rollingServer(MAX))
  return { name: String(count), gate: true, run: runGate, changes: () => ({ servers: servers() }) }
}

export async function runSeeds(
  scenario: Scenario,
  { vehicles, seeds }: { readonly vehicles: number; readonly seeds: number },
): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  for (let seed = 1; seed <= seeds; seed += 1) {
    const random = seededRandom(seed)
    outcomes.push(
      await scenario.run({
        vehicles,
        max: MAX,
        random,
        servers: [rollingServer(MAX)],
        travelMsMax: TRAVEL_MS_MAX,
        faultShare: 0,
        lifeMs: twiceADay(random),
        ...scenario.changes?.(random),
      }),
    )
  }
  return outcomes
}

function model(name: string, limiter: () => Parameters<typeof runModel>[0]): Scenario {
  return { name, gate: false, run: (world) => runModel(limiter(), world) }
}
