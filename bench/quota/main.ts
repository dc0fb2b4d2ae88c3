/**
 * How well each limiter uses 20 an hour, and how often a server would refuse it.
 * node bench/quota/main.ts [--vehicles 5000] [--seeds 3]
 */
import { parseArgs } from 'node:util'
import { seededRandom } from '../../src/random.ts'
import { oneEach, reservoir, tokenBucket, windowFromFirst } from './limiter-models.ts'
import { runGate } from './run-gate.ts'
import { runModel } from './run-model.ts'
import { HOUR_MS, judge, rollingServer, weightedServer } from './server-windows.ts'
import type { Outcome, World } from './world.ts'

const MAX = 20
const TRAVEL_MS_MAX = 5_000

const { values } = parseArgs({
  options: {
    vehicles: { type: 'string', default: '5000' },
    seeds: { type: 'string', default: '3' },
  },
})
const vehicles = Number(values.vehicles)
const seeds = Array.from({ length: Number(values.seeds) }, (_, place) => place + 1)

/** Every limiter meets a rolling server, which is the strictest that the interface can mean. */
const limiters: [string, (world: World) => Outcome | Promise<Outcome>][] = [
  ['reservoir refilled each hour (model)', (world) => runModel(reservoir(MAX), world)],
  ['window from the first job (model)', (world) => runModel(windowFromFirst(MAX), world)],
  ['token bucket, burst 20 (model)', (world) => runModel(tokenBucket(MAX), world)],
  ['one each 180 s (model)', (world) => runModel(oneEach(HOUR_MS / MAX), world)],
  ['frota gate (shipped code)', runGate],
  [
    'frota gate, weighing server (shipped code)',
    (world) => runGate({ ...world, server: weightedServer(MAX) }),
  ],
]

const idealMs = (Math.ceil(vehicles / MAX) - 1) * HOUR_MS

const headings = [
  'limiter',
  '429 per 1000 met',
  'by kind of server: rolling',
  'fixed hour',
  'token bucket',
  'weighted',
  'most in a rolling hour',
  'share of the optimum',
  'first 20 after',
]

function row(name: string, outcomes: readonly Outcome[]): string[] {
  const verdicts = outcomes.map(({ arrivals }) => judge(arrivals, MAX))
  const perThousand = (counts: number[]): string =>
    ((counts.reduce((sum, count) => sum + count, 0) * 1000) / vehicles / counts.length).toFixed(1)
  const worst = (numbers: number[]): number => Math.max(...numbers)
  const lastMs = worst(outcomes.map(({ arrivals }) => arrivals.at(-1) ?? 0))
  const firstMs = worst(outcomes.map(({ arrivals }) => arrivals[MAX - 1] ?? 0))
  return [
    name,
    perThousand(outcomes.map((outcome) => outcome.refused)),
    perThousand(verdicts.map((verdict) => verdict.rolling)),
    perThousand(verdicts.map((verdict) => verdict.fixed)),
    perThousand(verdicts.map((verdict) => verdict.bucket)),
    perThousand(verdicts.map((verdict) => verdict.weighted)),
    String(worst(verdicts.map((verdict) => verdict.mostInRollingHour))),
    `${((idealMs / lastMs) * 100).toFixed(2)} %`,
    `${(firstMs / 1000).toFixed(0)} s`,
  ]
}

const table = [headings, headings.map(() => '---')]
for (const [name, run] of limiters) {
  const outcomes: Outcome[] = []
  for (const seed of seeds) {
    const server = rollingServer(MAX)
    const random = seededRandom(seed)
    const world = { vehicles, max: MAX, random, server, travelMsMax: TRAVEL_MS_MAX, faultShare: 0 }
    outcomes.push(await run(world))
  }
  table.push(row(name, outcomes))
}
process.stdout.write(table.map((cells) => `| ${cells.join(' | ')} |\n`).join(''))
process.exit(0)
