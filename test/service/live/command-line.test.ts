/** Two `frota service` in a chain, as an operator starts them, and a question through both. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Consultation } from '../../../src/contract/consultation.ts'
import type { Vehicle } from '../../../src/contract/vehicle.ts'
import { openWorld, type ServiceFacts, startService, type World } from '../../support/run-frota.ts'
import { newVehicle } from '../support/fleet.ts'
import { callService } from '../../support/call-service.ts'

const TEST_MS_MAX = 180_000
const SCALED = { FROTA_TEST_SCALE: '300' }
const MANY = { FROTA_CONSULTATIONS_PER_HOUR: '500' }

async function ask<Body>(
  facts: ServiceFacts,
  method: string,
  path: string,
  body?: object,
): Promise<Body> {
  const answer = await callService(facts, method, path, { body })
  expect([answer.ok, answer.status, path]).toEqual([true, answer.status, path])
  return (await answer.json()) as Body
}

/** As an operator gives it to a partner. */
async function access(world: World): Promise<Omit<ServiceFacts, 'url'>> {
  await world.json(['service', 'brands', 'create', 'parceiro', '--fee', '4,90'])
  const account = await world.json('service accounts create frota --brand parceiro'.split(' '))
  const words = 'service keys create --brand parceiro --name backend'
  const key = await world.json(words.split(' '))
  return { accountId: String(account['id']), apiKey: String(key['apiKey']) }
}

test(
  'a live service has its debts looked up by the one behind it, and would pay there',
  async () => {
    await using behind = await openWorld({ ...SCALED, ...MANY })
    await using front = await openWorld({ ...SCALED, ...MANY, LOG_LEVEL: 'debug' })
    const back = await behind.serve()
    const keyFile = join(front.dir, 'key')
    await writeFile(keyFile, `${back.apiKey}\n`, { mode: 0o600 })
    const env = {
      LOOKUP_MODE: 'live',
      PAYMENTS_MODE: 'live',
      LIVE_API_URL: back.url,
      LIVE_API_KEY_FILE: keyFile,
      LIVE_ACCOUNT_ID: back.accountId,
    }
    // A real service is behind it, so the key that every start prints is none.
    const started = await startService(front, { env })
    expect(started.facts).toEqual({ url: started.facts.url })
    const { running } = started
    const facts = { ...started.facts, ...(await access(front)) }
    const health = await ask<{ payments: unknown }>(facts, 'GET', '/health')
    expect(health.payments).toEqual({ mode: 'live', sandbox: true })

    const body = newVehicle(2_000)
    const { id } = await ask<Vehicle>(facts, 'POST', '/api/v1/vehicles', body)
    const asked = await ask<Consultation>(facts, 'POST', `/api/v1/vehicles/${id}/consultations`)
    const read = () => ask<Consultation>(facts, 'GET', `/api/v1/consultations/${asked.id}`)
    const status = async () => (await read()).status
    await expect.poll(status, { timeout: TEST_MS_MAX }).not.toBe('pending')

    running.kill('SIGTERM')
    expect((await running.ended).code).toBe(0)
    expect(running.stderr()).not.toContain(back.apiKey)
    expect(running.stderr()).not.toContain(body.owner_document)
    const theirs = await behind.query('SELECT plate FROM service.consultation')
    expect(theirs).toEqual([{ plate: body.plate }])
  },
  TEST_MS_MAX,
)

test('the demo key is for this machine, unless --demo says more, and for no real service', async () => {
  await using world = await openWorld({ FROTA_LOCALE: 'en', PORT: '0' })
  const statusWith = async ({ url, apiKey }: ServiceFacts): Promise<number> => {
    const address = `http://127.0.0.1:${new URL(url).port}/api/v1/coverage`
    const reply = await fetch(address, { headers: { 'x-api-key': apiKey } })
    await reply.arrayBuffer()
    return reply.status
  }
  const { facts, running } = await startService(world)
  expect(await statusWith(facts)).toBe(200)
  running.kill('SIGTERM')
  await running.ended
  const SERVICE_HOST = '0.0.0.0'
  const { facts: open } = await startService(world, { env: { SERVICE_HOST } })
  expect(open).toEqual({ url: open.url })
  expect(await statusWith({ ...facts, ...open })).toBe(401)
  const live = await world.run(['service', '--demo'], { env: { LOOKUP_MODE: 'live' } })
  expect([live.code, live.stderr]).toEqual([2, expect.stringContaining('--demo')])
})
