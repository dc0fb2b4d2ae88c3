/** The shipped gate in virtual time: what the bench measures, held as a promise. */
import { expect, test } from 'vitest'
import { measure } from '../../bench/quota/measure.ts'
import { runGate } from '../../bench/quota/run-gate.ts'
import { HOUR_MS, judge, rollingServer, weightedServer } from '../../bench/quota/server-windows.ts'
import { everyNight, twiceADay, type World } from '../../bench/quota/world.ts'
import { seededRandom } from '../../src/random.ts'
import { howMany } from '../support/extent.ts'

const MAX = 20
const VEHICLES = 400
const OPTIMUM_MS = (VEHICLES / MAX - 1) * HOUR_MS

function world(seed: number, changes: Partial<World> = {}): World {
  const random = seededRandom(seed)
  return {
    vehicles: VEHICLES,
    max: MAX,
    random,
    servers: [rollingServer(MAX)],
    travelMsMax: 5_000,
    faultShare: 0,
    lifeMs: twiceADay(random),
    ...changes,
  }
}

/** When the server of the only credential saw each request. */
async function arrivalsOf(run: World): Promise<readonly number[]> {
  return (await runGate(run)).arrivals[0] ?? []
}

const within = { rolling: 0, fixed: 0, bucket: 0, mostInRollingHour: MAX }

test.each([1, 2, 3, 4].slice(0, howMany(1, 4)))(
  'deaths and delays break no window and waste no slot, seed %s',
  async (seed) => {
    const arrivals = await arrivalsOf(world(seed))
    expect(arrivals).toHaveLength(VEHICLES)
    expect(judge(arrivals, MAX)).toMatchObject(within)
    expect(OPTIMUM_MS / (arrivals.at(-1) ?? 0)).toBeGreaterThan(0.995)
    expect(arrivals[MAX - 1]).toBeLessThan(60_000)
  },
)

test('answers that take up to 30 s cost less than one slot in a hundred', async () => {
  const arrivals = await arrivalsOf(world(5, { travelMsMax: 30_000 }))
  expect(judge(arrivals, MAX)).toMatchObject(within)
  expect(OPTIMUM_MS / (arrivals.at(-1) ?? 0)).toBeGreaterThan(0.99)
})

test.each([11, 12, 13, 14].slice(0, howMany(1, 4)))(
  'slow workers, lost answers and a ledger that fails break no window, seed %s',
  async (seed) => {
    const arrivals = await arrivalsOf(world(seed, { faultShare: 0.05 }))
    expect(judge(arrivals, MAX)).toMatchObject(within)
    expect(arrivals.length).toBeGreaterThanOrEqual(VEHICLES)
  },
)

test('the learned pace satisfies a server that weighs the previous window', async () => {
  const arrivals = await arrivalsOf(world(6, { servers: [weightedServer(MAX)] }))
  const server = weightedServer(MAX)
  const refusedAtMs = arrivals.filter((atMs) => !server(atMs))
  expect(refusedAtMs.length).toBeGreaterThan(0)
  expect(refusedAtMs.at(-1)).toBeLessThan(OPTIMUM_MS / 4)
})

test.each([21, 22].slice(0, howMany(1, 2)))(
  'round the clock, with every worker killed every night, seed %s',
  async (seed) => {
    const random = seededRandom(seed)
    const arrivals = await arrivalsOf(world(seed, { random, lifeMs: everyNight(random) }))
    expect(judge(arrivals, MAX)).toMatchObject(within)
    expect(OPTIMUM_MS / (arrivals.at(-1) ?? 0)).toBeGreaterThan(0.995)
  },
)

test.each([3, 2].slice(0, howMany(1, 2)))(
  '%s credentials share one backlog, each within its own limit',
  async (count) => {
    const servers = Array.from({ length: count }, () => rollingServer(MAX))
    const outcome = await runGate(world(count, { servers }))
    for (const arrivals of outcome.arrivals) expect(judge(arrivals, MAX)).toMatchObject(within)
    const { hours, optimumHours } = measure([outcome], { vehicles: VEHICLES, max: MAX })
    expect(optimumHours).toBe(Math.ceil(VEHICLES / MAX / count) - 1)
    expect(hours / optimumHours).toBeLessThan(1.005)
  },
)

const short = (): World => world(7, { vehicles: 80, faultShare: 0.05 })

test('the same seed is the same story', async () => {
  expect(await runGate(short())).toEqual(await runGate(short()))
})
