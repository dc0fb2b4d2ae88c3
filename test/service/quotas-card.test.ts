/** The one hourly budget of orders and card payments, over real HTTP. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { detail } from '../../src/contract/problem.ts'
import { type Account, type Answer, type Bench, openBench } from './support/open-service.ts'
import { orderOf } from './support/ordering.ts'

let bench: Bench
beforeAll(async () => {
  bench = await openBench({ limits: { consultationsPerHour: 10_000 } })
})
afterAll(async () => {
  await bench[Symbol.asyncDispose]()
})

const CARD = { holder_name: 'A', number: '4000000000009995', expiry: '12/30', cvc: '123' }

async function pay(id: string, as: Account): Promise<Answer> {
  return await bench.send('POST', `/api/v1/orders/${id}/pay-card`, { as, body: CARD })
}

test('orders and card payments are counted together: thirty in an hour', async () => {
  const as = await bench.tenant('together')
  const { order, items } = await orderOf(bench, 'credit_card', { as })
  const body = { debt_item_ids: items.map(({ id }) => id), method: 'pix' }
  for (let times = 1; times < 30; times++) {
    expect((await pay(order.id, as)).body['latest_attempt']).toMatchObject({ status: 'declined' })
  }
  const refused = [
    await pay(order.id, as),
    await bench.send('POST', '/api/v1/orders', { as, body }),
  ]
  for (const answer of refused) {
    expect([answer.status, answer.body]).toEqual([429, { detail: detail.quotaOrders }])
    expect(answer.headers.get('retry-after')).toBe('3600')
  }
})

test('neither simulate-pix nor a consultation uses the budget of orders', async () => {
  const as = await bench.tenant('apart')
  const { order } = await orderOf(bench, 'pix', { as })
  bench.clock.step(10_000)
  const path = `/api/v1/orders/${order.id}/simulate-pix`
  for (let times = 0; times < 40; times++) await bench.send('POST', path, { as })
  const asking = `/api/v1/vehicles/${order.vehicle_id}/consultations`
  expect((await bench.send('POST', asking, { as })).status).toBe(201)
  const { order: card } = await orderOf(bench, 'credit_card', { as, from: 2_200 })
  for (let times = 0; times < 28; times++) expect((await pay(card.id, as)).status).toBe(200)
  expect((await pay(card.id, as)).status).toBe(429)
})
