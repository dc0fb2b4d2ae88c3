/** Which orders at the service an order of ours takes for its own, before it is sent and after. */
import { expect, test } from 'vitest'
import type { Client } from '../../../src/client/client.ts'
import type { Order } from '../../../src/contract/order.ts'
import { orderStage } from '../../../src/reconciliation/orders/placing/place-order.ts'
import { openOrderWorld, type Approved } from './order-world.ts'
import { forFile } from '../../support/for-file.ts'

const OTHER = '00000000-0000-4000-8000-0000000000aa'
const world = await forFile(openOrderWorld())

const stageOf = (client: Client = world.client) => orderStage({ ...world.placing, client })

/** The service lists these orders of the vehicle, page by page, and no others. */
function listing(...pages: Order[][]): Client {
  const list = async function* (): AsyncGenerator<Order[]> {
    yield* pages
  }
  return { ...world.client, pages: list as unknown as Client['pages'] }
}

/** An order that somebody else made of exactly the plan's debts. */
async function same(one: Approved): Promise<Order> {
  return world.orderAt(one, await world.chosen(one))
}

test('an answer that names an order of before is not believed', async () => {
  const one = await world.approved()
  const preparation = await stageOf().prepare(await world.effect(one.effectId))
  if (!('ready' in preparation)) throw new Error(JSON.stringify(preparation))
  const { ready } = preparation
  const order = await same(one)
  const stage = stageOf()
  expect(stage.fits(order, ready)).toEqual({ fits: true, remoteId: order.id })
  const before = new Map([[order.id.toLowerCase(), order.status]])
  const answer = { ...order, id: order.id.toUpperCase() }
  expect(stage.fits(answer, { ...ready, before })).toMatchObject({ fits: false })
})

test('after a doubt one order that holds the debts is adopted, and of several a person chooses', async () => {
  const one = await world.approved()
  const order = await same(one)
  const effect = { ...(await world.effect(one.effectId)), doubts: 1 }
  const second = { ...order, id: OTHER }
  const elsewhere = { ...order, id: OTHER, vehicle_id: OTHER }
  const adopts = { adopt: { remoteId: order.id } }
  for (const [pages, found] of [
    [[[order]], adopts],
    [[[order], [order]], adopts],
    [[[elsewhere], [order]], adopts],
    [[[order], [second]], { quarantine: expect.stringContaining(`${order.id}, ${OTHER}`) }],
  ] as const) {
    const client = listing(...pages.map((page) => [...page]))
    expect(await stageOf(client).prepare(effect)).toMatchObject(found)
  }
  // Without a doubt it is nobody's doing of ours: it blocks.
  const certain = await stageOf(listing([order])).prepare({ ...effect, doubts: 0 })
  expect(certain).toMatchObject({ quarantine: expect.stringContaining('order-holds-debt') })
})

test('an order that the ledger recorded, or that was there before, is not found again', async () => {
  const one = await world.approved()
  const order = await same(one)
  const effect = await world.effect(one.effectId)
  const found = (baseline: string[] | null) =>
    stageOf().lookUp({ ...effect, baseline: baseline === null ? null : { orders: baseline } })
  expect(await found(null)).toMatchObject([{ remoteId: order.id }])
  expect(await found([order.id.toLowerCase()])).toEqual([])

  const other = await world.approved()
  await world.place(other.effectId)
  const placed = await world.effect(other.effectId)
  expect(placed.state).toBe('done')
  expect(await stageOf().lookUp({ ...placed, baseline: null })).toEqual([])
})
