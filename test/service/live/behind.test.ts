/** What the service behind may be like: full, started again, no sandbox, strange, or slow. */
import { expect, test } from 'vitest'
import type { DebtLookup } from '../../../src/service/debt-lookup.ts'
import { ORDER_METHODS } from '../../../src/contract/order.ts'
import { detail } from '../../../src/contract/problem.ts'
import { requireOneProvider } from '../../../src/app/service/one-provider.ts'
import { openServiceDb } from '../../../src/service/service-db.ts'
import { ask, consult, readOnce, readOut, register } from '../support/fleet.ts'
import { MINUTE_MS } from '../support/open-service.ts'
import { asOrder, orderOf, owing, readOrder } from '../support/ordering.ts'
import { scriptedPayments } from '../support/scripted-payments.ts'
import { forFile } from '../../support/for-file.ts'
import { openChain, rowsBehind } from './open-chain.ts'

const HOUR_MS = 60 * MINUTE_MS

/** For the tests that need nothing special behind; each has vehicles of its own. */
const chain = await forFile(openChain())

test('a full hour behind leaves the questions in line, and all are answered in the end', async () => {
  await using chain = await openChain({ back: { limits: { consultationsPerHour: 1 } } })
  const { front, wire } = chain
  const ids: string[] = []
  for (const number of [2_000, 2_001, 2_002]) {
    ids.push(await ask(front, await register(front, number)))
  }
  for (const id of ids) await readOnce(front, id)
  front.clock.step(MINUTE_MS)
  const stages = []
  for (const id of ids) stages.push((await readOnce(front, id)).stage)
  expect(stages).toEqual([expect.stringMatching(/ready|failed/), 'queued', 'queued'])
  // The first 429 is believed for everybody: the second in line did not ask.
  expect(wire.count(/^POST .*consultations/)).toBe(2)
  for (let hours = 0; hours < 3; hours++) {
    front.clock.step(HOUR_MS)
    for (const id of ids) await readOnce(front, id)
    front.clock.step(MINUTE_MS)
    for (const id of ids) await readOnce(front, id)
  }
  for (const id of ids) {
    expect((await readOnce(front, id)).error_code).not.toMatch(/provider_|lookup_/)
    expect((await readOnce(front, id)).status).not.toBe('pending')
  }
  expect(await rowsBehind(chain, 'consultation')).toBe(3)
})

test('a question that is left pending for ever is ended by our own patience', async () => {
  const slow = { minMs: 100 * HOUR_MS, maxMs: 100 * HOUR_MS }
  await using chain = await openChain({ back: { providerDelay: slow } })
  const { front } = chain
  const id = await ask(front, await register(front, 2_000))
  await readOnce(front, id)
  front.clock.step(5 * HOUR_MS)
  expect(await readOnce(front, id)).toMatchObject({ status: 'pending' })
  front.clock.step(2 * HOUR_MS)
  expect(await readOnce(front, id)).toMatchObject({
    status: 'failed',
    error_code: 'lookup_timeout',
    error_action: expect.stringMatching(/Consulte de novo/),
  })
})

test('the service behind is started again in mid-flow, and nothing is asked twice', async () => {
  await using chain = await openChain()
  const { front, back, wire } = chain
  const { item } = await owing(front)
  const asked = await ask(front, await register(front, 3_000))
  await readOnce(front, asked)
  const body = { debt_item_ids: [item.id], method: 'pix' }
  const made = await front.send('POST', '/api/v1/orders', { body })
  const before = await rowsBehind(chain, 'consultation')
  await using second = await back.again()
  wire.target = second.url
  front.clock.step(MINUTE_MS)
  expect((await readOut(front, asked)).status).toBe('ready')
  expect(await rowsBehind(chain, 'consultation')).toBe(before)
  const id = String(made.body['id'])
  expect((await front.send('POST', `/api/v1/orders/${id}/simulate-pix`)).status).toBe(200)
})

test('without a sandbox behind there is none in front', async () => {
  const health = { lookup: { mode: 'live' }, payments: { mode: 'live', sandbox: false } }
  await using chain = await openChain({ health })
  const told = await chain.front.send('GET', '/health')
  expect(told.body).toMatchObject({ payments: { mode: 'live', sandbox: false } })
  const { order } = await orderOf(chain.front, 'pix')
  const path = `/api/v1/orders/${order.id}/simulate-pix`
  expect((await chain.front.send('POST', path)).status).toBe(409)
  expect(chain.wire.count(/simulate-pix/)).toBe(0)
})

test('a sandbox behind that refuses to simulate is a conflict in front', async () => {
  const { order } = await orderOf(chain.front, 'pix')
  chain.front.clock.step(MINUTE_MS)
  await readOrder(chain.front, order.id)
  const no = { fate: 'say', status: 409, body: { detail: 'não é sandbox' } } as const
  chain.wire.next(/simulate-pix/, no)
  const path = `/api/v1/orders/${order.id}/simulate-pix`
  expect((await chain.front.send('POST', path)).status).toBe(409)
  expect(await readOrder(chain.front, order.id)).toMatchObject({ status: 'awaiting_payment' })
})

test('words that nobody knows change nothing, and are told once', async () => {
  const { order } = await orderOf(chain.front, 'pix')
  for (let reads = 0; reads < 3; reads++) {
    chain.front.clock.step(2 * MINUTE_MS)
    chain.wire.next(/^GET .*orders\//, { fate: 'bend', body: { status: 'in_orbit' } })
    expect(await readOrder(chain.front, order.id)).toMatchObject({ status: 'awaiting_payment' })
  }
  expect(chain.logged().split('in_orbit')).toHaveLength(2)
})

test('live look-ups with simulated payments pay nothing behind', async () => {
  await using chain = await openChain({ payments: 'mock' })
  for (const method of ORDER_METHODS) await orderOf(chain.front, method)
  expect(chain.wire.count(/orders|checkout/)).toBe(0)
  expect(await rowsBehind(chain, 'payment_order')).toBe(0)
})

test.each(['live', 'mock'] as const)(
  'a %s service that was killed while orders were opened starts again as what it was',
  async (mode) => {
    await using chain = await openChain({ payments: mode })
    const { front, back } = chain
    const killed = { ...scriptedPayments(mode), open: () => Promise.reject(new Error('killed')) }
    await using dying = await front.again({ payments: killed, onBug: () => undefined })
    const { item } = await owing(front)
    for (const method of ORDER_METHODS) {
      const body = { debt_item_ids: [item.id], method }
      const sent = { body, url: dying.url, as: front.own }
      expect((await back.send('POST', '/api/v1/orders', sent)).status).toBe(500)
    }
    const db = openServiceDb(front.pool)
    await requireOneProvider(db, { PAYMENTS_MODE: mode })
    const other = { PAYMENTS_MODE: mode === 'live' ? 'mock' : 'live' } as const
    await expect(requireOneProvider(db, other)).rejects.toThrow(/over yet: 3\./)
  },
)

test('of two modes on one database each leaves the orders of the other alone', async () => {
  await using chain = await openChain()
  const { front, back } = chain
  await using trial = await front.again()
  const { order, items } = await orderOf(front, 'pix')
  const send = (url: string, method: string, path: string, body?: object) =>
    back.send(method, `/api/v1/orders${path}`, { url, as: front.own, body })
  const body = { debt_item_ids: items.map(({ id }) => id), method: 'pix' }
  const simulated = asOrder(await send(trial.url, 'POST', '', body))
  const modes = [
    { mode: 'live', url: front.url, own: order.id, other: simulated.id },
    { mode: 'mock', url: trial.url, own: simulated.id, other: order.id },
  ] as const
  front.clock.step(MINUTE_MS)
  for (const { mode, url, other } of modes) {
    await requireOneProvider(openServiceDb(front.pool), { PAYMENTS_MODE: mode })
    const no = await send(url, 'POST', `/${other}/simulate-pix`)
    expect([no.status, no.body['detail']]).toEqual([409, detail.orderOtherMode])
  }
  front.clock.step(8 * 24 * HOUR_MS)
  const ends = { other: 'awaiting_payment', own: 'expired' } as const
  for (const whose of ['other', 'own'] as const) {
    for (const each of modes) {
      const read = asOrder(await send(each.url, 'GET', `/${each[whose]}`))
      expect(read.status).toBe(ends[whose])
    }
  }
})

test('a service is not started in another mode before the orders of its own are over', async () => {
  await using chain = await openChain()
  const [real, trial] = [openServiceDb(chain.front.pool), openServiceDb(chain.back.pool)]
  const [live, mock] = [{ PAYMENTS_MODE: 'live' }, { PAYMENTS_MODE: 'mock' }] as const
  for (const db of [real, trial])
    for (const mode of [live, mock]) await requireOneProvider(db, mode)
  for (const method of ORDER_METHODS) await orderOf(chain.front, method)
  await requireOneProvider(real, live)
  const opened = /opened at the provider .* over yet: 3\. Start/
  await expect(requireOneProvider(real, mock)).rejects.toThrow(opened)
  await requireOneProvider(trial, mock)
  // The simulation settled the boleto meanwhile.
  const simulated = /^Simulated orders .* over yet: 2\./
  await expect(requireOneProvider(trial, live)).rejects.toThrow(simulated)
})

test('an answer that is strange is kept, and never payable where it is not understood', async () => {
  const { front, wire } = chain
  const vehicle = await register(front, 3_000)
  const id = '0a0a0a0a-0000-4000-8000-00000000000'
  const item = {
    kind: 'ipva',
    group: 'ipva',
    description: 'IPVA 2026',
    amount: '10.00',
    due_date: '2026-03-01',
    year: 2026,
    depends_on_description: '',
    is_payable: true,
  }
  const items = [
    { ...item, id: `${id}1` },
    { ...item, id: `${id}2`, kind: 'toll', group: 'toll', depends_on: `${id}1` },
    { ...item, id: `${id}3`, due_date: '2026-02-31' },
    { ...item, id: `${id}4`, amount: '-5.00' },
    { ...item, id: `${id}5`, year: 4_000_000_000 },
    { ...item, id: `${id}6`, description: 'CPF 529.982.247-25\u0000 \ud800', depends_on: `${id}6` },
  ]
  wire.next(/^GET .*consultations\/[^/]+$/, { fate: 'bend', body: { status: 'ready', items } }, 2)
  const read = await consult(front, vehicle)
  expect(read.status).toBe('ready')
  const arePayable = read.items.map((each) => each.is_payable)
  expect(arePayable).toEqual([true, false, false, false, false, true])
  expect(read.items.map((each) => each.kind)).toEqual(['ipva', 'other', ...Array(4).fill('ipva')])
  expect(read.items[1]?.depends_on).toBe(read.items[0]?.id)
  expect(read.items[5]?.depends_on).toBeNull()
  expect(JSON.stringify(read)).not.toContain('529.982.247-25')
})

test('more debts than a vehicle can have are no answer', async () => {
  const { vehicleId, item } = await owing(chain.front)
  const body = { status: 'ready', items: Array.from({ length: 1_001 }, () => item) }
  chain.wire.next(/^GET .*consultations\/[^/]+$/, { fate: 'bend', body }, 2)
  const read = await consult(chain.front, vehicleId)
  expect(read).toMatchObject({ status: 'failed', error_code: 'provider_answer_unusable' })
})

test('a read ends with its first trouble, whose pause begins when the request ended', async () => {
  const { back } = chain
  let looks = 0
  const hanging: DebtLookup = {
    mode: 'live',
    begin: async ({ askedAtMs }) => ({ reference: '', lookAtMs: askedAtMs }),
    look: async (_question, _reference, nowMs) => {
      looks += 1
      back.clock.step(20_000)
      return { state: 'pending', stage: 'queued', lookAtMs: nowMs + 2_000 }
    },
  }
  const path = `/api/v1/consultations/${await ask(back, await register(back, 3_001))}`
  await using slow = await back.again({ lookup: hanging })
  for (const [waitMs, expected] of [
    [MINUTE_MS, 1],
    [1_999, 1],
    [1, 2],
  ] as const) {
    back.clock.step(waitMs)
    await back.send('GET', path, { url: slow.url })
    expect(looks).toBe(expected)
  }
})
