/** A service that stops offering a state: no slot is spent, a person reads why, and it comes back. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fleet, openWorld, startService } from '../support/run-frota.ts'
import type { Ended, Running, ServiceFacts, World } from '../support/run-frota.ts'

const VEHICLES = 18
/** Of small.csv, with plate XPB4036 among them. */
const IN_SAO_PAULO = 5
const TIMEOUT_MS = 120_000

let service: World
let runner: World
let serving: Running
let facts: ServiceFacts
let first: Ended

beforeAll(async () => {
  service = await openWorld()
  const scenario = join(service.dir, 'scenario.json')
  await writeFile(scenario, '{"coverage": [{"uf": "SP", "consultation": false}]}')
  const started = await startService(service, { env: { SERVICE_SCENARIO_FILE: scenario } })
  serving = started.running
  facts = started.facts
  runner = await openWorld({
    FROTA_API_URL: facts.url,
    FROTA_API_KEY: facts.apiKey,
    FROTA_ACCOUNT_ID: facts.accountId,
    FROTA_LOCALE: 'en',
    FROTA_CSV_FLAVOUR: 'machine',
  })
  first = await runner.run(['reconcile', fleet('small.csv')])
}, TIMEOUT_MS)
afterAll(async () => {
  await runner[Symbol.asyncDispose]()
  await service[Symbol.asyncDispose]()
})

test('its vehicles are registered and not asked, and cost no slot', async () => {
  expect(first.code).toBe(0)
  const asked = await service.query(
    `select vehicle.uf, count(*)::int as asked from service.consultation
      join service.vehicle on vehicle.id = consultation.vehicle_id group by 1`,
  )
  expect(asked.map(({ uf }) => uf)).not.toContain('SP')
  expect(asked.reduce((sum, row) => sum + Number(row['asked']), 0)).toBe(VEHICLES - IN_SAO_PAULO)
  // A slot that a busy machine gave back unused is one that nothing was sent with.
  const used = "select count(*) from frota.quota_use where state <> 'never-sent'"
  expect(await runner.count(used)).toBe(VEHICLES - IN_SAO_PAULO)
})

test('the report and why say so', async () => {
  const told = (await runner.report('exceptions.csv')).split('\n').filter((line) => {
    return line.startsWith('notice,member-excluded,')
  })
  expect(told).toHaveLength(IN_SAO_PAULO)
  expect(told[0]).toContain('the service does not offer consultations in this state now')
  const { stdout } = await runner.run(['why', 'XPB4036'])
  expect(stdout).toMatch(/Now: +the service offers no consultations in this state/)
})

test('another run says it again and asks nothing', async () => {
  expect(await runner.json(['reconcile'])).toMatchObject({ state: 'done', closes: true })
  expect(await service.count('select count(*) from service.consultation')).toBe(
    VEHICLES - IN_SAO_PAULO,
  )
  expect(await runner.count('select count(*) from frota.campaign')).toBe(1)
})

test('once the state is offered again, its vehicles are asked', async () => {
  serving.kill('SIGTERM')
  await serving.ended
  await startService(service, { env: { PORT: new URL(facts.url).port } })
  // All vehicles together are fewer than one hour's slots.
  expect(await runner.json(['reconcile'])).toMatchObject({ carriedOver: 0 })
  expect(await service.count('select count(*) from service.consultation')).toBe(VEHICLES)
  const { vehicles } = await runner.json(['why', 'XPB4036'])
  expect(vehicles).not.toMatchObject([{ hold: { hold: 'state-not-offered' } }])
})
