/** The bench itself: that it runs, and that it would notice a gate that breaks the rule. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
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
