/** Two instances of the service over one database behind a round robin are one service. */
import { expect, test } from 'vitest'
import type { Order } from '../../src/contract/order.ts'
import { type Account, type Answer, MINUTE_MS, openBench } from './support/open-service.ts'
import { asOrder, cents, latest, orderOf } from './support/ordering.ts'
import { scriptedPayments } from './support/scripted-payments.ts'
import { forFile } from '../support/for-file.ts'

const ORDERS_PER_HOUR = 10
const CARD = {
  number: '4111111111111111',
  holder_name: 'MARIA DE TESTE',
  expiry: '12/30',
  cvc: '123',
}
const payments = scriptedPayments()

const bench = await forFile(openBench({ payments, limits: { ordersPerHour: ORDERS_PER_HOUR } }))
const other = await forFile(bench.again())

/** Sends as many at once, each to the next instance in turn. */
function inTurn(
  count: number,
  send: (url: string, at: number) => Promise<Answer>,
): Promise<Answer[]> {
  const urls = [bench.url, other.url]
  return Promise.all(Array.from({ length: count }, (_, at) => send(urls[at % 2] ?? bench.url, at)))
}

const passed = (answers: readonly Answer[]): number =>
  answers.filter(({ status }) => status === 200).length

/** What ten readers at once are told of an order, which must be one thing. */
async function readByAll(id: string, as: Account): Promise<Order> {
  const answers = await inTurn(10, (url) => bench.send('GET', `/api/v1/orders/${id}`, { as, url }))
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
  const [first] = answers
  if (first === undefined) throw new Error('Nobody read.')
  return asOrder(first)
}

test('an expired code is renewed once, and both instances show the new one', async () => {
  const as = await bench.tenant('codes')
  const { order } = await orderOf(bench, 'pix', { as })
  bench.clock.step(5_000)
  const first = latest(await readByAll(order.id, as)).pix_copy_paste
  bench.clock.step(30 * MINUTE_MS)
  const path = `/api/v1/orders/${order.id}/pix`
  expect(passed(await inTurn(10, (url) => bench.send('POST', path, { as, url })))).toBe(1)
  bench.clock.step(5_000)
  const second = latest(await readByAll(order.id, as)).pix_copy_paste
  expect(second).toMatch(/^000201/)
  expect(second).not.toBe(first)
})

test('orders and cards share the budget of an hour, and twenty cards at once charge once', async () => {
  const as = await bench.tenant('cards')
  const orders: Order[] = []
  for (let made = 0; made < ORDERS_PER_HOUR / 2; made++) {
    const { order } = await orderOf(bench, 'credit_card', { as })
    orders.push(order)
  }
  const [one, ...rest] = orders
  const pay = (order: Order | undefined, url: string) =>
    bench.send('POST', `/api/v1/orders/${order?.id}/pay-card`, { as, url, body: CARD })
  const asked = payments.asked.payCard
  const charged = await Promise.all(
    rest.map((order, at) => pay(order, [bench.url, other.url][at % 2] ?? '')),
  )
  expect(passed(charged)).toBe(rest.length)
  const twenty = await inTurn(20, (url) => pay(one, url))
  expect(passed(twenty)).toBe(1)
  expect(payments.asked.payCard).toBe(asked + orders.length)
  const spent = twenty.filter(({ status }) => status === 429)
  expect(spent).toHaveLength(20 - (ORDERS_PER_HOUR - 2 * orders.length) - 1)
  for (const order of orders) {
    const { total_amount, latest_attempt } = await readByAll(order.id, as)
    expect(cents(latest_attempt?.charged_amount ?? '0.00')).toBe(cents(total_amount))
  }
})
