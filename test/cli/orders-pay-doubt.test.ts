/** Card payments of which nobody knows at first what became of them. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { lookUpPayment } from '../../jobs/look-up-payment.ts'
import type { Client } from '../../src/client/client.ts'
import { changingOrders } from '../reconciliation/orders/changed-client.ts'
import { watchCards } from './card-watch.ts'
import { openCardWorld } from './card-world.ts'
import type { CardWorld } from './card-world.ts'

let world: CardWorld
let watch: ReturnType<typeof watchCards>

beforeAll(async () => {
  world = await openCardWorld()
  watch = watchCards(world)
})
afterAll(() => world[Symbol.asyncDispose]())

describe('a payment whose answer was lost', () => {
  test('is found by a look-up, and never sent again', async () => {
    const one = await world.ordered()
    const client = watch.watching({ loses: true })
    const paid = await world.pay(one, one.orderId, {}, { client })
    expect([client.sent.count, paid.object['outcome']]).toEqual([1, 'paid'])
    expect(paid.shown).toContain('the card may have been charged. Looking it up')
    expect((await watch.audit(one)).map(({ what }) => what)).toEqual(['payment-adopted'])
  })

  test('that leaves no trace blocks every other, and ends with a person', async () => {
    const one = await world.ordered()
    const { client: real } = world.orders.asking
    const silent: Client = {
      ...changingOrders(real, (order) => order),
      call: (operation, request, options) => {
        if (operation !== 'payCard') return real.call(operation, request, options)
        if (options?.mayLeave?.() !== true) throw new Error('no leave')
        return Promise.resolve({ outcome: 'in-doubt', why: 'timeout' })
      },
    }
    const doubtful = await world.pay(one, one.orderId, {}, { client: silent })
    expect([doubtful.exitCode, doubtful.object['outcome']]).toEqual([1, 'in-doubt'])
    expect(doubtful.shown).toContain('check the statement and do not pay again before')
    const client = watch.watching()
    const again = await world.pay(one, one.orderId, {}, { client })
    expect(String(again.error)).toContain('do not pay again before')
    // What a run does with it: it looks up, without a card, until a person must.
    const { placing, engine, asking } = world.orders
    const [effect] = await watch.payEffects(one)
    const stores = { ...placing, orders: world.orders.orders, effects: asking.effects }
    const tools = { ...stores, stores, effects: engine, buckets: { orders: placing.bucket } }
    const job = tools as unknown as Parameters<typeof lookUpPayment.run>[0]
    const signal = new AbortController().signal
    for (let rung = 0; rung < 10; rung += 1) {
      asking.bench.clock.step(16 * 60_000)
      await lookUpPayment.run(job, { effect: effect?.id ?? '' }, { signal })
    }
    expect(await watch.payEffects(one)).toMatchObject([{ state: 'needs-person', active: true }])
    expect(await watch.listed(one)).toMatchObject({ gate: 'shut', gateReason: 'payment-in-doubt' })
    expect((await world.pay(one, one.orderId, {}, { client })).error).toBeDefined()
    expect(client.sent.count).toBe(0)
    expect((await watch.audit(one)).map(({ what }) => what)).toEqual(['payment-needs-person'])
    // The order dies meanwhile: its debts stay in it until somebody looked.
    await world.follow(
      one,
      changingOrders(real, (order) => ({ ...order, status: 'expired' })),
    )
    expect(await watch.listed(one)).toMatchObject({ standing: 'unknown', status: 'expired' })
    expect(await watch.debtsAre(one)).toEqual(new Set(['ordered']))
  })

  test('after Ctrl-C says that it may have been made', async () => {
    const one = await world.ordered()
    const stop = new AbortController()
    const client = watch.watching({ before: () => stop.abort() })
    const paid = await world.pay(one, one.orderId, {}, { client, stop })
    expect(paid.shown).toContain('The payment may have been made')
    expect(paid.object).toMatchObject({ outcome: 'paid' })
  })
})

test('a payment that was planned and never sent is taken over by the next confirmation', async () => {
  const one = await world.ordered()
  const { asking } = world.orders
  const refused: Client = {
    ...changingOrders(asking.client, (order) => order),
    call: (operation, request, options) =>
      operation === 'payCard'
        ? Promise.resolve({ outcome: 'never-sent', why: 'refused', cause: new Error('x') as never })
        : asking.client.call(operation, request, options),
  }
  const unsent = await world.pay(one, one.orderId, {}, { client: refused })
  expect(unsent.object).toMatchObject({ outcome: 'not-paid' })
  // Some seconds later, by the database's own clock.
  const rested = 'update frota.effect set not_before = null where vehicle_id = $1'
  await asking.ledger.database.pool.query(rested, [one.vehicleId])
  expect((await world.pay(one, one.orderId)).object).toMatchObject({ outcome: 'paid' })
  expect(await watch.payEffects(one)).toHaveLength(1)
})

test('who read the order before it was paid does not write so afterwards', async () => {
  const one = await world.ordered()
  world.orders.asking.bench.clock.step(60 * 60_000)
  const { client } = world.orders.asking
  const slow: Client = {
    ...changingOrders(client, (order) => order),
    read: async (operation, request, options) => {
      const body = await client.read(operation, request, options)
      if (operation === 'getOrder') await world.pay(one, one.orderId)
      return body
    },
  }
  await world.follow(one, slow)
  expect(await watch.listed(one)).toMatchObject({ standing: 'paid', gate: 'shut' })
  expect(await watch.debtsAre(one)).toEqual(new Set(['paid']))
})
