/** What becomes of the money of an order, whatever its end: nothing is lost, nothing is paid twice. */
import { expect, test } from 'vitest'
import type { Order, OrderMethod } from '../../src/contract/order.ts'
import { consulted } from './support/fleet.ts'
import { MINUTE_MS, openBench } from './support/open-service.ts'
import { asOrder, cents, free, latest, orderOf, readOrder } from './support/ordering.ts'
import { simulatedPayments } from './support/scripted-payments.ts'
import { forFile } from '../support/for-file.ts'

const APPROVED = '4111111111111111'
/** Longer than any order waits, and short enough that the cards of the test stay good. */
const LONG_MS = 8 * 24 * 60 * MINUTE_MS

/** How many of each order's items the authority refuses. */
let refusals = 0
let isBoletoPaid = true
const bench = await forFile(
  openBench({
    payments: simulatedPayments({
      boletoPaid: () => isBoletoPaid,
      refusedItems: ({ items }) => items.slice(0, refusals).map((item) => item.debtItemId),
    }),
  }),
)

async function order(ids: readonly string[], method: OrderMethod = 'pix'): Promise<Order> {
  const answer = await bench.send('POST', '/api/v1/orders', {
    body: { debt_item_ids: ids, method },
  })
  expect([answer.status, answer.text]).toEqual([201, answer.text])
  return asOrder(answer)
}

async function payPix(id: string) {
  bench.clock.step(2 * MINUTE_MS)
  return await bench.send('POST', `/api/v1/orders/${id}/simulate-pix`)
}

async function payCard(id: string, number: string, installments: number) {
  const card = { holder_name: 'MARIA DE TESTE', number, expiry: '12/30', cvc: '123', installments }
  return await bench.send('POST', `/api/v1/orders/${id}/pay-card`, { body: card })
}

/** The sum of what settled, by the order's own items. */
function settledOf({ items = [] }: Order): bigint {
  const settled = items.filter((item) => item.settlement_status === 'settled')
  return settled.reduce((sum, item) => sum + cents(item.amount), 0n)
}

/** What was charged went to the authority, to fee and interest, or back. */
function expectNothingLost(ended: Order): void {
  const { charged_amount } = latest(ended)
  const total = cents(ended.total_amount)
  const asked = charged_amount === undefined ? total : cents(charged_amount)
  const charged = ended.paid_at === null ? 0n : asked
  const kept = ended.status === 'settled' ? cents(ended.service_fee) + asked - total : 0n
  expect(settledOf(ended) + kept + cents(ended.refunded_amount)).toBe(charged)
  expect(['settled', 'refunded', 'expired']).toContain(ended.status)
  const isCharged = ended.method === 'credit_card' && ended.paid_at !== null
  expect(charged_amount !== undefined).toBe(isCharged)
}

const PAYING_CARDS = [
  { number: APPROVED, installments: 1 },
  { number: APPROVED, installments: 12 },
  { number: '4000000000003220', installments: 12 },
]
const DECLINED_CARDS = ['4000000000009995', '4000000000003063']

test('what was charged has settled, is fee or interest, or went back, at every end', async () => {
  const ends = new Set<string>()
  for (refusals of [0, 1, 2]) {
    isBoletoPaid = true
    ends.add(await ended('boleto', async () => undefined))
    ends.add(await ended('pix', payPix))
    for (const { number, installments } of PAYING_CARDS) {
      ends.add(await ended('credit_card', async (id) => await payCard(id, number, installments)))
    }
  }
  isBoletoPaid = false
  for (const method of ['boleto', 'pix'] as const) {
    ends.add(await ended(method, async () => undefined))
  }
  for (const number of DECLINED_CARDS) {
    ends.add(await ended('credit_card', async (id) => await payCard(id, number, 12)))
  }
  const expected = ['pix', 'boleto', 'credit_card'].flatMap((method) =>
    ['settled', 'refunded', 'expired'].map((status) => `${method} ${status}`),
  )
  expect([...ends].toSorted()).toEqual(expected.toSorted())
})

/** How an order for two items ends when `pay` is all that anybody does. */
async function ended(method: OrderMethod, pay: (id: string) => Promise<unknown>): Promise<string> {
  const { order: made } = await orderOf(bench, method, { count: 2 })
  await pay(made.id)
  // What becomes of a card in doubt is learnt first, and then how it settled.
  bench.clock.step(LONG_MS)
  await readOrder(bench, made.id)
  bench.clock.step(LONG_MS)
  const end = await readOrder(bench, made.id)
  expectNothingLost(end)
  return `${method} ${end.status}`
}

test('a card that is declined, or in doubt, has been charged nothing', async () => {
  refusals = 0
  for (const number of ['4000000000009995', '4000000000003220']) {
    const { order: made } = await orderOf(bench, 'credit_card')
    const answer = await payCard(made.id, number, 12)
    expect(latest(asOrder(answer))).toMatchObject({ installments: 12 })
    expect(latest(asOrder(answer))).not.toHaveProperty('charged_amount')
  }
})

test('of two paid orders for one debt the second gets its money back, and says why', async () => {
  refusals = 0
  const { order: first, items } = await orderOf(bench, 'pix', { count: 2 })
  const ids = items.map(({ id }) => id)
  const second = await order(ids)
  const third = await order(ids.slice(0, 1))
  expect((await payPix(first.id)).status).toBe(200)
  const again = asOrder(await payPix(second.id))
  expect(again).toMatchObject({ status: 'refunded', refunded_amount: again.total_amount })
  expect(latest(again).status).toBe('refunded')
  expect(latest(again).message).toContain(first.id)
  await payPix(third.id)
  bench.clock.step(LONG_MS)
  const ended = await Promise.all([first, second, third].map(({ id }) => readOrder(bench, id)))
  expect(ended.map(({ status }) => status)).toEqual(['settled', 'refunded', 'refunded'])
  for (const each of ended) expectNothingLost(each)
})

test('of two orders that share one debt, the second settles the rest of what it pays', async () => {
  refusals = 0
  const { order: first, items } = await orderOf(bench, 'pix', { count: 2 })
  const other = await order(items.map(({ id }) => id).slice(0, 1))
  await payPix(other.id)
  const partly = asOrder(await payPix(first.id))
  expect(partly.items?.map((item) => item.settlement_status)[0]).toBe('failed')
  expect(partly.refunded_amount).toBe(items[0]?.amount)
  bench.clock.step(LONG_MS)
  const ended = await readOrder(bench, first.id)
  expect(ended.status).toBe('settled')
  expect(settledOf(ended)).toBe(cents(items[1]?.amount ?? ''))
  expectNothingLost(ended)
})

test('a debt that was paid by another answer’s item can be neither ordered nor charged', async () => {
  refusals = 0
  const { vehicleId, consultation } = await consulted(bench, (all) => all.some(free))
  const before = consultation.items.find(free)
  const card = await order([before?.id ?? ''], 'credit_card')
  const pix = await order([before?.id ?? ''])
  const path = `/api/v1/vehicles/${vehicleId}/consultations`
  await bench.send('POST', path)
  bench.clock.step(20 * MINUTE_MS)
  const { body } = await bench.send('GET', `${path}/latest`)
  const same = (body as unknown as typeof consultation).items.find(
    ({ description, amount }) => description === before?.description && amount === before?.amount,
  )
  expect(same?.id).not.toBe(before?.id)
  await payPix((await order([same?.id ?? ''])).id)
  const twice = { debt_item_ids: [before?.id], method: 'pix' }
  for (const answer of [
    await bench.send('POST', '/api/v1/orders', { body: twice }),
    await bench.send('POST', '/api/v1/checkout/preview', { body: twice }),
    await payCard(card.id, APPROVED, 1),
    await bench.send('POST', `/api/v1/orders/${pix.id}/pix`),
  ]) {
    expect(answer.status).toBe(409)
    expect(answer.body['detail']).toContain('já foi pago pelo pedido')
  }
})
