/** Settlement of what was paid: item by item, refused ones refunded, totals by status and method. */
import { expect, test } from 'vitest'
import type { Order } from '../../src/contract/order.ts'
import { MINUTE_MS, openBench } from './support/open-service.ts'
import { asOrder, cents, orderOf, readOrder } from './support/ordering.ts'
import { simulatedPayments } from './support/scripted-payments.ts'
import { forFile } from '../support/for-file.ts'

/** How many of each order's items the authority refuses. */
let refusals = 0
const bench = await forFile(
  openBench({
    payments: simulatedPayments(
      { refusedItems: ({ items }) => items.slice(0, refusals).map((item) => item.debtItemId) },
      { minMs: MINUTE_MS, maxMs: 30 * MINUTE_MS },
    ),
  }),
)

async function paid(count: number, refused: number): Promise<Order> {
  refusals = refused
  const { order } = await orderOf(bench, 'pix', { count })
  bench.clock.step(MINUTE_MS)
  const answer = await bench.send('POST', `/api/v1/orders/${order.id}/simulate-pix`)
  expect(answer.status).toBe(200)
  return asOrder(answer)
}

const standings = (order: Order) => order.items?.map((item) => item.settlement_status)

test('items settle one by one, and the order with the last of them', async () => {
  const made = await paid(4, 0)
  const seen = new Set<number>()
  for (let minute = 0; minute < 62; minute++) {
    bench.clock.step(MINUTE_MS)
    const order = await readOrder(bench, made.id)
    const settled = standings(order)?.filter((each) => each === 'settled').length ?? 0
    expect(order.status === 'settled').toBe(settled === 4)
    if (order.status === 'settling') seen.add(settled)
  }
  expect(seen.size).toBeGreaterThan(1)
  expect((await readOrder(bench, made.id)).refunded_amount).toBe('0.00')
})

test('a refused item is refunded and still owed, while the rest of its order settles', async () => {
  const made = await paid(3, 1)
  const url = `/api/v1/vehicles/${made.vehicle_id}`
  const before = Number((await bench.send('GET', url)).body['open_debts_count'])
  bench.clock.step(70 * MINUTE_MS)
  const order = await readOrder(bench, made.id)
  expect(order.status).toBe('settled')
  expect(standings(order)).toEqual(['failed', 'settled', 'settled'])
  expect(order.refunded_amount).toBe(order.items?.[0]?.amount)
  expect((await bench.send('GET', url)).body['open_debts_count']).toBe(before - 2)
  const ids = (order.items ?? []).map((item) => item.debt_item_id)
  const again = { debt_item_ids: ids.slice(0, 1), method: 'pix' }
  expect((await bench.send('POST', '/api/v1/orders', { body: again })).status).toBe(201)
  const settled = { debt_item_ids: ids.slice(1), method: 'pix' }
  expect((await bench.send('POST', '/api/v1/orders', { body: settled })).status).toBe(409)
})

test('the summary says what was refunded, in all and by status and method', async () => {
  const as = await bench.tenant('refunds')
  refusals = 1
  const { order } = await orderOf(bench, 'pix', { as, count: 2 })
  bench.clock.step(MINUTE_MS)
  await bench.send('POST', `/api/v1/orders/${order.id}/simulate-pix`, { as })
  bench.clock.step(70 * MINUTE_MS)
  const { refunded_amount } = await readOrder(bench, order.id, as)
  expect(cents(refunded_amount)).toBeGreaterThan(0n)
  const { body } = await bench.send('GET', '/api/v1/orders/summary', { as })
  expect(body).toMatchObject({
    total_amount: order.total_amount,
    refunded_amount,
    by_status: [{ status: 'settled', refunded_amount }],
    by_method: [{ method: 'pix', refunded_amount }],
  })
})
