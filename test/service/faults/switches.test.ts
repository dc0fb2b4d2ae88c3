/** Every undecidable branch at its worst, by switches that name no vehicle. */
import { expect, test } from 'vitest'
import { openTheatre, scenarioFile } from './open-stage.ts'
import { forFile } from '../../support/for-file.ts'

type Body = Record<string, unknown>

const theatre = await forFile(openTheatre())
const stage = await theatre.under(scenarioFile('careful-branches.json'))

async function visible(prefix: string): Promise<string> {
  const { body, status } = await stage.send('POST', '/api/v1/vehicles', stage.vehicle(prefix))
  expect(status).toBe(201)
  const id = String(body['id'])
  expect((await stage.send('GET', `/api/v1/vehicles/${id}`)).status).toBe(404)
  theatre.bench.clock.step(5_000)
  expect((await stage.send('GET', `/api/v1/vehicles/${id}`)).status).toBe(200)
  return id
}

test('what was created is not even readable by its id for a while', async () => {
  await visible('FBA')
})

test('a 5xx uses no slot', async () => {
  const id = await visible('QJA')
  const used = 'SELECT count(*)::int AS count FROM service.quota_use'
  const before = await theatre.bench.pool.query(used)
  const refused = await stage.send('POST', `/api/v1/vehicles/${id}/consultations`)
  expect(refused.status).toBe(503)
  expect((await theatre.bench.pool.query(used)).rows).toEqual(before.rows)
})

test('orders show neither debt ids nor times of attempts', async () => {
  const id = await visible('QJB')
  const path = `/api/v1/vehicles/${id}/consultations`
  await stage.send('POST', path)
  theatre.bench.clock.step(60_000)
  const { items } = (await stage.send('GET', `${path}/latest`)).body as { items: Body[] }
  const item = items.find((each) => each['is_payable'] === true && each['depends_on'] === null)
  const order = { debt_item_ids: [item?.['id']], method: 'pix' }
  const made = await stage.send('POST', '/api/v1/orders', order)
  expect(made.status).toBe(201)
  const listed = await stage.send('GET', `/api/v1/orders?vehicle_id=${id}`)
  for (const shown of [made.body, ...(listed.body['results'] as Body[])]) {
    expect(shown['items']).toMatchObject([{ amount: item?.['amount'] }])
    expect((shown['items'] as Body[])[0]).not.toHaveProperty('debt_item_id')
    expect(shown['latest_attempt']).not.toHaveProperty('created_at')
  }
})
