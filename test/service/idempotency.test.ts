/** A POST with an Idempotency-Key is done once, whatever happens to it, and told alike each time. */
import { beforeEach, expect, test } from 'vitest'
import { detail } from '../../src/contract/problem.ts'
import type { ChargeNews } from '../../src/service/providers/payments.ts'
import { newVehicle, register } from './support/fleet.ts'
import { type Answer, MINUTE_MS, openBench } from './support/open-service.ts'
import { asOrder, orderOf, readOrder } from './support/ordering.ts'
import { scriptedPayments } from './support/scripted-payments.ts'
import { forFile } from '../support/for-file.ts'

const DAY_MS = 24 * 60 * MINUTE_MS
const CARD = { holder_name: 'MARIA DE TESTE', expiry: '12/30', cvc: '123' }
const payments = scriptedPayments()

let number = 100
const bench = await forFile(openBench({ payments }))
beforeEach(() => {
  payments.script = {}
})

async function post(path: string, key: string, body?: unknown, as = bench.own): Promise<Answer> {
  const headers = { 'idempotency-key': key }
  return await bench.send('POST', `/api/v1${path}`, { as, headers, body })
}

const isReplayed = (answer: Answer): boolean => answer.headers.get('idempotent-replayed') === 'true'

async function count(table: string): Promise<number> {
  const { rows } = await bench.pool.query<{ count: bigint }>(
    `select count(*) from service.${table} where account_id = $1`,
    [bench.own.accountId],
  )
  return Number(rows[0]?.count)
}

test('each kind of POST answers a repetition with the bytes of the first reply', async () => {
  const expired = await orderOf(bench, 'pix')
  bench.clock.step(11 * MINUTE_MS)
  const { order, items } = await orderOf(bench, 'pix')
  const card = await orderOf(bench, 'credit_card')
  const vehicle = await register(bench, number++)
  bench.clock.step(MINUTE_MS)
  const body = { debt_item_ids: items.map(({ id }) => id), method: 'pix' }
  const calls: [path: string, body?: unknown][] = [
    ['/vehicles', newVehicle(number++)],
    [`/vehicles/${vehicle}/consultations`],
    ['/orders', body],
    ['/checkout/preview', body],
    [`/orders/${expired.order.id}/pix`],
    [`/orders/${order.id}/simulate-pix`],
    [`/orders/${card.order.id}/pay-card`, { ...CARD, number: '4111111111111111' }],
  ]
  for (const [path, sent] of calls) {
    const first = await post(path, path, sent)
    const before = await Promise.all(['vehicle', 'consultation', 'payment_order'].map(count))
    const second = await post(path, path, sent)
    expect([path, first.status < 300, second.text]).toEqual([path, true, first.text])
    expect(second.status).toBe(first.status)
    expect([isReplayed(first), isReplayed(second)]).toEqual([false, true])
    expect(await Promise.all(['vehicle', 'consultation', 'payment_order'].map(count))).toEqual(
      before,
    )
  }
})

test('another request under the key is 422, be it of another body, path or card', async () => {
  const first = newVehicle(number++)
  expect((await post('/vehicles', 'one', first)).status).toBe(201)
  const { order } = await orderOf(bench, 'credit_card')
  const path = `/orders/${order.id}/pay-card`
  expect((await post(path, 'card', { ...CARD, number: '4000000000009995' })).status).toBe(200)
  for (const other of [
    await post('/vehicles', 'one', { ...first, nickname: 'outra' }),
    await post('/checkout/preview', 'one', { debt_item_ids: [order.id], method: 'pix' }),
    await post(path, 'card', { ...CARD, number: '4111111111111111' }),
    await post(path, 'card', { ...CARD, number: '4000000000009995', installments: 2 }),
  ]) {
    expect([other.status, other.body['detail']]).toEqual([422, detail.keyReused])
  }
  const { nickname, ...rest } = { nickname: '', ...first }
  expect(isReplayed(await post('/vehicles', 'one', rest))).toBe(true)
  expect(nickname).toBe('')
})

test('a key belongs to its account, and is forgotten after a day', async () => {
  const other = await bench.tenant('other')
  const body = newVehicle(number++)
  const first = await post('/vehicles', 'mine', body)
  const theirs = await post('/vehicles', 'mine', body, other)
  expect([theirs.status, isReplayed(theirs)]).toEqual([201, false])
  bench.clock.step(DAY_MS - 1)
  expect((await post('/vehicles', 'mine', body)).text).toBe(first.text)
  bench.clock.step(1)
  expect((await post('/vehicles', 'mine', body)).status).toBe(409)
})

test('twenty at once over two instances make one order, and the others hear of it', async () => {
  await using other = await bench.again()
  const urls = [bench.url, other.url]
  const { items } = await orderOf(bench, 'pix')
  const body = { debt_item_ids: items.map(({ id }) => id), method: 'pix' }
  const before = await count('payment_order')
  const headers = { 'idempotency-key': 'at-once' }
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, at) =>
      bench.send('POST', '/api/v1/orders', { headers, body, url: urls[at % 2] ?? bench.url }),
    ),
  )
  expect(await count('payment_order')).toBe(before + 1)
  const made = answers.filter(({ status }) => status === 201)
  expect(new Set(made.map((answer) => asOrder(answer).id)).size).toBe(1)
  for (const { status, body: told } of answers.filter((answer) => !made.includes(answer))) {
    expect([status, told['detail']]).toEqual([409, detail.keyBusy])
  }
})

test('a refusal that time ends is not kept, and any other is', async () => {
  const path = `/vehicles/${bench.random.uuid()}/consultations`
  expect((await post(path, 'unknown')).status).toBe(404)
  expect(isReplayed(await post(path, 'unknown'))).toBe(true)
  const busy = await bench.tenant('busy')
  const vehicle = await register(bench, number++, busy)
  const asked = `/vehicles/${vehicle}/consultations`
  await using small = await bench.again({ limits: { consultationsPerHour: 1 } })
  const ask = (key: string): Promise<Answer> => {
    const headers = { 'idempotency-key': key }
    return bench.send('POST', `/api/v1${asked}`, { as: busy, headers, url: small.url })
  }
  expect((await ask('first')).status).toBe(201)
  expect((await ask('second')).status).toBe(429)
  expect((await ask('second')).status).toBe(429)
  bench.clock.step(60 * MINUTE_MS)
  expect((await ask('second')).status).toBe(201)
})

test('a refusal for a state that passes is not kept', async () => {
  const { order } = await orderOf(bench, 'pix')
  bench.clock.step(MINUTE_MS)
  const renew = () => post(`/orders/${order.id}/pix`, 'still-valid')
  expect((await renew()).body['detail']).toBe(detail.pixStillValid)
  bench.clock.step(10 * MINUTE_MS)
  const renewed = await renew()
  expect([renewed.status, isReplayed(renewed)]).toEqual([200, false])
  expect(isReplayed(await renew())).toBe(true)
})

test('a call that broke off after its order was made is told of that order', async () => {
  const { items } = await orderOf(bench, 'pix')
  const body = { debt_item_ids: items.map(({ id }) => id), method: 'pix' }
  const before = await count('payment_order')
  const late = Promise.withResolvers<ChargeNews>()
  payments.script = { open: () => late.promise }
  const lost = post('/orders', 'broken', body)
  await expect.poll(() => count('payment_order')).toBe(before + 1)
  payments.script = {}
  const busy = await post('/orders', 'broken', body)
  expect([busy.body['detail'], busy.headers.get('retry-after')]).toEqual([detail.keyBusy, '2'])
  bench.clock.step(2 * MINUTE_MS)
  const again = await post('/orders', 'broken', body)
  expect([again.status, isReplayed(again)]).toEqual([201, true])
  expect(await readOrder(bench, asOrder(again).id)).toEqual(again.body)
  expect(await count('payment_order')).toBe(before + 1)
  const atMs = bench.clock.now()
  const attempt = { status: 'pending' } as const
  late.resolve({ outcome: 'news', status: 'awaiting_payment', atMs, attempt, lookAtMs: null })
  expect(asOrder(await lost).id).toBe(asOrder(again).id)
})

test('a key that is no key is 400, and a GET takes none', async () => {
  for (const key of ['duas palavras', 'x'.repeat(256), '']) {
    const answer = await post('/vehicles', key, newVehicle(number))
    expect([answer.status, answer.body['detail']]).toEqual([400, detail.keyMalformed])
  }
  const headers = { 'idempotency-key': 'one' }
  const read = await bench.send('GET', '/api/v1/vehicles', { headers })
  expect([read.status, isReplayed(read)]).toEqual([200, false])
})
