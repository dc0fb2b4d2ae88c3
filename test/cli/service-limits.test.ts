/** The options of `frota service` about its limits and its address reach the service. */
import { expect, test } from 'vitest'
import { openWorld, type ServiceFacts } from '../support/run-frota.ts'
import { callService } from '../support/call-service.ts'

const HALF_AN_HOUR_S = 1_800

const VEHICLE = {
  plate: 'FAA1A11',
  renavam: '00639884962',
  uf: 'SP',
  owner_document: '52998224725',
}

async function call(
  facts: ServiceFacts,
  method: string,
  path: string,
  body?: object,
): Promise<{ status: number; retryAfter: string | null; id: string }> {
  const reply = await callService(facts, method, path, { body })
  const text = await reply.text()
  const { id = '' } = Object(text === '' ? {} : JSON.parse(text)) as { id?: string }
  return { status: reply.status, retryAfter: reply.headers.get('retry-after'), id }
}

test('SERVICE_WINDOW and SERVICE_COUNT_REFUSED are heeded', async () => {
  await using world = await openWorld({
    FROTA_CONSULTATIONS_PER_HOUR: '2',
    SERVICE_WINDOW: 'bucket',
    SERVICE_COUNT_REFUSED: 'no',
  })
  const facts = await world.serve()
  const inactive = (await call(facts, 'POST', '/api/v1/vehicles', VEHICLE)).id
  await call(facts, 'DELETE', `/api/v1/vehicles/${inactive}`)
  const { id } = await call(facts, 'POST', '/api/v1/vehicles', VEHICLE)
  const asked = (vehicle: string) =>
    call(facts, 'POST', `/api/v1/vehicles/${vehicle}/consultations`)
  // Refused ones give their slot back, so that there is still room for two.
  for (let times = 0; times < 3; times++) expect((await asked(inactive)).status).toBe(409)
  expect([(await asked(id)).status, (await asked(id)).status]).toEqual([201, 201])
  const full = await asked(id)
  expect(full.status).toBe(429)
  // A bucket of two is refilled by one in half an hour; any other window would take the hour.
  expect(Number(full.retryAfter)).toBeGreaterThan(0)
  expect(Number(full.retryAfter)).toBeLessThanOrEqual(HALF_AN_HOUR_S)
})

test('SERVICE_HOST is where it listens: an address of no machine is refused', async () => {
  await using world = await openWorld({ SERVICE_HOST: '192.0.2.1', PORT: '0' })
  const ended = await world.run(['service'])
  expect(ended.code).toBe(2)
  expect(ended.stderr).toContain('192.0.2.1:0')
})
