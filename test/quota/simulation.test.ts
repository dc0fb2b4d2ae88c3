/** The shipped gate in virtual time: what the bench measures, held as a promise. */
import { expect, test } from 'vitest'
import { runGate } from '../../bench/quota/run-gate.ts'
import { HOUR_MS, judge, rollingServer, weightedServer } from '../../bench/quota/server-windows.ts'
import type { World } from '../../bench/quota/world.ts'
import { seededRandom } from '../../src/random.ts'

const MAX = 20
const VEHICLES = 400
const OPTIMUM_MS = (VEHICLES / MAX - 1) * HOUR_MS

function world(seed: number, changes: Partial<World> = {}): World {
  const random = seededRandom(seed)
  const server = rollingServer(MAX)
  return {
    vehicles: VEHICLES,
    max: MAX,
    random,
    server,
    travelMsMax: 5_000,
    faultShare: 0,
    ...changes,
  }
}

const within = { rolling: 0, fixed: 0, bucket: 0, mostInRollingHour: MAX }

test.each([1, 2, 3, 4])(
  'deaths and delays break no window and waste no slot, seed %s',
  async (seed) => {
    const { arrivals } = await runGate(world(seed))
    expect(arrivals).toHaveLength(VEHICLES)
    expect(judge(arrivals, MAX)).toMatchObject(within)
    expect(OPTIMUM_MS / (arrivals.at(-1) ?? 0)).toBeGreaterThan(0.995)
    expect(arrivals[MAX - 1]).toBeLessThan(60_000)
  },
)

test('answers that take up to 30 s cost less than one slot in a hundred', async () => {
  const { arrivals } = await runGate(world(5, { travelMsMax: 30_000 }))
  expect(judge(arrivals, MAX)).toMatchObject(within)
  expect(OPTIMUM_MS / (arrivals.at(-1) ?? 0)).toBeGreaterThan(0.99)
})

test.each([11, 12, 13, 14])(
  'slow workers, lost answers and a ledger that fails break no window, seed %s',
  async (seed) => {
    const { arrivals } = await runGate(world(seed, { faultShare: 0.05 }))
    expect(judge(arrivals, MAX)).toMatchObject(within)
    expect(arrivals.length).toBeGreaterThanOrEqual(VEHICLES)
  },
)

test('the learned pace satisfies a server that weighs the previous window', async () => {
  const { arrivals } = await runGate(world(6, { server: weightedServer(MAX) }))
  const server = weightedServer(MAX)
  const refusedAtMs = arrivals.filter((atMs) => !server(atMs))
  expect(refusedAtMs.length).toBeGreaterThan(0)
  expect(refusedAtMs.at(-1)).toBeLessThan(OPTIMUM_MS / 4)
})

test('the same seed is the same story', async () => {
  expect(await runGate(world(7))).toEqual(await runGate(world(7)))
})
