/** What the service answers through the whole flow has the fields that the document shows. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as consultation from '../../src/contract/openapi/examples/example-consultation.ts'
import * as order from '../../src/contract/openapi/examples/example-order.ts'
import * as vehicle from '../../src/contract/openapi/examples/example-vehicle.ts'
import { coverage } from '../../src/contract/openapi/examples/example-service.ts'
import { type Answer, type Bench, MINUTE_MS, openBench } from './support/open-service.ts'
import { orderOf, readOrder } from './support/ordering.ts'

let bench: Bench
beforeAll(async () => {
  bench = await openBench({ limits: { ordersPerHour: 1e6, consultationsPerHour: 1e6 } })
})
afterAll(async () => {
  await bench[Symbol.asyncDispose]()
})

/** Every path to a value, with the kind of the value; lists by their first element. */
function shape(value: unknown, path = ''): string[] {
  if (Array.isArray(value)) return value.length === 0 ? [] : shape(value[0], `${path}[]`)
  if (typeof value !== 'object' || value === null) return [path]
  return Object.entries(value)
    .flatMap(([key, each]) => shape(each, `${path}.${key}`))
    .toSorted()
}

/** The example may show a debt's due date where this debt has none. */
function withoutDueDate(paths: readonly string[]): string[] {
  return paths.filter((path) => !path.endsWith('.due_date'))
}

function expectShape(answered: object, example: object): void {
  expect(withoutDueDate(shape(answered))).toEqual(withoutDueDate(shape(example)))
}

async function payCard(id: string, number: string): Promise<Answer> {
  const body = { ...order.cardPayment, number }
  return await bench.send('POST', `/api/v1/orders/${id}/pay-card`, { body })
}

test('vehicles, consultations and summaries', async () => {
  const { order: made } = await orderOf(bench, 'pix')
  const at = `/api/v1/vehicles/${made.vehicle_id}`
  expectShape((await bench.send('GET', at)).body, vehicle.consultedVehicle)
  const latest = await bench.send('GET', `${at}/consultations/latest`)
  expectShape(latest.body, consultation.readyConsultation)
  const opened = await bench.send('POST', `${at}/consultations`)
  expectShape(opened.body, consultation.pendingConsultation)
  expectShape((await bench.send('GET', '/api/v1/vehicles/summary')).body, vehicle.vehicleSummary)
  expectShape((await bench.send('GET', '/api/v1/orders/summary')).body, order.orderSummary)
  expectShape((await bench.send('GET', '/api/v1/coverage')).body, coverage)
})

test('an order by Pix, from its code to its settlement', async () => {
  const { order: made, items } = await orderOf(bench, 'pix')
  expectShape(made, order.awaitingOrder)
  bench.clock.step(MINUTE_MS)
  const paid = await bench.send('POST', `/api/v1/orders/${made.id}/simulate-pix`)
  expectShape(paid.body, order.paidOrder)
  bench.clock.step(60 * MINUTE_MS)
  const settled = await readOrder(bench, made.id)
  expect(settled.status).toBe('settled')
  expectShape(settled, order.settledOrder)
  const next = await orderOf(bench, 'pix')
  const body = { debt_item_ids: next.items.map(({ id }) => id) }
  expect(body.debt_item_ids).not.toEqual(items.map(({ id }) => id))
  const preview = await bench.send('POST', '/api/v1/checkout/preview', { body })
  expectShape(preview.body, order.preview)
})

test('an order by boleto', async () => {
  const { order: made } = await orderOf(bench, 'boleto')
  expectShape(made, order.boletoOrder)
  expect(made.latest_attempt?.message).toBe(order.boletoOrder.latest_attempt?.message)
})

test('an order by card: paid, declined, in doubt', async () => {
  const { order: made } = await orderOf(bench, 'credit_card')
  expectShape(made, order.cardOrder)
  const declined = await payCard(made.id, '4000000000009995')
  expectShape(declined.body, order.declinedCardOrder)
  expect(declined.body).toMatchObject({
    latest_attempt: { message: order.declinedCardOrder.latest_attempt?.message },
  })
  const paid = await payCard(made.id, order.cardPayment.number)
  expectShape(paid.body, order.paidCardOrder)
  const { order: doubtful } = await orderOf(bench, 'credit_card')
  const inDoubt = await payCard(doubtful.id, '4000000000003220')
  expectShape(inDoubt.body, order.doubtfulCardOrder)
  for (const [answer, example] of [
    [declined, order.declinedCardOrder],
    [paid, order.paidCardOrder],
    [inDoubt, order.doubtfulCardOrder],
  ] as const) {
    expect([answer.status, answer.body['status']]).toEqual([200, example.status])
  }
})
