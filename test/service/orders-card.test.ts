/** pay-card over real HTTP: every test number, one charge whatever happens, and no trace of a card. */
import { beforeEach, expect, test } from 'vitest'
import { judgeCard, TEST_CARDS } from '../../src/service/providers/mock-payments-card.ts'
import { type Answer, MINUTE_MS, openBench } from './support/open-service.ts'
import { asOrder, latest, orderOf, readOrder } from './support/ordering.ts'
import { scriptedPayments } from './support/scripted-payments.ts'
import { forFile } from '../support/for-file.ts'

const APPROVED = '4111111111111111'
const POOR = '4000000000009995'
const payments = scriptedPayments()

const bench = await forFile(
  openBench({
    payments,
  }),
)
beforeEach(() => {
  payments.script = {}
})

async function pay(orderId: string, number: string, more: object = {}): Promise<Answer> {
  const card = { holder_name: 'MARIA DE TESTE', number, expiry: '12/30', cvc: '123', ...more }
  return await bench.send('POST', `/api/v1/orders/${orderId}/pay-card`, { body: card })
}

test('each number of the table ends as it says, and what is wrong with another card is told', () => {
  const judged = (number: string, more: object = {}) => {
    const cvc = number.startsWith('3') ? '1234' : '123'
    const card = { holder_name: 'MARIA DE TESTE', number, expiry: '11/26', cvc, ...more }
    return judgeCard(card, '2026-11-30')
  }
  for (const { number, outcome } of TEST_CARDS) expect(outcome).toContain(judged(number).outcome)
  for (const [number, more, reason] of [
    [POOR, {}, 'insuficiente'],
    ['4000000000009987', {}, 'perda'],
    [APPROVED, { expiry: '10/26' }, 'vencido'],
    [APPROVED, { cvc: '000' }, 'segurança'],
    [APPROVED, { cvc: '1234' }, 'segurança'],
    ['378282246310005', { cvc: '123' }, 'segurança'],
    ['4111111111111112', {}, 'dígitos'],
    ['4242424242424242', {}, 'cartão de teste'],
  ] as const) {
    const message = expect.stringContaining(reason)
    expect(judged(number, more)).toEqual({ outcome: 'declined', message })
  }
})

test('a declined card says why, and another card pays the same order, which settles', async () => {
  const { order } = await orderOf(bench, 'credit_card')
  for (const number of [POOR, '4000000000009987']) {
    const answer = await pay(order.id, number)
    expect(answer.body).toMatchObject({
      status: 'awaiting_payment',
      paid_at: null,
      latest_attempt: { status: 'declined', card_last_digits: number.slice(-4) },
    })
    expect(latest(asOrder(answer)).message).toMatch(/insuficiente|perda/)
  }
  const paid = await pay(order.id, APPROVED)
  expect(paid.body).toMatchObject({
    status: 'paid',
    total_amount: order.total_amount,
    latest_attempt: {
      status: 'paid',
      card_last_digits: APPROVED.slice(-4),
      installments: 1,
      charged_amount: order.total_amount,
    },
  })
  expect(latest(asOrder(paid))).not.toHaveProperty('message')
  const { rows } = await bench.pool.query(
    'select ordinal, status from service.attempt where order_id = $1 order by ordinal',
    [order.id],
  )
  expect(rows).toEqual(
    ['declined', 'declined', 'paid'].map((status, at) => ({ ordinal: at + 1, status })),
  )
  expect((await pay(order.id, APPROVED)).status).toBe(409)
  bench.clock.step(2 * MINUTE_MS)
  expect((await readOrder(bench, order.id)).status).toBe('settled')
})

test('a charge in doubt blocks other cards until it is known to be paid or declined', async () => {
  for (const [number, status, attempt] of [
    ['4000000000003220', 'paid', 'paid'],
    ['4000000000003063', 'awaiting_payment', 'declined'],
  ] as const) {
    const { order } = await orderOf(bench, 'credit_card')
    const answer = await pay(order.id, number)
    expect(answer.body).toMatchObject({
      status: 'processing',
      latest_attempt: { status: 'processing' },
    })
    const second = await pay(order.id, APPROVED)
    expect(second.status).toBe(409)
    expect(second.body['detail']).toContain('processamento')
    bench.clock.step(MINUTE_MS)
    const known = await readOrder(bench, order.id)
    expect([known.status, latest(known).status]).toEqual([status, attempt])
    expect((await pay(order.id, APPROVED)).status).toBe(status === 'paid' ? 409 : 200)
  }
})

test('twenty cards at once charge once', async () => {
  const { order } = await orderOf(bench, 'credit_card')
  const before = payments.asked.payCard
  const answers = await Promise.all(Array.from({ length: 20 }, () => pay(order.id, APPROVED)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(19)
  expect(payments.asked.payCard).toBe(before + 1)
})

test('a second card is refused while the first is still being charged, and readers ask nobody', async () => {
  const { order } = await orderOf(bench, 'credit_card')
  const charging = Promise.withResolvers<undefined>()
  const answered = Promise.withResolvers<undefined>()
  const plain = scriptedPayments()
  payments.script = {
    payCard: async (charge, card, nowMs) => {
      charging.resolve(undefined)
      await answered.promise
      return await plain.payCard(charge, card, nowMs)
    },
  }
  const first = pay(order.id, APPROVED)
  await charging.promise
  const { follow } = payments.asked
  expect((await pay(order.id, APPROVED)).status).toBe(409)
  expect((await readOrder(bench, order.id)).status).toBe('processing')
  expect(payments.asked.follow).toBe(follow)
  answered.resolve(undefined)
  expect((await first).body['status']).toBe('paid')
})

test('a refusal of the provider is passed on, and leaves the order to another card', async () => {
  const { order } = await orderOf(bench, 'credit_card')
  payments.script = {
    payCard: async () => ({
      outcome: 'refused',
      status: 429,
      detail: 'Muitas requisições; tente de novo mais tarde.',
      retryAfterMs: 1_200,
    }),
  }
  const answer = await pay(order.id, APPROVED)
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '2'])
  payments.script = {}
  expect(await readOrder(bench, order.id)).toMatchObject({
    status: 'awaiting_payment',
    latest_attempt: { status: 'failed' },
  })
  expect((await pay(order.id, APPROVED)).body['status']).toBe('paid')
})

test('an order by card that nobody pays expires, and so does one whose card was declined', async () => {
  const { order: untouched } = await orderOf(bench, 'credit_card')
  const { order: declined } = await orderOf(bench, 'credit_card')
  await pay(declined.id, POOR)
  bench.clock.step(8 * 1_440 * MINUTE_MS)
  expect(await readOrder(bench, untouched.id)).toMatchObject({
    status: 'expired',
    latest_attempt: { status: 'expired' },
  })
  expect(await readOrder(bench, declined.id)).toMatchObject({
    status: 'expired',
    latest_attempt: { status: 'declined' },
  })
  expect((await pay(declined.id, APPROVED)).status).toBe(409)
})
