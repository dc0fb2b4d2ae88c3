/** The shipped gate in virtual time: what the bench measures, held as a promise. */
import { expect, test } from 'vitest'
import { runGate } from '../../bench/quota/run-gate.ts'
import { HOUR_MS, judge, rollingServer, weightedServer } from '../../bench/quota/server-windows.ts'
import { seededRandom } from '../../src/random.ts'

const MAX = 20
const VEHICLES = 400
const OPTIMUM_MS = (VEHICLES / MAX - 1) * HOUR_MS

test.each([1, 2, 3, 4])(
  'deaths and delays break no window and waste no slot, seed %s',
  async (seed) => {
    const random = seededRandom(seed)
    const { arrivals } = await runGate({
      vehicles: VEHICLES,
      max: MAX,
      random,
      server: rollingServer(MAX),
    })
    expect(arrivals).toHaveLength(VEHICLES)
    expect(judge(arrivals, MAX)).toMatchObject({
      rolling: 0,
      fixed: 0,
      bucket: 0,
      mostInRollingHour: MAX,
    })
    expect(OPTIMUM_MS / (arrivals.at(-1) ?? 0)).toBeGreaterThan(0.99)
    expect(arrivals[MAX - 1]).toBeLessThan(60_000)
  },
)

test('the learned pace satisfies a server that weighs the previous window', async () => {
  const world = { vehicles: VEHICLES, max: MAX, random: seededRandom(5) }
  const { arrivals } = await runGate({ ...world, server: weightedServer(MAX) })
  const server = weightedServer(MAX)
  const refusedAtMs = arrivals.filter((atMs) => !server(atMs))
  expect(refusedAtMs.length).toBeGreaterThan(0)
  expect(refusedAtMs.at(-1)).toBeLessThan(OPTIMUM_MS / 4)
})

test('the same seed is the same story', async () => {
  const story = (): Promise<unknown> =>
    runGate({ vehicles: 100, max: MAX, random: seededRandom(7), server: rollingServer(MAX) })
  expect(await story()).toEqual(await story())
})
