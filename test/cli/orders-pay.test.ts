import { inspect } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { lookUpPayment } from '../../jobs/look-up-payment.ts'
import type { Client } from '../../src/client/client.ts'
import type { Order } from '../../src/contract/order.ts'
import { changingOrders } from '../reconciliation/orders/changed-client.ts'
import type { Approved } from '../reconciliation/orders/order-world.ts'
import { CARD, DECLINED, openCardWorld } from './card-world.ts'
import type { CardWorld } from './card-world.ts'

let world: CardWorld

beforeAll(async () => {
  world = await openCardWorld()
})
afterAll(() => world[Symbol.asyncDispose]())

/** Counts card payments on their way, and may change what becomes of the answer. */
function watching(
  what: {
    change?: (order: Order) => Order
    loses?: boolean
    before?: () => void
  } = {},
): Client & { readonly sent: { count: number } } {
  const { client } = world.orders.asking
  const sent = { count: 0 }
  const changed = what.change === undefined ? client : changingOrders(client, what.change)
  const call: Client['call'] = async (operation, request, options) => {
    if (operation !== 'payCard') return changed.call(operation, request, options)
    sent.count += 1
    what.before?.()
    const result = await client.call(operation, request, options)
    return what.loses === true ? { outcome: 'in-doubt', why: 'cut' } : result
  }
  return { ...changingOrders(changed, (order) => order), call, sent }
}

const serviceOrders = (one: Approved): Promise<Order[]> => world.orders.ordersAt(one.serviceId)
const listed = async (one: Approved) => (await world.orders.orders.list(one.fleetId, 10))[0]
const debtsAre = (one: Approved): Promise<Set<string>> =>
  world.orders.states(
    one,
    one.plan.items.map(({ debtId }) => debtId),
  )
const uses = async (one: Approved) => {
  const { rows } = await world.orders.asking.ledger.database.pool.query<{
    units: number
    state: string
  }>(
    `select units, state from frota.quota_use where purpose in
       (select id::text from frota.effect where vehicle_id = $1 and kind in ('order', 'pay'))
     order by reserved_at`,
    [one.vehicleId],
  )
  return rows
}
const payEffects = async (one: Approved) => {
  const { rows } = await world.orders.asking.ledger.database.pool.query<{
    id: string
    state: string
    active: boolean
  }>(
    `select id, state, active from frota.effect where vehicle_id = $1 and kind = 'pay' order by seq`,
    [one.vehicleId],
  )
  return rows
}
const audit = async (one: Approved) => {
  const { rows } = await world.orders.asking.ledger.database.pool.query<{
    actor: string
    what: string
    facts: string
  }>(
    `select actor, what, facts from frota.audit
     where vehicle_id = $1 and what like 'payment-%' order by seq`,
    [one.vehicleId],
  )
  return rows
}

describe('an approved proposal', () => {
  test('is ordered and paid under one reservation of two units', async () => {
    const one = await world.approved()
    const paid = await world.pay(one, one.plan.id, { installments: '3' })
    expect(paid.error).toBeUndefined()
    expect([paid.exitCode, paid.object['outcome']]).toEqual([0, 'paid'])
    const [order, other] = await serviceOrders(one)
    expect(other).toBeUndefined()
    expect(order).toMatchObject({ status: 'paid', method: 'credit_card' })
    expect(order?.latest_attempt).toMatchObject({ installments: 3, card_last_digits: '1111' })
    expect(await uses(one)).toMatchObject([{ units: 2, state: 'answered' }])
    expect(await debtsAre(one)).toEqual(new Set(['paid']))
    expect(await listed(one)).toMatchObject({ standing: 'paid', installments: 3 })
    const [told] = await audit(one)
    expect(told).toMatchObject({ actor: 'Ana Lima', what: 'payment-made' })
    expect(JSON.parse(told?.facts ?? '{}')).toMatchObject({ installments: 3, reason: 'paid' })
  })

  test('is ordered by nobody else: a run leaves it to the person who pays', async () => {
    const one = await world.approved()
    const { effects } = world.orders.asking
    expect(await effects.due(one.fleetId, 'order', 10)).toMatchObject({
      planned: [],
      nextInMs: null,
    })
    const pix = await world.orders.approved()
    expect((await effects.due(pix.fleetId, 'order', 10)).planned).toHaveLength(1)
  })

  test('shows plate, items, total and instalments before anything is sent', async () => {
    const one = await world.approved()
    const { shown } = await world.pay(one, one.plan.id, { plate: 'ZZZ9Z99' })
    for (const { description } of one.plan.items) expect(shown).toContain(description)
    expect(shown).toMatch(/ 12 × +R\$/)
    expect(shown).toMatch(/to the card ending in 1111, \d+ debt/)
    expect(await serviceOrders(one)).toEqual([])
  })

  test.each([0, 1, 2, 3, 4, 5])('is left undone at question %i', async (leavesAt) => {
    const one = await world.approved()
    const client = watching()
    const left = await world.pay(one, one.plan.id, { leavesAt }, { client })
    expect(left.questions).toBe(leavesAt + 1)
    expect(String(left.error)).toContain('nothing was charged')
    expect(await serviceOrders(one)).toEqual([])
    expect([client.sent.count, await payEffects(one), await uses(one)]).toEqual([0, [], []])
  })

  test('is not paid when another plate is typed, or a number is wrong three times', async () => {
    const one = await world.approved()
    const mistyped = await world.pay(one, one.plan.id, { plate: 'ABC1D24' })
    expect(String(mistyped.error)).toContain('nothing was charged')
    const wrong = await world.pay(one, one.plan.id, { number: '4111111111111112' })
    expect(String(wrong.error)).toContain('3 times')
    expect(await serviceOrders(one)).toEqual([])
  })
})

describe('an order that was made before', () => {
  test('reserves one unit when it is paid', async () => {
    const one = await world.ordered()
    expect(await listed(one)).toMatchObject({ gate: 'open', standing: 'open' })
    const paid = await world.pay(one, one.orderId)
    expect(paid.object).toMatchObject({ outcome: 'paid', order: one.orderId })
    expect((await uses(one)).map(({ units }) => units)).toEqual([1, 1])
  })

  test('is found by the proposal that it was, and not made again', async () => {
    const one = await world.ordered()
    expect((await world.pay(one, one.plan.id)).object).toMatchObject({ outcome: 'paid' })
    expect(await serviceOrders(one)).toHaveLength(1)
  })

  test('that is declined charges nothing, and another card may pay', async () => {
    const one = await world.ordered()
    const declined = await world.pay(one, one.orderId, { number: DECLINED })
    expect([declined.exitCode, declined.object['outcome']]).toEqual([1, 'declined'])
    expect(declined.shown).toMatch(/Declined \(.+\). Nothing was charged/)
    expect(await listed(one)).toMatchObject({ gate: 'open', standing: 'open' })
    expect((await world.pay(one, one.orderId)).object).toMatchObject({ outcome: 'paid' })
    expect((await audit(one)).map(({ what }) => what)).toEqual(['payment-refused', 'payment-made'])
    expect((await payEffects(one)).map(({ active }) => active)).toEqual([false, true])
  })

  test('that is paid is not paid twice', async () => {
    const one = await world.ordered()
    await world.pay(one, one.orderId)
    const client = watching()
    const again = await world.pay(one, one.orderId, {}, { client })
    expect(String(again.error)).toContain('not awaiting payment')
    expect(again.questions).toBe(0)
    // Although the service said that it may be: somebody there may be wrong.
    const claims = watching({
      change: (order) => ({ ...order, status: 'awaiting_payment', latest_attempt: null }),
    })
    const blocked = await world.pay(one, one.orderId, {}, { client: claims })
    expect(blocked.object).toMatchObject({ outcome: 'charged' })
    expect([client.sent.count, claims.sent.count]).toEqual([0, 0])
  })

  test('whose sums are others now is refused before anybody types a card', async () => {
    const one = await world.ordered()
    const dearer = watching({ change: (order) => ({ ...order, total_amount: '99999.00' }) })
    const refused = await world.pay(one, one.orderId, {}, { client: dearer })
    expect([refused.questions, dearer.sent.count]).toEqual([0, 0])
    expect(String(refused.error)).toContain('changed after it was made')
  })

  test('that changes between the confirmation and the request is not paid', async () => {
    const one = await world.ordered()
    let reads = 0
    const client = watching({
      change: (order) => {
        reads += 1
        return reads > 2 ? { ...order, total_amount: '99999.00' } : order
      },
    })
    const refused = await world.pay(one, one.orderId, {}, { client })
    expect(refused.object).toMatchObject({ outcome: 'not-paid' })
    expect([client.sent.count, refused.questions]).toEqual([0, 6])
    expect(await uses(one)).toMatchObject([{ units: 1 }])
  })

  test('of another fleet, by another method, or unknown is not found', async () => {
    const [one, other] = [await world.ordered(), await world.ordered()]
    for (const word of [other.orderId, 'abc', '00000000-0000-4000-8000-000000000000']) {
      expect(String((await world.pay(one, word)).error)).toContain('see: frota orders')
    }
    const pix = await world.orders.approved()
    await world.orders.place(pix.effectId)
    const { remoteId } = await world.orders.effect(pix.effectId)
    const refused = await world.pay(pix, remoteId ?? '')
    expect(String(refused.error)).toContain('not paid by card')
  })

  test('is not paid while money is blocked', async () => {
    const one = await world.ordered()
    const { error, questions } = await world.pay(one, one.orderId, {}, { blocked: 'an old ledger' })
    expect([String(error), questions]).toEqual([expect.stringContaining('an old ledger'), 0])
  })
})

describe('a payment whose answer was lost', () => {
  test('is found by a look-up, and never sent again', async () => {
    const one = await world.ordered()
    const client = watching({ loses: true })
    const paid = await world.pay(one, one.orderId, {}, { client })
    expect([client.sent.count, paid.object['outcome']]).toEqual([1, 'paid'])
    expect(paid.shown).toContain('the card may have been charged. Looking it up')
    expect((await audit(one)).map(({ what }) => what)).toEqual(['payment-adopted'])
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
    const client = watching()
    const again = await world.pay(one, one.orderId, {}, { client })
    expect(String(again.error)).toContain('do not pay again before')
    // What a run does with it: it looks up, without a card, until a person must.
    const { placing, engine, asking } = world.orders
    const [effect] = await payEffects(one)
    const stores = { ...placing, orders: world.orders.orders, effects: asking.effects }
    const tools = { ...stores, stores, effects: engine, buckets: { orders: placing.bucket } }
    const job = tools as unknown as Parameters<typeof lookUpPayment.run>[0]
    const signal = new AbortController().signal
    for (let rung = 0; rung < 10; rung += 1) {
      asking.bench.clock.step(16 * 60_000)
      await lookUpPayment.run(job, { effect: effect?.id ?? '' }, { signal })
    }
    expect(await payEffects(one)).toMatchObject([{ state: 'needs-person', active: true }])
    expect(await listed(one)).toMatchObject({ gate: 'shut', gateReason: 'payment-in-doubt' })
    expect((await world.pay(one, one.orderId, {}, { client })).error).toBeDefined()
    expect(client.sent.count).toBe(0)
    expect((await audit(one)).map(({ what }) => what)).toEqual(['payment-needs-person'])
    // The order dies meanwhile: its debts stay in it until somebody looked.
    await world.follow(
      one,
      changingOrders(real, (order) => ({ ...order, status: 'expired' })),
    )
    expect(await listed(one)).toMatchObject({ standing: 'unknown', status: 'expired' })
    expect(await debtsAre(one)).toEqual(new Set(['ordered']))
  })

  test('after Ctrl-C says that it may have been made', async () => {
    const one = await world.ordered()
    const stop = new AbortController()
    const client = watching({ before: () => stop.abort() })
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
  expect(await payEffects(one)).toHaveLength(1)
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
  expect(await listed(one)).toMatchObject({ standing: 'paid', gate: 'shut' })
  expect(await debtsAre(one)).toEqual(new Set(['paid']))
})

test('nothing of a card is in any table, nor in what was shown', async () => {
  const one = await world.ordered()
  const { shown, object } = await world.pay(one, one.orderId, { number: DECLINED })
  const later = await world.pay(one, one.orderId)
  const canaries = [CARD.number.replaceAll(' ', ''), CARD.number, DECLINED, CARD.holder, '"987"']
  const texts = [shown, later.shown, inspect([object, later.object])]
  const { pool } = world.orders.asking.ledger.database
  const tables = await pool.query<{ name: string }>(
    `select table_schema || '.' || table_name as name from information_schema.tables
     where table_schema = 'frota' and table_type = 'BASE TABLE'`,
  )
  for (const { name } of tables.rows) {
    const { rows } = await pool.query<{ row: string }>(`select t::text as row from ${name} as t`)
    texts.push(...rows.map(({ row }) => row))
  }
  expect(texts.length).toBeGreaterThan(100)
  expect(texts.filter((text) => canaries.some((each) => text.includes(each)))).toEqual([])
})
