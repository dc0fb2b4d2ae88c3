/** Orders that a live service has paid through another one, over real HTTP. */
import { expect, test } from 'vitest'
import type { Order } from '../../../src/contract/order.ts'
import { parseBoleto } from '../../../src/fleet/boleto.ts'
import { checkPixCode } from '../../../src/fleet/pix-code.ts'
import { MINUTE_MS } from '../support/open-service.ts'
import { asOrder, cents, latest, orderOf, owing, readOrder } from '../support/ordering.ts'
import { openChain, rowsBehind } from './open-chain.ts'
import { forFile } from '../../support/for-file.ts'

const CARD = { holder_name: 'MARIA DE TESTE', expiry: '12/30', cvc: '123' }
const APPROVED = '4111111111111111'
const POOR = '4000000000009995'
const DOUBT_PAID = '4000000000003220'
const DOUBT_DECLINED = '4000000000003063'
const HOUR_MS = 60 * MINUTE_MS

const chain = await forFile(openChain())

const order = (method: 'pix' | 'boleto' | 'credit_card') => orderOf(chain.front, method)
const act = (id: string, what: string, body?: object) =>
  chain.front.send('POST', `/api/v1/orders/${id}/${what}`, body === undefined ? {} : { body })
const pay = (id: string, number: string) => act(id, 'pay-card', { ...CARD, number })

/** Reads a minute at a time until the order is as wanted. */
async function until(id: string, wanted: (order: Order) => boolean): Promise<Order> {
  for (let minutes = 0; minutes < 40; minutes++) {
    const read = await readOrder(chain.front, id)
    if (wanted(read)) return read
    chain.front.clock.step(MINUTE_MS)
  }
  throw new Error('The order never came to be as the test wants it.')
}

const isAt = (status: string) => (each: Order) => each.status === status
const hasCode = (each: Order) => latest(each).pix_copy_paste !== ''

/** The order of the service behind that pays the same: the newest of it. */
async function behind(): Promise<Order> {
  const { body } = await chain.back.send('GET', '/api/v1/orders?page_size=1')
  return (body['results'] as Order[])[0] as Order
}

test('a Pix order is paid and settled there, and its debt leaves the vehicle here', async () => {
  const { order: made, items } = await order('pix')
  const open = await until(made.id, hasCode)
  expect(checkPixCode(latest(open).pix_copy_paste ?? '', cents(open.total_amount)).ok).toBe(true)
  expect(latest(open).pix_copy_paste).toBe(latest(await behind()).pix_copy_paste)
  expect(open.id).not.toBe((await behind()).id)
  const paid = await act(made.id, 'simulate-pix')
  expect(paid.status).toBe(200)
  expect(paid.body).toMatchObject({ status: 'paid', latest_attempt: { status: 'paid' } })
  const settled = await until(made.id, isAt('settled'))
  expect(settled.items).toMatchObject([
    { debt_item_id: items[0]?.id, settlement_status: 'settled' },
  ])
  expect(Date.parse(settled.paid_at ?? '')).toBeLessThanOrEqual(
    Date.parse(settled.settled_at ?? ''),
  )
  const vehicle = await chain.front.send('GET', `/api/v1/vehicles/${made.vehicle_id}`)
  expect(vehicle.body).toMatchObject({ latest_consultation_status: 'ready' })
  const again = { body: { debt_item_ids: [items[0]?.id], method: 'pix' } }
  expect((await chain.front.send('POST', '/api/v1/orders', again)).status).toBe(409)
})

test('a boleto is theirs, and bears our total', async () => {
  const { order: made } = await order('boleto')
  const attempt = latest(made)
  const read = parseBoleto(attempt.boleto_line ?? '')
  expect(read).toMatchObject({ ok: true, value: { amountCents: cents(made.total_amount) } })
  expect(attempt.boleto_line).toBe(latest(await behind()).boleto_line)
  expect(attempt.boleto_due_date).toBe(latest(await behind()).boleto_due_date)
})

test.each([
  [DOUBT_PAID, 'settled', 'paid'],
  [DOUBT_DECLINED, 'awaiting_payment', 'declined'],
])('a card in doubt there (%s) is in doubt here until they know', async (number, end, word) => {
  const { order: made } = await order('credit_card')
  expect((await pay(made.id, number)).body).toMatchObject({
    status: 'processing',
    latest_attempt: { status: 'processing' },
  })
  expect((await pay(made.id, APPROVED)).status).toBe(409)
  const known = await until(made.id, isAt(end))
  expect(latest(known).status).toBe(word)
})

test('a lost answer to a charge is found out, and the card is not charged again', async () => {
  const { order: made } = await order('credit_card')
  const before = chain.wire.count(/pay-card/)
  chain.wire.next(/pay-card/, { fate: 'lose' })
  expect((await pay(made.id, APPROVED)).body).toMatchObject({ status: 'processing' })
  expect((await pay(made.id, APPROVED)).status).toBe(409)
  await until(made.id, isAt('settled'))
  expect(chain.wire.count(/pay-card/)).toBe(before + 1)
})

test('a charge of which they know nothing stays in doubt, and a person is told', async () => {
  const { order: made } = await order('credit_card')
  expect((await pay(made.id, POOR)).body).toMatchObject({ status: 'awaiting_payment' })
  chain.front.clock.step(HOUR_MS)
  chain.wire.next(/pay-card/, { fate: 'cut' })
  expect((await pay(made.id, APPROVED)).body).toMatchObject({ status: 'processing' })
  const told = await until(made.id, (each) => latest(each).message !== undefined)
  expect(told).toMatchObject({ status: 'processing', latest_attempt: { status: 'processing' } })
  expect(latest(told).message).toMatch(/fatura/)
})

test('a lost answer to an order makes no second order: theirs is adopted', async () => {
  const before = await rowsBehind(chain, 'payment_order')
  chain.wire.next(/^POST .*orders$/, { fate: 'lose' })
  const { order: made } = await order('pix')
  expect(made.status).toBe('awaiting_payment')
  expect(latest(made).pix_copy_paste).toBe('')
  const open = await until(made.id, hasCode)
  expect(await rowsBehind(chain, 'payment_order')).toBe(before + 1)
  expect(latest(open).pix_copy_paste).toBe(latest(await behind()).pix_copy_paste)
})

test('two lost answers for the same debts find an order each', async () => {
  const { item } = await owing(chain.front)
  const before = await rowsBehind(chain, 'payment_order')
  chain.wire.next(/^POST .*orders$/, { fate: 'lose' }, 2)
  const body = { debt_item_ids: [item.id], method: 'pix' }
  const made = await Promise.all(
    [1, 2].map(async () => asOrder(await chain.front.send('POST', '/api/v1/orders', { body }))),
  )
  chain.front.clock.step(MINUTE_MS)
  const read = await Promise.all(made.map(async ({ id }) => await until(id, hasCode)))
  expect(await rowsBehind(chain, 'payment_order')).toBe(before + 2)
  expect(new Set(read.map((each) => latest(each).pix_copy_paste)).size).toBe(2)
  expect(read.map((each) => latest(each).message).filter(Boolean)).toHaveLength(1)
})

test('an order that never arrived fails after the last look, and nothing was charged', async () => {
  const before = await rowsBehind(chain, 'payment_order')
  chain.wire.next(/^POST .*orders$/, { fate: 'cut' })
  const { order: made } = await order('pix')
  const over = await until(made.id, isAt('failed'))
  expect(latest(over)).toMatchObject({ status: 'failed', message: expect.stringMatching(/Nada/) })
  expect(await rowsBehind(chain, 'payment_order')).toBe(before)
})

test('what they will not take is refused before anything is recorded', async () => {
  const { item } = await owing(chain.front)
  const body = { debt_item_ids: [item.id], method: 'pix' }
  const count = async () => (await chain.front.send('GET', '/api/v1/orders')).body['count']
  const before = await count()
  const preview = (fee: string, debts = item.amount) => ({
    fate: 'say' as const,
    status: 200,
    body: { debts_amount: debts, service_fee: fee, total_amount: '1.00', installments: [] },
  })
  chain.wire.next(/checkout/, preview('7.77'))
  const fee = await chain.front.send('POST', '/api/v1/orders', { body })
  expect(fee.status).toBe(503)
  expect(chain.logged()).toContain("set the brand's fee to 7.77")
  chain.wire.next(/checkout/, preview('9.90', '0.01'))
  expect((await chain.front.send('POST', '/api/v1/orders', { body })).status).toBe(409)
  const gone = { fate: 'say' as const, status: 409, body: { detail: 'x' } }
  chain.wire.next(/checkout/, gone)
  const refused = await chain.front.send('POST', '/api/v1/orders', { body })
  expect([refused.status, refused.body['detail']]).toEqual([
    409,
    expect.stringMatching(/^Campo 'debt_item_ids'/),
  ])
  chain.wire.next(/checkout/, { fate: 'cut' })
  expect((await chain.front.send('POST', '/api/v1/orders', { body })).status).toBe(503)
  expect(await count()).toBe(before)
})

test('their hourly limit delays an order, and sends it once', async () => {
  const before = await rowsBehind(chain, 'payment_order')
  const full = { fate: 'say', status: 429, body: {}, headers: { 'retry-after': '1800' } } as const
  chain.wire.next(/^POST .*orders$/, full)
  const { order: made } = await order('pix')
  expect(made.status).toBe('awaiting_payment')
  const sent = chain.wire.count(/^POST .*orders$/)
  chain.front.clock.step(MINUTE_MS)
  expect(await readOrder(chain.front, made.id)).toMatchObject({ status: 'awaiting_payment' })
  expect(chain.wire.count(/^POST .*orders$/)).toBe(sent)
  await until(made.id, hasCode)
  expect(chain.wire.count(/^POST .*orders$/)).toBe(sent + 1)
  expect(await rowsBehind(chain, 'payment_order')).toBe(before + 1)
})

test('their limit on card payments is ours: 429, and the order awaits payment again', async () => {
  const { order: made } = await order('credit_card')
  const full = { fate: 'say', status: 429, body: { detail: 'x' }, headers: { 'retry-after': '90' } }
  chain.wire.next(/pay-card/, full as never)
  const limited = await pay(made.id, APPROVED)
  expect([limited.status, limited.headers.get('retry-after')]).toEqual([429, '90'])
  expect((await pay(made.id, APPROVED)).body).toMatchObject({ status: 'paid' })
})

test('an expired code is renewed there, also when the answer to that was lost', async () => {
  const { order: made } = await order('pix')
  const first = latest(await until(made.id, hasCode)).pix_copy_paste
  expect((await act(made.id, 'pix')).status).toBe(409)
  chain.front.clock.step(25 * HOUR_MS)
  chain.wire.next(/\/pix$/, { fate: 'lose' })
  chain.wire.next(/^GET .*orders\//, { fate: 'cut' }, 2)
  expect((await act(made.id, 'pix')).status).toBe(503)
  await act(made.id, 'pix')
  const renewed = await until(made.id, hasCode)
  expect(latest(renewed).pix_copy_paste).not.toBe(first)
  expect(latest(renewed).pix_copy_paste).toBe(latest(await behind()).pix_copy_paste)
})

test('a code that asks for another amount is never shown', async () => {
  const { order: made } = await order('pix')
  await until(made.id, hasCode)
  const theirs = latest(await behind())
  const code = `${theirs.pix_copy_paste?.slice(0, -4)}0000`
  const body = { latest_attempt: { ...theirs, pix_copy_paste: code } }
  chain.front.clock.step(2 * MINUTE_MS)
  chain.wire.next(/^GET .*orders\//, { fate: 'bend', body })
  const read = await readOrder(chain.front, made.id)
  expect(latest(read).pix_copy_paste).not.toBe(code)
  expect(chain.logged()).toContain('"state":"pix-crc"')
})

test.each([
  [{ id: 'bf5c7c3e-7a5b-4a06-9b3c-5d7de3a4d0b1' }, /the answer is about another: id/],
  [{ total_amount: '1.00' }, /another total or other debts/],
  [{ items: [] }, /another total or other debts/],
])('an order that answers with %j is not ours: it stays as it was', async (other, told) => {
  const { order: made } = await order('pix')
  const before = await until(made.id, hasCode)
  const bent = { fate: 'bend', body: { ...other, status: 'settled' } } as const
  chain.wire.next(/^(GET|POST) .*orders\/[^/]+/, bent, 2)
  chain.front.clock.step(2 * MINUTE_MS)
  expect(await readOrder(chain.front, made.id)).toEqual(before)
  expect((await act(made.id, 'simulate-pix')).status).toBe(503)
  expect(chain.logged()).toMatch(told)
  expect(await until(made.id, isAt('settled'))).toMatchObject({ id: made.id })
})

test('an order that they open with other debts fails, and shows no code', async () => {
  chain.wire.next(/^POST .*orders$/, { fate: 'bend', body: { items: [] } })
  const over = { status: 'failed', latest_attempt: { pix_copy_paste: '' } }
  expect((await order('pix')).order).toMatchObject(over)
})

test('reading often asks there seldom, and ever more seldom', async () => {
  const { order: made } = await order('pix')
  const before = chain.wire.count(/^GET .*orders\//)
  for (let seconds = 0; seconds < 120; seconds += 2) {
    await readOrder(chain.front, made.id)
    chain.front.clock.step(2_000)
  }
  const asked = chain.wire.count(/^GET .*orders\//) - before
  expect(asked).toBeGreaterThan(3)
  expect(asked).toBeLessThan(9)
})

test('no order runs out while nobody can say whether it was paid', async () => {
  const { order: made } = await order('pix')
  await until(made.id, hasCode)
  chain.wire.isDown = true
  chain.front.clock.step(8 * 24 * HOUR_MS)
  expect(await readOrder(chain.front, made.id)).toMatchObject({ status: 'awaiting_payment' })
  chain.wire.isDown = false
  expect(await until(made.id, isAt('expired'))).toMatchObject({ status: 'expired' })
})

test('no card and no document is in the log or in the database in front', async () => {
  const { rows } = await chain.front.pool.query<{ text: string }>(
    `select string_agg(to_jsonb(a)::text, ' ') || (select string_agg(to_jsonb(o)::text, ' ')
     from service.payment_order o) as text from service.attempt a`,
  )
  for (const text of [chain.logged(), rows[0]?.text ?? '']) {
    expect(text).not.toBe('')
    for (const secret of [APPROVED, POOR, DOUBT_PAID, 'MARIA DE TESTE', '52998224725']) {
      expect(text).not.toContain(secret)
    }
  }
})
