/** Scenario files: what they may say, how a wrong one is refused, and where none is allowed. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { openFaults } from '../../../src/service/faults/open-faults.ts'
import { readScenario } from '../../../src/service/faults/read-scenario.ts'
import { SCENARIO_BYTES_MAX } from '../../../src/service/faults/scenario.ts'
import { forFile } from '../../support/for-file.ts'
import { root } from '../../support/source-files.ts'
import { openTheatre, scenario, scenarioFile, SCENARIOS } from './open-stage.ts'
import { failureOf } from '../../support/failure-of.ts'

const refusalOf = (text: string) => failureOf(() => readScenario(text))

const RULE = '"when": {}, "then": { "fault": "answer-lost" }'

test.each([
  ['{ "rule": [] }', 'rule:', 'unknown key'],
  [`{ "rules": [{ ${RULE}, "nth": 1 }] }`, 'rules[0].nth:', 'unknown key'],
  ['{ "rules": [{ "when": {} }] }', 'rules[0].then:', 'missing'],
  ['{ "rules": [{ "then": { "fault": "answer-lost" } }] }', 'rules[0].when:', 'missing'],
  [
    `{ "rules": [{ ${RULE} }, { "when": { "plat": "A" }, "then": { "fault": "twin" } }] }`,
    'rules[1].when.plat:',
    'unknown key',
  ],
  [
    '{ "rules": [{ "when": {}, "then": { "fault": "answer-lots" } }] }',
    'rules[0].then.fault:',
    'answer-lost',
  ],
  [
    '{ "rules": [{ "when": {}, "then": { "fault": "answer-late", "seconds": 1 } }] }',
    'rules[0].then.seconds:',
    'unknown key',
  ],
  [
    '{ "rules": [{ "when": {}, "then": { "fault": "answer-late" } }] }',
    'rules[0].then.ms:',
    'missing',
  ],
  [
    '{ "rules": [{ "when": {}, "then": { "fault": "answer-late", "ms": 600001 } }] }',
    'rules[0].then.ms:',
    '0 to 600000',
  ],
  [
    '{ "rules": [{ "when": { "operation": "buy" }, "then": { "fault": "twin" } }] }',
    'rules[0].when.operation:',
    'createOrder',
  ],
  [
    '{ "rules": [{ "when": { "operation": "getOrder" }, "then": { "fault": "twin" } }] }',
    'rules[0].when.operation:',
    'exists only in createVehicle',
  ],
  [
    '{ "rules": [{ "when": { "plate": "abc" }, "then": { "fault": "twin" } }] }',
    'rules[0].when.plate:',
    'use the form',
  ],
  [
    '{ "rules": [{ "when": { "nth": 1, "every": 2 }, "then": { "fault": "twin" } }] }',
    'rules[0].when:',
    'only one of',
  ],
  [
    '{ "rules": [{ "when": { "times": 1 }, "then": { "fault": "pix-never" } }] }',
    'rules[0].when.times:',
    'by the plate and by nothing else',
  ],
  ['{ "coverage": [{ "uf": "XX" }] }', 'coverage[0].uf:', 'use one of these'],
  ['{ "coverage": [{ "uf": "AC", "kinds": [] }] }', 'coverage[0].kinds:', 'unknown key'],
  ['{ "coverage": [{ "uf": "AC", "methods": [] }] }', 'coverage[0].methods:', 'unknown key'],
  [
    '{ "switches": { "listLagMs": "5" } }',
    'switches.listLagMs:',
    '"5" is not usable: give a whole number',
  ],
  ['[]', 'the file:', '[] is not usable'],
  ['{ "rules": [', 'the file:', 'JSON'],
  [`{ "name": "${'x'.repeat(SCENARIO_BYTES_MAX)}" }`, 'the file:', 'shorten it'],
  [`{ "rules": [${Array.from({ length: 101 }, () => `{ ${RULE} }`).join()}] }`, 'rules:', '100'],
])('%s is refused, with the place and the cure', (text, place, cure) => {
  const failure = refusalOf(text)
  expect(failure.code).toBe('configuration')
  expect(failure.in('en')).toContain(`: ${place} `)
  expect(failure.in('en')).toContain(cure)
  expect(failure.in('pt-BR')).not.toBe(failure.in('en'))
})

describe('in live mode', () => {
  const clock = { now: () => 0, uptime: () => 0, sleep: async () => undefined }
  const modes = [
    { lookup: 'live', payments: 'mock' },
    { lookup: 'mock', payments: 'live' },
  ] as const

  test('a scenario is refused at the start', () => {
    for (const each of modes) {
      expect(() => openFaults({ scenario: scenario(), modes: each, clock })).toThrow(
        /LOOKUP_MODE=mock/,
      )
    }
  })

  test('plates of the range are plates like any', () => {
    for (const each of modes) {
      expect(openFaults({ scenario: undefined, modes: each, clock })).toBe(undefined)
    }
  })
})

describe('without a scenario', async () => {
  const theatre = await forFile(openTheatre())

  test('a service with a live provider does not start with one', async () => {
    const unasked = async () => await Promise.reject(new Error('A scenario asked a live provider.'))
    const lookup = { mode: 'live', begin: unasked, look: unasked } as const
    await expect(theatre.bench.again({ lookup, scenario: scenario() })).rejects.toThrow(
      /LOOKUP_MODE=mock/,
    )
  })

  test('a rule that fits nothing changes no answer', async () => {
    const rules = [[{ plate: 'FAZ' }, { fault: 'answer-lost' }]] as const
    const staged = await theatre.under(scenario(...rules))
    const { id } = await theatre.plain.registered('FAH')
    for (const path of [
      '/health',
      '/api/v1/coverage',
      '/api/v1/vehicles',
      `/api/v1/vehicles/${id}`,
    ]) {
      const [plain, under] = [await theatre.plain.send('GET', path), await staged.send('GET', path)]
      expect(under.text).toBe(plain.text)
    }
  })

  test('no plate is looked up until one of the range is registered, and then only to decide', async () => {
    await using fresh = await openTheatre()
    const { id } = await fresh.plain.registered('FAI')
    const statements = async (method: string, path: string): Promise<number> => {
      let count = 0
      const note = (): void => void (count += 1)
      fresh.bench.pool.on('acquire', note)
      await fresh.plain.send(method, path)
      fresh.bench.pool.off('acquire', note)
      return count
    }
    const consultations = `/api/v1/vehicles/${id}/consultations`
    await fresh.plain.send('POST', consultations)
    const asleep = {
      listed: await statements('GET', '/api/v1/orders'),
      asked: await statements('POST', consultations),
    }
    await fresh.plain.registered('ZZV')
    expect(await statements('GET', '/api/v1/orders')).toBe(asleep.listed)
    expect(await statements('POST', consultations)).toBe(asleep.asked + 1)
  })
})

interface Written {
  readonly when: object
  readonly then: object
}

test('every rule of every scenario in fixtures is taken as written, and described there', () => {
  const readme = readFileSync(join(root, 'fixtures/README.md'), 'utf8')
  const files = readdirSync(SCENARIOS)
  expect(files.length).toBeGreaterThan(0)
  for (const file of files) {
    const { rules } = JSON.parse(readFileSync(join(SCENARIOS, file), 'utf8')) as {
      rules: Written[]
    }
    expect(rules.length).toBeGreaterThan(0)
    expect(scenarioFile(file).rules).toMatchObject(
      rules.map(({ when, then: fault }) => ({ when, fault })),
    )
    expect(readme).toContain(`\`scenarios/${file}\``)
  }
})
