/** The vehicle's orders are read right before the one POST, whatever came between. */
import { beforeEach, expect, test } from 'vitest'
import type { Client } from '../../../src/client/client.ts'
import type { Order } from '../../../src/contract/order.ts'
import { beforeRequests } from '../changed-client.ts'
import { openOrderWorld } from './order-world.ts'
import { forFile } from '../../support/for-file.ts'

let previewMs: number

const world = await forFile(openOrderWorld())
beforeEach(() => {
  previewMs = SLOW_MS
})

const PREPARED = ['listOrders', 'previewCheckout']

/** A preview that takes longer than what was read before it is good for. */
const SLOW_MS = 1_001

/** The client, with what is asked through it; something may happen at the first preview. */
function telling(client: Client, meanwhile: () => unknown = () => undefined) {
  const asked: string[] = []
  const watched = beforeRequests(client, async (operation) => {
    if (operation === 'previewCheckout') {
      world.step(previewMs)
      if (!asked.includes(operation)) await meanwhile()
    }
    asked.push(operation)
  })
  return { asked, client: watched }
}

/** From the second list on the vehicle has an order of no debts more; `each` time another one. */
function withAnother(each: boolean): Client {
  const { client, ledger } = world
  const first = ledger.uuid()
  let lists = 0
  return {
    ...client,
    pages: async function* pages(operation, request, options) {
      lists += 1
      yield* client.pages(operation, request, options)
      const vehicle = (request?.query as { vehicle_id?: string } | undefined)?.vehicle_id
      const id = each ? ledger.uuid() : first
      const other = { id, vehicle_id: vehicle, status: 'awaiting_payment', items: [] }
      if (lists > 1) yield [other as unknown as Order] as never
    },
  }
}

test('an order costs one list of its vehicle where the POST follows at once', async () => {
  const one = await world.approved()
  const { asked, client } = telling(world.client)
  previewMs = SLOW_MS - 1
  expect(await world.place(one.effectId, { client })).toEqual({ outcome: 'done' })
  expect(asked).toEqual([...PREPARED, 'createOrder'])
})

test('an order that took a second to prepare costs two, the second right before the POST', async () => {
  const one = await world.approved()
  const { asked, client } = telling(world.client)
  expect(await world.place(one.effectId, { client })).toEqual({ outcome: 'done' })
  expect(asked).toEqual([...PREPARED, 'listOrders', 'createOrder'])
})

test('an order that somebody else makes after the first list is found, and ours is not sent', async () => {
  const one = await world.approved()
  const items = await world.chosen(one)
  const { asked, client } = telling(world.client, () => world.orderAt(one, items))
  const { outcome } = await world.place(one.effectId, { client })
  expect(asked).not.toContain('createOrder')
  const [theirs, ...more] = await world.ordersAt(one)
  expect(more).toEqual([])
  const { state, sends, reason } = await world.effect(one.effectId)
  expect({ outcome, state, sends }).toEqual({ outcome: 'refused', state: 'quarantined', sends: 0 })
  expect(reason).toBe(`order-holds-debt: ${theirs?.id} (awaiting_payment)`)
})

test('another order that is not in the way is looked at once more, and ours is sent', async () => {
  const one = await world.approved()
  const { asked, client } = telling(withAnother(false))
  expect(await world.place(one.effectId, { client })).toEqual({ outcome: 'done' })
  expect(asked).toEqual([...PREPARED, 'listOrders', ...PREPARED, 'listOrders', 'createOrder'])
})

test('where orders keep coming nothing is sent, and no more than four lists are read', async () => {
  const one = await world.approved()
  const { asked, client } = telling(withAnother(true))
  expect((await world.place(one.effectId, { client })).outcome).toBe('snoozed')
  expect(asked).toEqual([...PREPARED, 'listOrders', ...PREPARED, 'listOrders'])
  expect(await world.ordersAt(one)).toEqual([])
})
