/** The bench itself: that it runs, and that it would notice a gate that breaks the rule. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { fairnessOf } from '../../bench/quota/fairness.ts'
import { breaksRule, measure } from '../../bench/quota/measure.ts'
import { HOUR_MS } from '../../bench/quota/server-windows.ts'
import type { Outcome } from '../../bench/quota/world.ts'

const TASK = { vehicles: 40, max: 20 }

/** Twenty at once and the rest after the given time. */
function outcome(restAfterMs: number, credentials = 1): Outcome {
  const arrivals = Array.from({ length: 40 }, (_, place) => (place < 20 ? place : restAfterMs))
  return { arrivals: Array.from({ length: credentials }, () => arrivals), refused: 3 }
}

test('the bench tells each limiter, the nights and the credentials, and ends well', async () => {
  const bench = new URL('../../bench/quota/main.ts', import.meta.url).pathname
  const { stdout } = await promisify(execFile)(process.execPath, [bench, '--quick'])
  const rows = stdout.split('\n').filter((line) => line.startsWith('| '))
  expect(rows.every((row) => !row.includes('NaN'))).toBe(true)
  const gate = rows.find((row) => row.startsWith('| **frota gate'))?.split(' | ')
  expect(gate?.slice(1, 5)).toEqual(['0.0', '0.0', '0.0', '0.0'])
  expect(rows.find((row) => row.startsWith('| Bottleneck'))?.split(' | ')[1]).not.toBe('0.0')
  expect(stdout).toContain('Round the clock, every worker killed every night: ')
  expect(rows.filter((row) => /^\| [1235] \|/.test(row))).toHaveLength(4)
})

test('five accounts with ten credentials get their slots in time, however often workers die', async () => {
  const bench = new URL('../../bench/quota/main.ts', import.meta.url).pathname
  const args = [bench, '--accounts', '--credentials', '10', '--vehicles', '1000']
  const { stdout } = await promisify(execFile)(process.execPath, args)
  const rows = stdout.split('\n').filter((line) => /^\| [A-E]/.test(line))
  const numbers = rows.map((row) => row.match(/[\d.]+/g)?.map(Number) ?? [])
  // Credentials, vehicles, share, fair share; hours of the first, median and last, and the fair ones.
  expect(numbers.map(([credentials, vehicles]) => [credentials, vehicles])).toEqual([
    [4, 400],
    [2, 200],
    [1, 100],
    [3, 200],
    [3, 100],
  ])
  expect(numbers.map((row) => row[9])).toEqual([4, 4, 4, 4, 3])
  for (const row of numbers) {
    expect(row[4]).toBeLessThan(0.05)
    expect(row[6]).toBeLessThan((row[9] ?? 0) + 0.05)
  }
})

test('an account that got fewer slots than its share, and later, is seen', () => {
  const tasks = [
    { name: 'first', vehicles: 40, servers: [0] },
    { name: 'second', vehicles: 20, servers: [0] },
  ]
  const hour = (count: number, at: number): number[] =>
    Array.from({ length: count }, () => at * HOUR_MS)
  const accounts = [[...hour(20, 0), ...hour(20, 1)], hour(20, 2)]
  const [first, second] = fairnessOf(tasks, { arrivals: [], refused: 0, accounts }, 20)
  expect(first).toMatchObject({ share: 1, fairShare: 0.5, hours: [0, 0, 1], fairHours: [0, 1, 2] })
  expect(second).toMatchObject({ share: 0, hours: [2, 2, 2], fairHours: [0, 0, 1] })
})

test('figures are those of the slowest run, by vehicle and for all credentials together', () => {
  const runs = [outcome(HOUR_MS + 100), outcome(2 * HOUR_MS)]
  expect(measure(runs, TASK)).toMatchObject({
    refusedPerThousand: 75,
    rollingPerThousand: 0,
    mostInRollingHour: 20,
    optimumHours: 1,
    hours: 2,
    shareOfOptimum: 0.5,
    firstMs: 19,
  })
  expect(measure([outcome(HOUR_MS, 2)], { ...TASK, vehicles: 81 }).optimumHours).toBe(2)
})

test('a gate that sends one too many within a rolling hour is found', () => {
  expect(breaksRule(measure([outcome(HOUR_MS + 100)], TASK), 20)).toBe(false)
  expect(breaksRule(measure([outcome(HOUR_MS + 10)], TASK), 20)).toBe(true)
})
