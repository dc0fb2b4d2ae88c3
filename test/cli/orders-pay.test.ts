import { inspect } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { watchCards } from './card-watch.ts'
import { CARD, DECLINED, openCardWorld } from './card-world.ts'
import type { CardWorld } from './card-world.ts'

let world: CardWorld
let watch: ReturnType<typeof watchCards>

beforeAll(async () => {
  world = await openCardWorld()
  watch = watchCards(world)
})
afterAll(() => world[Symbol.asyncDispose]())

describe('an approved proposal', () => {
  test('is ordered and paid under one reservation of two units', async () => {
    const one = await world.approved()
    const paid = await world.pay(one, one.plan.id, { installments: '3' })
    expect(paid.error).toBeUndefined()
    expect([paid.exitCode, paid.object['outcome']]).toEqual([0, 'paid'])
    const [order, other] = await watch.serviceOrders(one)
    expect(other).toBeUndefined()
    expect(order).toMatchObject({ status: 'paid', method: 'credit_card' })
    expect(order?.latest_attempt).toMatchObject({ installments: 3, card_last_digits: '1111' })
    expect(await watch.uses(one)).toMatchObject([{ units: 2, state: 'answered' }])
    expect(await watch.debtsAre(one)).toEqual(new Set(['paid']))
    expect(await watch.listed(one)).toMatchObject({ standing: 'paid', installments: 3 })
    const [told] = await watch.audit(one)
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
    expect(await watch.serviceOrders(one)).toEqual([])
  })

  test.each([0, 1, 2, 3, 4, 5])('is left undone at question %i', async (leavesAt) => {
    const one = await world.approved()
    const client = watch.watching()
    const left = await world.pay(one, one.plan.id, { leavesAt }, { client })
    expect(left.questions).toBe(leavesAt + 1)
    expect(String(left.error)).toContain('nothing was charged')
    expect(await watch.serviceOrders(one)).toEqual([])
    expect([client.sent.count, await watch.payEffects(one), await watch.uses(one)]).toEqual([
      0,
      [],
      [],
    ])
  })

  test('is not paid when another plate is typed, or a number is wrong three times', async () => {
    const one = await world.approved()
    const mistyped = await world.pay(one, one.plan.id, { plate: 'ABC1D24' })
    expect(String(mistyped.error)).toContain('nothing was charged')
    const wrong = await world.pay(one, one.plan.id, { number: '4111111111111112' })
    expect(String(wrong.error)).toContain('3 times')
    expect(await watch.serviceOrders(one)).toEqual([])
  })
})

describe('an order that was made before', () => {
  test('reserves one unit when it is paid', async () => {
    const one = await world.ordered()
    expect(await watch.listed(one)).toMatchObject({ gate: 'open', standing: 'open' })
    const paid = await world.pay(one, one.orderId)
    expect(paid.object).toMatchObject({ outcome: 'paid', order: one.orderId })
    expect((await watch.uses(one)).map(({ units }) => units)).toEqual([1, 1])
  })

  test('is found by the proposal that it was, and not made again', async () => {
    const one = await world.ordered()
    expect((await world.pay(one, one.plan.id)).object).toMatchObject({ outcome: 'paid' })
    expect(await watch.serviceOrders(one)).toHaveLength(1)
  })

  test('that is declined charges nothing, and another card may pay', async () => {
    const one = await world.ordered()
    const declined = await world.pay(one, one.orderId, { number: DECLINED })
    expect([declined.exitCode, declined.object['outcome']]).toEqual([1, 'declined'])
    expect(declined.shown).toMatch(/Declined \(.+\). Nothing was charged/)
    expect(await watch.listed(one)).toMatchObject({ gate: 'open', standing: 'open' })
    expect((await world.pay(one, one.orderId)).object).toMatchObject({ outcome: 'paid' })
    expect((await watch.audit(one)).map(({ what }) => what)).toEqual([
      'payment-refused',
      'payment-made',
    ])
    expect((await watch.payEffects(one)).map(({ active }) => active)).toEqual([false, true])
  })

  test('that is paid is not paid twice', async () => {
    const one = await world.ordered()
    await world.pay(one, one.orderId)
    const client = watch.watching()
    const again = await world.pay(one, one.orderId, {}, { client })
    expect(String(again.error)).toContain('not awaiting payment')
    expect(again.questions).toBe(0)
    // Although the service said that it may be: somebody there may be wrong.
    const claims = watch.watching({
      change: (order) => ({ ...order, status: 'awaiting_payment', latest_attempt: null }),
    })
    const blocked = await world.pay(one, one.orderId, {}, { client: claims })
    expect(blocked.object).toMatchObject({ outcome: 'charged' })
    expect([client.sent.count, claims.sent.count]).toEqual([0, 0])
  })

  test('whose sums are others now is refused before anybody types a card', async () => {
    const one = await world.ordered()
    const dearer = watch.watching({ change: (order) => ({ ...order, total_amount: '99999.00' }) })
    const refused = await world.pay(one, one.orderId, {}, { client: dearer })
    expect([refused.questions, dearer.sent.count]).toEqual([0, 0])
    expect(String(refused.error)).toContain('changed after it was made')
  })

  test('that changes between the confirmation and the request is not paid', async () => {
    const one = await world.ordered()
    let reads = 0
    const client = watch.watching({
      change: (order) => {
        reads += 1
        return reads > 2 ? { ...order, total_amount: '99999.00' } : order
      },
    })
    const refused = await world.pay(one, one.orderId, {}, { client })
    expect(refused.object).toMatchObject({ outcome: 'not-paid' })
    expect([client.sent.count, refused.questions]).toEqual([0, 6])
    expect(await watch.uses(one)).toMatchObject([{ units: 1 }])
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
