/**
 * How well each limiter uses 20 an hour, and how often a server would refuse it. Ends with 1 when
 * the gate broke the rule: speed is told, never judged.
 * node bench/quota/main.ts [--vehicles 5000] [--seeds 10] [--quick] [--credentials 1,100] [--accounts]
 */
import { parseArgs } from 'node:util'
import type { Figures } from './measure.ts'
import { breaksRule, measure } from './measure.ts'
import type { Scenario } from './scenarios.ts'
import { fairnessOf, fiveAccounts } from './fairness.ts'
import { limiters, MAX, nightly, runSeeds, withAccounts, withCredentials } from './scenarios.ts'

const CREDENTIALS = '1,2,3,5'

const { values } = parseArgs({
  options: {
    vehicles: { type: 'string' },
    seeds: { type: 'string' },
    /** A few vehicles, one seed: shows that the bench runs. */
    quick: { type: 'boolean', default: false },
    /** Only what so many credentials come to: 100, or 1,5,100. */
    credentials: { type: 'string' },
    /** Five accounts with these credentials, and what each gets of them. */
    accounts: { type: 'boolean', default: false },
  },
})
const vehicles = Number(values.vehicles ?? (values.quick ? 150 : 5000))
const seeds = Number(values.seeds ?? (values.quick ? 1 : 10))
const broken: string[] = []

async function figuresOf(scenario: Scenario): Promise<Figures> {
  const outcomes = await runSeeds(scenario, { vehicles, seeds })
  const figures = measure(outcomes, { vehicles, max: MAX })
  if (scenario.gate && breaksRule(figures, MAX)) broken.push(scenario.name)
  return figures
}

function say(text: string): void {
  process.stdout.write(`${text}\n`)
}

function sayRow(cells: readonly string[]): void {
  say(`| ${cells.join(' | ')} |`)
}

function sayHeadings(headings: readonly string[]): void {
  sayRow(headings)
  sayRow(headings.map(() => '---'))
}

const percent = (share: number): string => `${(share * 100).toFixed(2)} %`

async function compareLimiters(): Promise<void> {
  sayHeadings([
    'limiter',
    '429 per 1000 met',
    'rolling hour',
    'fixed hour',
    'token bucket',
    'weighing',
    'most in a rolling hour',
    'share of the optimum',
    'first 20 after',
  ])
  for (const scenario of limiters) {
    const figures = await figuresOf(scenario)
    sayRow([
      scenario.name,
      figures.refusedPerThousand.toFixed(1),
      figures.rollingPerThousand.toFixed(1),
      figures.fixedPerThousand.toFixed(1),
      figures.bucketPerThousand.toFixed(1),
      figures.weightedPerThousand.toFixed(1),
      String(figures.mostInRollingHour),
      percent(figures.shareOfOptimum),
      `${(figures.firstMs / 1000).toFixed(0)} s`,
    ])
  }
  const night = await figuresOf(nightly)
  say(
    `\nRound the clock, ${nightly.name}: ${night.hours.toFixed(2)} h; ` +
      `ceil(${vehicles} / ${MAX}) - 1 = ${night.optimumHours} h; ` +
      `${percent(night.hours / night.optimumHours - 1)} longer; ` +
      `429 per 1000: ${night.refusedPerThousand.toFixed(1)}.\n`,
  )
}

async function compareCounts(): Promise<void> {
  sayHeadings([
    'credentials',
    'ceil(N / 20K) - 1',
    'hours',
    'longer by',
    '429 per 1000',
    'most in a rolling hour',
    'first 20 of each after',
  ])
  for (const count of (values.credentials ?? CREDENTIALS).split(',').map(Number)) {
    const figures = await figuresOf(withCredentials(count))
    sayRow([
      String(count),
      `${figures.optimumHours} h`,
      `${figures.hours.toFixed(2)} h`,
      percent(figures.hours / figures.optimumHours - 1),
      figures.refusedPerThousand.toFixed(1),
      String(figures.mostInRollingHour),
      `${(figures.firstMs / 1000).toFixed(0)} s`,
    ])
  }
}

async function compareAccounts(): Promise<void> {
  sayHeadings([
    'account',
    'credentials',
    'vehicles',
    'share',
    'fair',
    'first, median, last',
    'fair',
  ])
  const count = Math.max(...(values.credentials ?? '100').split(',').map(Number))
  const scenario = withAccounts(count, vehicles)
  const [outcome] = await runSeeds(scenario, { vehicles, seeds: 1 })
  const isBroken =
    outcome === undefined || breaksRule(measure([outcome], { vehicles, max: MAX }), MAX)
  if (isBroken) broken.push(scenario.name)
  const tasks = fiveAccounts(count, vehicles)
  const each = outcome === undefined ? [] : fairnessOf(tasks, outcome, MAX)
  const hours = (all: readonly number[]): string =>
    all.map((hour) => `${hour.toFixed(2)} h`).join(', ')
  for (const one of each) {
    const counts = [one.credentials, one.vehicles].map(String)
    const shares = [percent(one.share), percent(one.fairShare)]
    sayRow([one.name, ...counts, ...shares, hours(one.hours), hours(one.fairHours)])
  }
}

say(`${vehicles} vehicles, seeds 1 to ${seeds}.\n`)
if (values.accounts) await compareAccounts()
else {
  if (values.credentials === undefined) await compareLimiters()
  await compareCounts()
}

if (broken.length > 0) say(`\nThe gate broke the rule: ${broken.join('; ')}.`)
// What was killed still waits for ever.
process.exit(broken.length > 0 ? 1 : 0)
