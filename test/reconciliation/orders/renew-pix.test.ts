import { expect, test } from 'vitest'
import type { Client } from '../../../src/client/client.ts'
import { Failure } from '../../../src/failure.ts'
import type { OrderListing } from '../../../src/ledger/orders/orders.ts'
import { PIX_RENEWALS_MAX } from '../../../src/reconciliation/orders/paying/renew-when.ts'
import { changingOrders } from './changed-client.ts'
import { openOrderWorld, type Approved } from './order-world.ts'
import { forFile } from '../../support/for-file.ts'

const HOUR_MS = 3_600_000
const CODE_MS = 1_000

const world = await forFile(
  openOrderWorld({
    providerDelay: { minMs: CODE_MS, maxMs: CODE_MS },
    orderExpiresAfterMs: 1_000 * HOUR_MS,
    pixExpiresAfterMs: 12 * HOUR_MS,
  }),
)
const { step } = world

/** With a code that may be paid. */
async function payable(): Promise<Approved> {
  const one = await world.approved()
  await world.place(one.effectId)
  step(10 * CODE_MS)
  await world.follow(one)
  expect(await listed(one)).toMatchObject({ gate: 'open', renewals: 0 })
  return one
}

async function listed(one: Approved): Promise<OrderListing> {
  const [order] = await world.orders.list(one.fleetId, 10)
  if (order === undefined) throw new Error('no order')
  return order
}

/** Until the order was read so often that a code which was asked for is there. */
async function settle(one: Approved, client?: Client): Promise<void> {
  await world.follow(one, client)
  step(10 * CODE_MS)
  await world.follow(one, client)
}

const asked = { count: 0 }
const counting = (client: Client, isCut = false): Client => ({
  ...changingOrders(client, (order) => order),
  call: async (operation, request, options) => {
    if (operation === 'renewPix') asked.count += 1
    const result = await client.call(operation, request, options)
    if (operation !== 'renewPix' || !isCut) return result
    return { outcome: 'in-doubt', why: 'cut' }
  },
})

test('a code that ran out unpaid is replaced by one that may be paid', async () => {
  const one = await payable()
  const first = await listed(one)
  step(13 * HOUR_MS)
  await settle(one)
  const second = await listed(one)
  expect(second).toMatchObject({ gate: 'open', renewals: 1, standing: 'open' })
  expect(second.pixCode).not.toBe(first.pixCode)
  expect(second.totalCents).toBe(first.totalCents)
  expect(second.pixExpiresAt?.getTime()).toBeGreaterThan(world.asking.bench.clock.now())
  expect(await world.ordersAt(one.serviceId)).toHaveLength(1)
})

test('what the answer was does not count: the order is read afterwards', async () => {
  const one = await payable()
  step(13 * HOUR_MS)
  await settle(one, counting(world.asking.client, true))
  expect(await listed(one)).toMatchObject({ gate: 'open', renewals: 1 })
})

test('a code that may still be paid is never replaced', async () => {
  const one = await payable()
  const { pixCode } = await listed(one)
  asked.count = 0
  step(11 * HOUR_MS)
  await world.follow(one, counting(world.asking.client))
  expect(asked.count).toBe(0)
  expect((await listed(one)).pixCode).toBe(pixCode)
})

test('an order that was paid meanwhile gets no new code', async () => {
  const one = await payable()
  await world.pay(one)
  asked.count = 0
  step(13 * HOUR_MS)
  await world.follow(one, counting(world.asking.client))
  expect(asked.count).toBe(0)
  expect(await listed(one)).toMatchObject({ gate: 'shut', renewals: 0 })
})

test('of two that ask at the same moment one does', async () => {
  const one = await payable()
  step(13 * HOUR_MS)
  asked.count = 0
  const client = counting(world.asking.client)
  await Promise.all([world.follow(one, client), world.follow(one, client)])
  expect(asked.count).toBe(1)
})

test('after so many codes nobody is sent another', async () => {
  const one = await payable()
  asked.count = 0
  for (let round = 0; round < PIX_RENEWALS_MAX + 3; round += 1) {
    step(13 * HOUR_MS)
    await settle(one, counting(world.asking.client))
  }
  expect(asked.count).toBe(PIX_RENEWALS_MAX)
  expect(await listed(one)).toMatchObject({
    gate: 'shut',
    gateReason: 'pix-expired',
    renewals: PIX_RENEWALS_MAX,
  })
})

test('a wrong key ends the run', async () => {
  const one = await payable()
  step(13 * HOUR_MS)
  const stop = new Failure('wrong-key', { pt: 'wrong', en: 'wrong' })
  const { client } = world.asking
  const refusing: Client = {
    ...changingOrders(client, (order) => order),
    call: () =>
      Promise.resolve({ outcome: 'answered', ok: false, status: 401, detail: '', stop } as const),
  }
  await expect(world.follow(one, refusing)).rejects.toBe(stop)
})
