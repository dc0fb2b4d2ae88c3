/** Orders that are read beside following: at once, without changing its pace. */
import { describe, expect, test } from 'vitest'
import type { Client } from '../../../src/client/client.ts'
import { answerUnfit } from '../../../src/client/failures.ts'
import type { Order } from '../../../src/contract/order.ts'
import { Failure } from '../../../src/failure.ts'
import { openForeignOrderStore } from '../../../src/ledger/orders/foreign-orders.ts'
import { OPEN_STANDINGS, type FollowedOrder } from '../../../src/ledger/orders/orders.ts'
import { readOrdersNow } from '../../../src/reconciliation/orders/following/read-orders-now.ts'
import type { ReadNow } from '../../../src/reconciliation/orders/following/read-orders-now.ts'
import { changingReads, failingReads, saying } from '../changed-client.ts'
import { openOrderWorld, type Approved } from './order-world.ts'
import { forFile } from '../../support/for-file.ts'

const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
const READS_AT_ONCE = 8

const providerDelay = { minMs: SECOND_MS, maxMs: SECOND_MS }
const world = await forFile(openOrderWorld({ providerDelay, pixExpiresAfterMs: 720 * MINUTE_MS }))
const { step, now, listed } = world

/** An order with its code, read a while ago. */
async function placed(): Promise<Approved> {
  const one = await world.placed()
  step(MINUTE_MS)
  await world.follow(one)
  step(MINUTE_MS)
  return one
}

async function known({ fleetId }: Approved): Promise<FollowedOrder> {
  const which = { readBefore: now(), at: now(), standings: OPEN_STANDINGS, limit: 10 }
  const [order] = await world.orders.unread(fleetId, which)
  if (order === undefined) throw new Error('every order was read')
  return order
}

const foreign = openForeignOrderStore(world.ledger.db)

function read(orders: readonly FollowedOrder[], client: Client = world.client) {
  return readOrdersNow({ ...world.placing, foreign, orders: world.orders, client }, orders, {
    signal: new AbortController().signal,
  })
}

test('an order that was paid between two reads of following is seen to be, with its debts', async () => {
  const one = await placed()
  expect((await listed(one, now())).pixCode).not.toBe('')
  await world.pay(one)
  const changed: ReadNow = await read([await known(one)])
  expect(changed).toMatchObject({ read: 1, problem: undefined })
  expect(changed.changed).toMatchObject([{ to: { status: 'paid', standing: 'paid' } }])
  expect(await listed(one)).toMatchObject({ standing: 'paid', pixCode: '' })
  expect(await world.debtsAre(one)).toEqual(new Set(['paid']))
})

test('a refund in part is a change, though its order stays what it was', async () => {
  const one = await placed()
  const refunding = saying(world.client, { refunded_amount: '1.00' })
  const before = await known(one)
  const said = await read([before], refunding)
  expect(said.changed).toMatchObject([{ id: before.id, to: { refundedCents: 100n } }])
  step(SECOND_MS)
  expect((await read([await known(one)], refunding)).changed).toEqual([])
})

test('following keeps its pace and its count', async () => {
  const one = await placed()
  const before = await known(one)
  const due = await world.orders.due(one.fleetId, new Date(0))
  for (let times = 0; times < 5; times += 1) {
    step(SECOND_MS)
    expect(await read([await known(one)])).toMatchObject({ read: 1, changed: [] })
  }
  expect(await world.orders.due(one.fleetId, new Date(0))).toEqual(due)
  const after = await world.orders.find(before.id)
  expect(after).toMatchObject({ reads: before.reads, readAt: now() })
})

test('what was read before somebody else read it is not written over what they saw', async () => {
  const one = await placed()
  const old = await known(one)
  await world.pay(one)
  const unpaid = saying(world.client, { status: 'awaiting_payment' })
  await read([await known(one)])
  // Its answer was on the way before the payment, and came after it.
  await read([old], unpaid)
  expect(await listed(one)).toMatchObject({ standing: 'paid' })
})

test('an answer that knew no order is not written over what somebody else read meanwhile', async () => {
  const one = await placed()
  const old = await known(one)
  await world.pay(one)
  await read([await known(one)])
  await read([old], failingReads(world.client, null))
  const { standing, gateReason } = await listed(one)
  expect({ standing, gateReason }).toEqual({ standing: 'paid', gateReason: 'not-awaiting-payment' })
})

test('a listing shows no code of an order that was not read within two minutes', async () => {
  const one = await placed()
  const { readAt } = await listed(one)
  const at = (ms: number): Date => new Date(readAt.getTime() + ms)
  expect(await listed(one, at(2 * MINUTE_MS))).toMatchObject({ gate: 'open' })
  expect(await listed(one, at(2 * MINUTE_MS + 1))).toMatchObject({
    gate: 'shut',
    gateReason: 'order-not-read',
    pixCode: '',
  })
  expect(
    await world.orders.unreadCount(one.fleetId, {
      readBefore: at(1),
      at: at(1),
      standings: OPEN_STANDINGS,
    }),
  ).toEqual({ orders: 1, oldestReadAt: readAt })
})

test('an order that a clock ahead of ours called read counts as not read', async () => {
  const one = await placed()
  const { readAt } = await listed(one)
  const ours = new Date(readAt.getTime() - 2 * MINUTE_MS - 1)
  expect(await listed(one, ours)).toMatchObject({ gateReason: 'order-not-read', pixCode: '' })
  const which = { readBefore: ours, at: ours, standings: OPEN_STANDINGS }
  expect(await world.orders.unread(one.fleetId, { ...which, limit: 10 })).toHaveLength(1)
  expect(await world.orders.unreadCount(one.fleetId, which)).toMatchObject({ orders: 1 })
})

test('one that the service does not know is shut, and followed as before', async () => {
  const one = await placed()
  const due = await world.orders.due(one.fleetId, new Date(0))
  expect(await read([await known(one)], failingReads(world.client, null))).toMatchObject({
    read: 1,
  })
  expect(await listed(one)).toMatchObject({ gate: 'shut', gateReason: 'order-missing' })
  expect(await world.orders.due(one.fleetId, new Date(0))).toEqual(due)
})

test('a service that is away is asked no more than a handful of times, and nothing changes', async () => {
  const one = await placed()
  const order = await known(one)
  let asked = 0
  const away = new Failure('service-unreachable', { pt: 'away', en: 'away' })
  const counting = changingReads(world.client, () => {
    asked += 1
    return Promise.reject(away)
  })
  const many = Array.from({ length: 100 }, () => order)
  expect(await read(many, counting)).toEqual({ read: 0, changed: [], problem: away })
  expect(asked).toBeLessThanOrEqual(READS_AT_ONCE)
  expect(await known(one)).toEqual(order)
})

test('a wrong key ends the reading with its failure', async () => {
  const order = { id: world.ledger.uuid() } as FollowedOrder
  const wrong = new Failure('wrong-key', { pt: 'wrong', en: 'wrong' })
  await expect(read([order], failingReads(world.client, wrong))).rejects.toBe(wrong)
})

describe('the code of an order that nobody followed yet', () => {
  /** Its code is there by now, and nobody has read the order since it was made. */
  async function made(): Promise<Approved> {
    const one = await world.placed()
    step(MINUTE_MS)
    return one
  }

  test('is shown once the other orders of its vehicle were read', async () => {
    const one = await made()
    expect(await listed(one)).toMatchObject({ gate: 'shut', gateReason: 'twins-unseen' })
    await read([await known(one)])
    expect(await listed(one)).toMatchObject({ gate: 'open', gateReason: null })
  })

  test('is not shown while another order holds its debts, or those cannot be read', async () => {
    const one = await made()
    const [ours] = await world.ordersAt(one)
    const twin = { ...ours, id: world.ledger.uuid() } as Order
    const { client } = world
    const away = new Failure('service-unreachable', { pt: 'away', en: 'away' })
    const unlisted: Client = { ...client, pages: () => failing(away) }
    await read([await known(one)], unlisted)
    step(SECOND_MS)
    await read([await known(one)], unlisted)
    expect(await listed(one)).toMatchObject({ gate: 'shut', gateReason: 'twins-unseen' })
    const both = async function* () {
      yield ours === undefined ? [] : [ours, twin]
    } as Client['pages']
    step(SECOND_MS)
    await read([await known(one)], { ...client, pages: both })
    expect(await listed(one)).toMatchObject({ gate: 'shut', gateReason: 'twin-order' })
    expect(await foreign.ofVehicle(one.vehicleId)).toMatchObject([{ id: twin.id, why: 'twin' }])
  })
})

async function* failing(failure: Failure): AsyncGenerator<never> {
  yield* []
  throw failure
}

test('an order that is answered in another form shows no code until it is read again', async () => {
  const one = await placed()
  const unfit = answerUnfit('https://x', 'getOrder', 'status: 7')
  await read([await known(one)], failingReads(world.client, unfit))
  const gateReason = 'order-unreadable: getOrder: status: 7'
  expect(await listed(one)).toMatchObject({ gate: 'shut', gateReason })
  step(SECOND_MS)
  await read([await known(one)])
  expect(await listed(one)).toMatchObject({ gate: 'open' })
})
