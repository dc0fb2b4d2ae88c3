/** Decisions of docs/service.md where the interface is silent, over real HTTP. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DebtItem } from '../../src/contract/debt-item.ts'
import { consult, consulted, register } from './support/fleet.ts'
import { type Bench, MINUTE_MS, openBench } from './support/open-service.ts'
import { free, orderOf } from './support/ordering.ts'

let bench: Bench
beforeAll(async () => {
  bench = await openBench({ limits: { ordersPerHour: 10_000, consultationsPerHour: 10_000 } })
})
afterAll(async () => {
  await bench[Symbol.asyncDispose]()
})

const isFree = (items: readonly DebtItem[]): boolean => items.some(free)

test.each(['/vehicles', '/api/vehicles', '/api/v2/vehicles', '/api/v1'])(
  'there is nothing at %s',
  async (path) => {
    const answer = await bench.send('GET', path)
    expect([answer.status, Object.keys(answer.body)]).toEqual([404, ['detail']])
  },
)

test('no answer sets a cookie, and neither a cookie nor a session token opens anything', async () => {
  const list = '/api/v1/vehicles'
  const none = { 'x-api-key': undefined }
  for (const headers of [{}, none]) {
    const answer = await bench.send('GET', list, { headers })
    expect(answer.headers.getSetCookie()).toEqual([])
  }
  const cookie = `session=${bench.own.apiKey}; refresh=${bench.own.apiKey}`
  expect((await bench.send('GET', list, { headers: { ...none, cookie } })).status).toBe(401)
  const token = 'Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.'
  const session = { ...none, authorization: token }
  expect((await bench.send('GET', list, { headers: session })).status).toBe(401)
})

test('a day of the filters begins at midnight in São Paulo', async () => {
  const as = await bench.tenant('midnight')
  bench.clock.step(Date.parse('2026-12-02T01:59:00Z') - bench.clock.now())
  // 22:59 on the first of December in São Paulo, and already the second in UTC.
  const { order } = await orderOf(bench, 'pix', { as })
  const isFound = async (query: string): Promise<boolean> => {
    const { body } = await bench.send('GET', `/api/v1/orders?${query}`, { as })
    return JSON.stringify(body).includes(order.id)
  }
  expect(await isFound('created_after=2026-12-01&created_before=2026-12-01')).toBe(true)
  expect(await isFound('created_after=2026-12-02')).toBe(false)
  expect(await isFound('created_before=2026-11-30')).toBe(false)
})

test('the same debts may be ordered twice, and paid twice', async () => {
  const { consultation } = await consulted(bench, isFree)
  const body = { debt_item_ids: [consultation.items.find(free)?.id], method: 'pix' }
  const made = [
    await bench.send('POST', '/api/v1/orders', { body }),
    await bench.send('POST', '/api/v1/orders', { body }),
  ]
  expect(made.map(({ status }) => status)).toEqual([201, 201])
  bench.clock.step(MINUTE_MS)
  for (const { body: order } of made) {
    const path = `/api/v1/orders/${String(order['id'])}/simulate-pix`
    expect((await bench.send('POST', path)).status).toBe(200)
  }
})

test('an item of an older answer may be ordered; the next answer lacks its debt', async () => {
  const { vehicleId, consultation } = await consulted(bench, isFree)
  await consult(bench, vehicleId)
  const item = consultation.items.find(free)
  const body = { debt_item_ids: [item?.id], method: 'pix' }
  const made = await bench.send('POST', '/api/v1/orders', { body })
  expect(made.status).toBe(201)
  bench.clock.step(MINUTE_MS)
  const path = `/api/v1/orders/${String(made.body['id'])}`
  expect((await bench.send('POST', `${path}/simulate-pix`)).status).toBe(200)
  bench.clock.step(60 * MINUTE_MS)
  expect((await bench.send('GET', path)).body['status']).toBe('settled')
  const next = await consult(bench, vehicleId)
  expect(next.items.length).toBeLessThan(consultation.items.length)
})

test('a single payment and its instalments may stand in one order', async () => {
  const kinds = ['ipva_unique', 'ipva_installment']
  const both = (items: readonly DebtItem[]): DebtItem[] =>
    kinds.flatMap((kind) => items.find((item) => item.kind === kind && free(item)) ?? [])
  const { consultation } = await consulted(bench, (items) => both(items).length === 2)
  const ids = both(consultation.items).map(({ id }) => id)
  const body = { debt_item_ids: ids, method: 'pix' }
  expect((await bench.send('POST', '/api/v1/orders', { body })).status).toBe(201)
})

test('a second consultation is allowed while one is pending', async () => {
  const { vehicleId } = await consulted(bench, isFree)
  const path = `/api/v1/vehicles/${vehicleId}/consultations`
  const asked = [await bench.send('POST', path), await bench.send('POST', path)]
  expect(asked.map(({ status, body }) => [status, body['status']])).toEqual([
    [201, 'pending'],
    [201, 'pending'],
  ])
  expect(asked[0]?.body['id']).not.toBe(asked[1]?.body['id'])
})

test('a body is ignored where none is documented', async () => {
  const { vehicleId } = await consulted(bench, isFree)
  const body = { vehicle_id: bench.random.uuid(), method: 'cash' }
  const path = `/api/v1/vehicles/${vehicleId}/consultations`
  const asked = await bench.send('POST', path, { body })
  expect([asked.status, asked.body['vehicle_id']]).toEqual([201, vehicleId])
  expect((await bench.send('DELETE', `/api/v1/vehicles/${vehicleId}`, { body })).status).toBe(204)
})

test('vehicles are listed newest first', async () => {
  const as = await bench.tenant('newest')
  const ids: string[] = []
  for (const number of [1, 2, 3]) {
    bench.clock.step(1)
    ids.push(await register(bench, number, as))
  }
  const { body } = await bench.send('GET', '/api/v1/vehicles', { as })
  expect((body['results'] as { id: string }[]).map(({ id }) => id)).toEqual(ids.toReversed())
})

test('a preview refuses by name what an order refuses by name', async () => {
  const isBad = (item: DebtItem): boolean => !item.is_payable
  const stranger = await bench.tenant('stranger')
  const mine = await consulted(bench, (items) => items.some(isBad))
  const theirs = await consulted(bench, isFree, stranger)
  const refused = [mine.consultation.items.find(isBad), theirs.consultation.items.find(free)]
  for (const id of refused.map((item) => item?.id)) {
    const body = { debt_item_ids: [id], method: 'pix' }
    const preview = await bench.send('POST', '/api/v1/checkout/preview', { body })
    const order = await bench.send('POST', '/api/v1/orders', { body })
    expect([preview.status, preview.body]).toEqual([
      422,
      { detail: expect.stringContaining(`${id}`) },
    ])
    expect(order.text).toBe(preview.text)
  }
})
