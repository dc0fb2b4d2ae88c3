/** Orders by Pix over real HTTP: item rules, codes, payment, settlement, filters, totals. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '../../src/contract/api.ts'
import type { DebtItem } from '../../src/contract/debt-item.ts'
import type { Order } from '../../src/contract/order.ts'
import { parsePixCode } from '../../src/fleet/pix-code.ts'
import { plainDay } from '../../src/clock.ts'
import { expectContract } from './support/expect-contract.ts'
import { consult, consulted } from './support/fleet.ts'
import {
  type Account,
  type Answer,
  type Bench,
  MINUTE_MS,
  openBench,
} from './support/open-service.ts'

let bench: Bench
beforeAll(async () => {
  bench = await openBench({
    limits: { ordersPerHour: 10_000, consultationsPerHour: 10_000 },
    pixExpiresAfterMs: 10 * MINUTE_MS,
    settlementDelay: { minMs: MINUTE_MS, maxMs: MINUTE_MS },
  })
})
afterAll(async () => {
  await bench[Symbol.asyncDispose]()
})

const free = (item: DebtItem): boolean => item.is_payable && item.depends_on === null
const isFree = (items: readonly DebtItem[]): boolean => items.some(free)

async function order(items: readonly DebtItem[], as: Account = bench.own): Promise<Answer> {
  const body = { debt_item_ids: items.map(({ id }) => id), method: 'pix' }
  return await bench.send('POST', '/api/v1/orders', { as, body })
}

async function anOrder(as: Account = bench.own): Promise<{ order: Order; item: DebtItem }> {
  const { consultation } = await consulted(bench, isFree, as)
  const item = consultation.items.find(free)
  if (item === undefined) throw new Error('unreachable')
  const answer = await order([item], as)
  expect(answer.status).toBe(201)
  return { order: asOrder(answer), item }
}

const asOrder = (answer: Answer): Order => answer.body as unknown as Order
const read = async (id: string): Promise<Order> =>
  asOrder(await bench.send('GET', `/api/v1/orders/${id}`))

test('an order sums its items and the fee, and names what it pays for', async () => {
  const { consultation, vehicleId } = await consulted(
    bench,
    (items) => items.filter(free).length >= 2,
  )
  const items = consultation.items.filter(free).slice(0, 2)
  const answer = await order(items)
  expectContract(api.createOrder, answer)
  const made = asOrder(answer)
  const debts = items.reduce((sum, item) => sum + cents(item.amount), 0n)
  expect([cents(made.debts_amount), made.service_fee]).toEqual([debts, '9.90'])
  expect(cents(made.total_amount)).toBe(debts + 990n)
  expect(made).toMatchObject({
    status: 'awaiting_payment',
    method: 'pix',
    vehicle_id: vehicleId,
    plate: consultation.plate,
    refunded_amount: '0.00',
    latest_attempt: { method: 'pix', status: 'pending' },
  })
  expect(made.items?.map((item) => item.debt_item_id)).toEqual(items.map(({ id }) => id))
  expect(made.purpose.length).toBeGreaterThan(3)
  const one = await bench.send('GET', `/api/v1/orders/${made.id}`)
  expectContract(api.getOrder, one)
})

test('a Pix code reads well, asks for the total, and shows that nobody can pay it', async () => {
  const late: boolean[] = []
  for (let tries = 0; tries < 60 && !(late.includes(true) && late.includes(false)); tries++) {
    const { order: made } = await anOrder()
    late.push(made.latest_attempt?.pix_copy_paste === '')
    expect(made.latest_attempt?.pix_expires_at === null).toBe(late.at(-1))
    bench.clock.step(2_000)
    const shown = await read(made.id)
    const code = parsePixCode(shown.latest_attempt?.pix_copy_paste ?? '')
    expect(code.ok && code.value.amountCents).toBe(cents(made.total_amount))
    expect(code.ok && code.value.key).toContain('SIMULADO')
    expect(shown.latest_attempt?.pix_expires_at).not.toBeNull()
  }
  expect(new Set(late)).toEqual(new Set([true, false]))
})

test('an unpayable, unknown, foreign or partnerless item is refused by name', async () => {
  const unpayable = await consulted(bench, (items) => items.some((item) => !item.is_payable))
  const bad = unpayable.consultation.items.find((item) => !item.is_payable)
  const stranger = await bench.tenant('stranger')
  const theirs = await consulted(bench, isFree, stranger)
  const dependent = await consulted(bench, (items) => items.some((item) => item.depends_on))
  const alone = dependent.consultation.items.find((item) => item.depends_on)
  const partner = dependent.consultation.items.find((item) => item.id === alone?.depends_on)
  const unknown = bench.random.uuid()
  const foreign = theirs.consultation.items.find(free)
  const foreignAnswer = await order(foreign ? [foreign] : [])
  const unknownAnswer = await order([{ id: unknown } as DebtItem])
  expect(foreignAnswer.text.replace(foreign?.id ?? '', '')).toBe(
    unknownAnswer.text.replace(unknown, ''),
  )
  const answers = [
    [await order(bad ? [bad] : []), bad?.id],
    [foreignAnswer, foreign?.id],
  ] as const
  for (const [answer, id] of answers) {
    expect(answer.status).toBe(422)
    expect(answer.body['detail']).toContain(id)
  }
  const lonely = await order(alone ? [alone] : [])
  expect(lonely.status).toBe(422)
  expect(lonely.body['detail']).toContain(partner?.id)
  expect((await order(alone && partner ? [alone, partner] : [])).status).toBe(201)
})

test('items of two vehicles, none, one twice, or another method are refused', async () => {
  const one = await consulted(bench, isFree, bench.own, 7_000)
  const two = await consulted(bench, isFree, bench.own, 7_200)
  const items = [one, two].flatMap(({ consultation }) => consultation.items.find(free) ?? [])
  expect((await order(items)).status).toBe(422)
  expect((await order([])).status).toBe(400)
  expect((await order([items[0], items[0]].flatMap((item) => item ?? []))).status).toBe(400)
  const ids = { debt_item_ids: [items[0]?.id] }
  const answer = await bench.send('POST', '/api/v1/orders', { body: { ...ids, method: 'cash' } })
  expect(answer.status).toBe(400)
  expect(answer.body['detail']).toContain("'method'")
})

test('a code is renewed only when it is missing or has expired', async () => {
  const { order: made } = await anOrder()
  const path = `/api/v1/orders/${made.id}/pix`
  bench.clock.step(MINUTE_MS)
  const valid = await bench.send('POST', path)
  expectContract(api.renewPix, valid)
  expect(valid.status).toBe(409)
  const before = (await read(made.id)).latest_attempt
  bench.clock.step(20 * MINUTE_MS)
  expect((await read(made.id)).latest_attempt?.status).toBe('expired')
  expect((await bench.send('POST', `/api/v1/orders/${made.id}/simulate-pix`)).status).toBe(409)
  const renewed = await bench.send('POST', path)
  expect(renewed.status).toBe(200)
  expectContract(api.renewPix, renewed)
  bench.clock.step(MINUTE_MS)
  const after = (await read(made.id)).latest_attempt
  expect(after?.status).toBe('pending')
  expect(after?.pix_copy_paste).not.toBe(before?.pix_copy_paste)
  expect((await read(made.id)).status).toBe('awaiting_payment')
})

test('a paid order settles by itself, and its debts are owed no more', async () => {
  const as = await bench.tenant('settling')
  const { vehicleId, consultation } = await consulted(bench, isFree, as)
  const item = consultation.items.find(free)
  const made = asOrder(await order(item ? [item] : [], as))
  bench.clock.step(10_000)
  const paid = await bench.send('POST', `/api/v1/orders/${made.id}/simulate-pix`, { as })
  expectContract(api.simulatePix, paid)
  expect(paid.body).toMatchObject({ status: 'paid', latest_attempt: { status: 'paid' } })
  expect((await bench.send('POST', `/api/v1/orders/${made.id}/simulate-pix`, { as })).status).toBe(
    409,
  )
  expect((await bench.send('POST', `/api/v1/orders/${made.id}/pix`, { as })).status).toBe(409)
  bench.clock.step(MINUTE_MS)
  const settling = await bench.send('GET', `/api/v1/orders/${made.id}`, { as })
  expect(settling.body).toMatchObject({
    status: 'settling',
    settled_at: null,
    items: [{ settlement_status: 'settling' }],
  })
  bench.clock.step(MINUTE_MS)
  const vehicle = await bench.send('GET', `/api/v1/vehicles/${vehicleId}`, { as })
  expect(vehicle.body['open_debts_count']).toBe(consultation.items.length - 1)
  const settled = await bench.send('GET', `/api/v1/orders/${made.id}`, { as })
  expect(settled.body).toMatchObject({
    status: 'settled',
    items: [{ settlement_status: 'settled' }],
  })
  expect((await order(item ? [item] : [], as)).status).toBe(409)
  const next = await consult(bench, vehicleId, as)
  const same = next.items.filter((each) => each.description === item?.description)
  const before = consultation.items.filter((each) => each.description === item?.description)
  expect(same).toHaveLength(before.length - 1)
})

test('two orders of one vehicle that settle at once both leave what it owes', async () => {
  const as = await bench.tenant('settling at once')
  const { vehicleId, consultation } = await consulted(
    bench,
    (items) => items.filter(free).length >= 4,
    as,
  )
  const items = consultation.items.filter(free).slice(0, 4)
  const made = await Promise.all(items.map((item) => order([item], as)))
  bench.clock.step(10_000)
  const paths = made.map((answer) => `/api/v1/orders/${asOrder(answer).id}`)
  for (const path of paths) await bench.send('POST', `${path}/simulate-pix`, { as })
  bench.clock.step(5 * MINUTE_MS)
  const reads = await Promise.all(paths.map((path) => bench.send('GET', path, { as })))
  expect(reads.map(({ body }) => body['status'])).toEqual(items.map(() => 'settled'))
  const vehicle = await bench.send('GET', `/api/v1/vehicles/${vehicleId}`, { as })
  expect(vehicle.body['open_debts_count']).toBe(consultation.items.length - 4)
})

test('twenty payers of one order pay it once', async () => {
  const { order: made } = await anOrder()
  bench.clock.step(10_000)
  const path = `/api/v1/orders/${made.id}/simulate-pix`
  const answers = await Promise.all(Array.from({ length: 20 }, () => bench.send('POST', path)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(19)
})

test('an order that nobody pays expires', async () => {
  const { order: made } = await anOrder()
  bench.clock.step(8 * 24 * 60 * MINUTE_MS)
  expect(await read(made.id)).toMatchObject({
    status: 'expired',
    latest_attempt: { status: 'expired' },
  })
  expect((await bench.send('POST', `/api/v1/orders/${made.id}/pix`)).status).toBe(409)
})

test('the list filters by vehicle, status, method, plate and day, newest first', async () => {
  const as = await bench.tenant('filters')
  const first = await anOrder(as)
  bench.clock.step(24 * 60 * MINUTE_MS)
  const second = await anOrder(as)
  const day = plainDay(Date.parse(second.order.created_at ?? ''), 'America/Sao_Paulo')
  const ids = async (query: string) => {
    const answer = await bench.send('GET', `/api/v1/orders?${query}`, { as })
    expectContract(api.listOrders, answer)
    return (answer.body['results'] as { id: string }[]).map(({ id }) => id)
  }
  const both = [second.order.id, first.order.id]
  expect(await ids('')).toEqual(both)
  expect(await ids('method=pix&status=awaiting_payment')).toEqual(both)
  expect(await ids('method=boleto')).toEqual([])
  expect(await ids('status=unheard_of')).toEqual([])
  expect(await ids(`vehicle_id=${first.order.vehicle_id}`)).toContain(first.order.id)
  expect(await ids(`q=${first.order.plate.slice(2).toLowerCase()}`)).toContain(first.order.id)
  expect(await ids('q=ZZZ9')).toEqual([])
  expect(await ids(`created_after=${day}`)).toEqual([second.order.id])
  expect(await ids(`created_before=${day}`)).toEqual(both)
  expect(await ids('page_size=1&page=2')).toEqual([first.order.id])
  for (const query of ['created_after=2026-02-30', 'created_before=x', 'vehicle_id=1', 'x=1']) {
    expect((await bench.send('GET', `/api/v1/orders?${query}`, { as })).status).toBe(400)
  }
  const summary = await bench.send('GET', '/api/v1/orders/summary', { as })
  expectContract(api.orderSummary, summary)
  const total = cents(first.order.total_amount) + cents(second.order.total_amount)
  expect(summary.body['count']).toBe(2)
  expect(cents(String(summary.body['total_amount']))).toBe(total)
  expect(summary.body['by_status']).toMatchObject([{ status: 'awaiting_payment', count: 2 }])
})

function cents(amount: string): bigint {
  return BigInt(amount.replace('.', ''))
}
