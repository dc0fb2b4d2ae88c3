/** A card payment that nobody knows the end of, and what a person may say about it. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Client } from '../../src/client/client.ts'
import type { Order } from '../../src/contract/order.ts'
import { changingOrders } from '../reconciliation/orders/changed-client.ts'
import type { Approved } from '../reconciliation/orders/order-world.ts'
import { openResolveWorld } from '../reconciliation/orders/resolve-world.ts'
import type { ResolveWorld } from '../reconciliation/orders/resolve-world.ts'
import { openCardWorld } from './card-world.ts'
import type { CardWorld } from './card-world.ts'

let world: CardWorld
let person: ResolveWorld

beforeAll(async () => {
  world = await openCardWorld()
  person = openResolveWorld(world.orders)
})
afterAll(() => world[Symbol.asyncDispose]())

/** No answer to a card payment comes back; `arrives`: but the request gets there. */
function mute(arrives: boolean, seen: (order: Order) => Order = (order) => order): Client {
  const { client } = world.orders.asking
  const call: Client['call'] = async (operation, request, options) => {
    if (operation !== 'payCard') return client.call(operation, request, options)
    if (arrives) await client.call(operation, request, options)
    else options?.mayLeave?.()
    return { outcome: 'in-doubt', why: 'cut' }
  }
  return { ...changingOrders(client, seen), call }
}

const paymentOf = async ({ vehicleId }: Approved) => {
  const { rows } = await world.orders.asking.ledger.database.pool.query<{
    id: string
    state: string
    active: boolean
  }>(
    `select id, state, active from frota.effect where kind = 'pay' and vehicle_id = $1
     order by seq desc`,
    [vehicleId],
  )
  const [newest] = rows
  if (newest === undefined) throw new Error('nothing was paid')
  return newest
}
const gateOf = async ({ fleetId }: Approved) =>
  (await world.orders.orders.list(fleetId, 1))[0]?.gateReason ?? 'open'

test('one that never arrived is not "paid"; once said so, another card may pay', async () => {
  const one = await world.ordered()
  await world.pay(one, one.orderId, {}, { client: mute(false) })
  const { id, state } = await paymentOf(one)
  expect([state, await gateOf(one)]).toEqual(['needs-person', 'payment-in-doubt'])
  expect(await person.resolve(id, { choice: 'none' })).toBe('choice-not-offered')
  expect(await person.resolve(id, { choice: 'paid' })).toMatch(/^payment-not-seen: /)
  expect(await person.resolve(id, { choice: 'not-paid' })).toBe('done')
  expect(await paymentOf(one)).toMatchObject({ state: 'rejected', active: false })
  expect(await gateOf(one)).toBe('open')
  expect((await person.told()).slice(-2)).toContain('payment-resolved Ana')
  expect((await world.pay(one, one.orderId)).exitCode).toBe(0)
})

test('one that was charged and shows late is not "not paid", and is never charged again', async () => {
  const one = await world.ordered()
  const [before] = await world.orders.ordersAt(one.serviceId)
  const late = (order: Order): Order =>
    order.id === before?.id
      ? { ...order, status: before.status, latest_attempt: before.latest_attempt }
      : order
  await world.pay(one, one.orderId, {}, { client: mute(true, late) })
  const { id, state } = await paymentOf(one)
  expect(state).toBe('needs-person')
  expect(await person.resolve(id, { choice: 'not-paid' })).toMatch(/^payment-seen: /)
  expect(await person.resolve(id, { choice: 'paid' })).toBe('done')
  expect((await paymentOf(one)).state).toBe('adopted')
  expect(await gateOf(one)).not.toBe('open')
  expect((await world.pay(one, one.orderId)).error).toBeDefined()
})
