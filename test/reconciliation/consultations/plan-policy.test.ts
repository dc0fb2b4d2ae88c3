import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { defaultPlanPolicy, restMs } from '../../../src/reconciliation/consultations/plan-policy.ts'
import { readPlanPolicy } from '../../../src/reconciliation/consultations/read-plan-policy.ts'
import { failureOf } from '../../support/failure-of.ts'

const HOUR_MS = 3_600_000

const refusal = (text: string) => failureOf(() => readPlanPolicy(text, 7))

test('an empty file leaves every default, with the freshness of the option', () => {
  expect(readPlanPolicy('{}', 3)).toEqual(defaultPlanPolicy(3))
})

test('the file that the documentation shows is the default', async () => {
  const text = await readFile(new URL('../../../docs/quotas.md', import.meta.url), 'utf8')
  const shown = /```json\n(\{\n {2}"weights"[^]*?)```/.exec(text)?.[1] ?? ''
  expect(readPlanPolicy(shown, 0)).toEqual(defaultPlanPolicy())
})

test('what the file names is replaced, and nothing beside it', () => {
  const text = '{"weights": {"stale": 90}, "freshnessDays": {"dueSoon": 1}, "askedMax": 2}'
  const defaults = defaultPlanPolicy(7)
  expect(readPlanPolicy(text, 7)).toEqual({
    ...defaults,
    weights: { ...defaults.weights, stale: 90 },
    freshnessDays: { dueSoon: 1, openDebts: 7, other: 7 },
    askedMax: 2,
  })
})

test.each([
  ['{"wieghts": {}}', 'wieghts: unknown key; remove it or use one of these: weights,'],
  ['{"weights": {"old": 1}}', 'weights.old: unknown key; remove it or use one of these: neverAns'],
  ['{"constructor": 1}', 'constructor: unknown key'],
  ['{"dueSoonDays": -1}', 'dueSoonDays: -1 is not usable: give a whole number from 0 to 366'],
  ['{"askedMax": 0}', 'askedMax: 0 is not usable: give a whole number from 1 to 100'],
  ['{"weights": {"stale": "9"}}', 'weights.stale: "9" is not usable: give a whole number'],
  ['{"weights": []}', 'weights: [] is not usable: give a JSON object'],
  ['{"lastingErrors": "x"}', 'lastingErrors: "x" is not usable: give a list of at most 200 codes'],
  ['[]', 'the file: [] is not usable: give a JSON object'],
  ['{', 'the file: is not JSON'],
  [`{"lastingErrors": ["${'x'.repeat(70_000)}"]}`, 'the file: is longer than'],
])('%.40s is refused with the place and the cure', (text, sentence) => {
  const failure = refusal(text)
  expect(failure.code).toBe('configuration')
  expect(failure.in('en')).toContain(`FROTA_PLAN_FILE): ${sentence}`)
  expect(failure.in('pt-BR')).toContain('FROTA_PLAN_FILE')
})

test('a lasting failure rests longer than a passing one', () => {
  const policy = defaultPlanPolicy()
  const rest = (reason: string) => restMs(policy, 'failed', reason) / HOUR_MS
  expect(rest('authority_timeout: no answer')).toBe(policy.failedRestHours)
  expect(rest('vehicle_not_found: nobody knows it')).toBe(policy.lastingRestHours)
  expect(rest('vehicle-inactive')).toBe(policy.lastingRestHours)
  expect(restMs(policy, 'stuck', 'vehicle_not_found') / HOUR_MS).toBe(policy.stuckRestHours)
})
