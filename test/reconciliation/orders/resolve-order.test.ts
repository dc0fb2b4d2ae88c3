import { describe, expect, test } from 'vitest'
import { checkedCents, formatCents } from '../../../src/fleet/money.ts'
import { paidSums } from '../../../src/reconciliation/orders/paid-sums.ts'
import {
  changedItems,
  hidingItems,
  losingAnswers,
  losingRequests,
  saying,
} from '../changed-client.ts'
import { openOrderWorld, type Approved } from './order-world.ts'
import { openResolveWorld } from './resolve-world.ts'
import { forFile } from '../../support/for-file.ts'

const world = await forFile(openOrderWorld())
const person = openResolveWorld(world)

const adopt = (orderId: string, accept?: 'total-differs' | 'items-hidden' | 'amounts-changed') =>
  ({ choice: 'adopt', orderId, accept }) as const
const gateOf = async (one: Approved): Promise<string | null> => (await world.listed(one)).gateReason

/** Its answer was lost, and somebody ordered the very same by hand meanwhile. */
async function twoMatches(): Promise<{ one: Approved; ids: string[] }> {
  const one = await world.approved()
  await world.place(one.effectId, { client: losingAnswers(world.client) })
  await world.orderAt(one, await world.chosen(one))
  await world.place(one.effectId)
  const ids = (await world.ordersAt(one)).map(({ id }) => id)
  return { one, ids }
}

describe('of several orders that may be ours', () => {
  test('all are named, one is adopted, and the others are told with "do not pay"', async () => {
    const { one, ids } = await twoMatches()
    const { reason } = await world.effect(one.effectId)
    for (const id of ids) expect(reason).toContain(id)
    expect(await world.orders.list(one.fleetId, 10)).toEqual([])
    const [ours = '', other = ''] = ids
    expect(await person.resolve(one.effectId, adopt(ours))).toBe('done')
    expect(await world.stateOf(one)).toBe('adopted')
    expect(await world.debtsAre(one)).toEqual(new Set(['ordered']))
    expect(await world.listed(one)).toMatchObject({ id: ours })
    expect(await person.foreign.ofVehicle(one.vehicleId)).toMatchObject([
      { id: other, why: 'twin', otherId: ours },
    ])
    expect(await world.ordersAt(one)).toHaveLength(2)
    expect((await person.told()).slice(-2)).toEqual(['order-resolved Ana', 'order-adopted frota'])
  })

  test('nobody may say that none was made', async () => {
    const { one, ids } = await twoMatches()
    expect(await person.resolve(one.effectId, { choice: 'paid' })).toBe('choice-not-offered')
    const refused = await person.resolve(one.effectId, { choice: 'none' })
    for (const id of ids) expect(refused).toContain(id)
    expect(refused).toMatch(/^matches-exist: /)
    expect(await world.stateOf(one)).toBe('quarantined')
    expect(await world.locks(one)).toBe(one.plan.items.length)
  })

  test('an order of other debts, or of nobody, is never adopted', async () => {
    const { one } = await twoMatches()
    const stranger = world.ledger.uuid()
    expect(await person.resolve(one.effectId, adopt(stranger))).toBe(`order-unknown: ${stranger}`)
    const other = await world.orderOneAt(one)
    expect(await person.resolve(one.effectId, adopt(other.id))).toBe('of-other-debts: other-items')
    expect(await world.stateOf(one)).toBe('quarantined')
  })

  test('one that does not show what it holds is adopted only by naming that', async () => {
    const { one, ids } = await twoMatches()
    const [ours = ''] = ids
    const client = hidingItems(world.client)
    expect(await person.resolve(one.effectId, adopt(ours), { client })).toBe(
      'mismatch: items-hidden',
    )
    expect(await person.resolve(one.effectId, adopt(ours, 'items-hidden'), { client })).toBe('done')
    expect(await world.stateOf(one)).toBe('adopted')
  })
})

describe('an order that is not what was asked for', () => {
  async function wrong(): Promise<{ one: Approved; id: string }> {
    const one = await world.approved()
    await world.place(one.effectId, { client: saying(world.client, { service_fee: '0.00' }) })
    return { one, id: (await world.listed(one)).id }
  }

  test('opens its gate only by its name, and following does not shut it again', async () => {
    const { one, id } = await wrong()
    expect(await gateOf(one)).toBe('total-differs')
    expect(await person.resolve(one.effectId, adopt(id))).toBe('mismatch: total-differs')
    expect(await gateOf(one)).toBe('total-differs')
    expect(await person.resolve(one.effectId, adopt(id, 'total-differs'))).toBe('done')
    expect(await world.stateOf(one)).toBe('adopted')
    world.step(3_600_000)
    await world.follow(one)
    expect(await gateOf(one)).not.toBe('total-differs')
  })

  test('in its sums moves no debt, nor when they change back, before a person accepts', async () => {
    const one = await world.placed()
    const { id } = await world.listed(one)
    const client = saying(hidingItems(world.client), { status: 'settled', debts_amount: '1.5' })
    for (const each of [client, world.client]) {
      world.step(3_600_000)
      await world.follow(one, each)
      expect(await gateOf(one)).toBe('amounts-changed')
    }
    expect(await world.debtsAre(one)).toEqual(new Set(['ordered']))
    expect(await person.resolve(id, adopt(id, 'amounts-changed'), { client })).toBe('done')
    expect(await world.debtsAre(one)).toEqual(new Set(['settled']))
    expect(await world.listed(one)).toMatchObject({ debtsCents: 1_50n })
  })

  test('is paid with the sums that a person accepted, debt by debt', async () => {
    const one = await world.placed()
    const { id, totalCents } = await world.listed(one)
    const dearer = (amount: string) => formatCents(checkedCents(amount) + 1_55n)
    const client = saying(world.client, (order) => ({
      status: 'paid',
      debts_amount: dearer(order.debts_amount),
      total_amount: dearer(order.total_amount),
      ...changedItems(order, ({ amount }, at) => (at === 0 ? { amount: dearer(amount) } : {})),
    }))
    world.step(3_600_000)
    await world.follow(one, client)
    expect(await person.resolve(id, adopt(id, 'amounts-changed'), { client })).toBe('done')
    const rows = await world.query<{ items: bigint; paid: bigint; debts: bigint; note: string }>(
      `select (select sum(i.amount_cents)::bigint from frota.order_item i
          where i.order_id = o.id) as items,
        e.amount_cents as paid, o.debts_cents as debts, e.note
      from frota.payment_order o join frota.order_event e on e.order_id = o.id and e.event = 'paid'
      where o.id = $1`,
      [id],
    )
    const [told] = rows
    expect(rows).toHaveLength(1)
    expect(told?.paid).toBe(totalCents + 1_55n)
    expect(told?.items).toBe(told?.debts)
    expect(paidSums(told?.note ?? '')).toMatchObject({ totalCents: totalCents + 1_55n })
  })

  test('can be named by its own id, and nobody may say that it was not made', async () => {
    const { one, id } = await wrong()
    expect(await person.resolve(id, { choice: 'none' })).toBe(`order-made: ${id}`)
    expect(await person.resolve(id, adopt(id, 'total-differs'))).toBe('done')
    expect(await person.resolve(one.effectId, { choice: 'none' })).toBe('not-waiting')
  })
})

describe('nothing was made', () => {
  test('frees the debts for another proposal, which is ordered once', async () => {
    const one = await world.approved()
    await world.place(one.effectId, { client: losingRequests(world.client) })
    const { id: theirs, debt } = await world.orderOneAt(one)
    while (!['quarantined', 'needs-person'].includes(await world.stateOf(one))) {
      await world.place(one.effectId)
    }
    expect(await person.resolve(one.effectId, { choice: 'none' })).toBe('done')
    expect(await world.stateOf(one)).toBe('rejected')
    expect((await world.planOf(one)).state).toBe('void')
    // The debt that the other order holds is locked by it, so that the next proposal leaves it out.
    expect(await world.states(one, [debt.id])).toEqual(new Set(['ordered']))
    const found = { id: theirs, gate: 'shut', gateReason: 'found-at-service' }
    expect(await world.listed(one)).toMatchObject(found)
    await world.consult(one)
    await world.propose(one)
    expect(await world.approve(one)).toBe(1)
    expect((await world.planOf(one)).items.map((item) => item.debtId)).not.toContain(debt.id)
    await world.place((await world.effectOf(one)).id)
    expect((await world.effectOf(one)).state).toBe('done')
  })
})

test('a consultation without a trace is tried again, once somebody looked', async () => {
  const one = await world.answered()
  const [{ id } = { id: '' }] = await world.query<{ id: string }>(
    `update frota.effect set state = 'needs-person', doubts = 3
     where kind = 'consult' and vehicle_id = $1 returning id`,
    [one.vehicleId],
  )
  expect(await person.resolve(id, { choice: 'paid' })).toBe('choice-not-offered')
  expect(await person.resolve(id, { choice: 'none' })).toBe('done')
  expect((await world.effect(id)).state).toBe('planned')
})

describe('a case that is none', () => {
  test('of nobody, or of an order that is as it should be, is not waiting', async () => {
    expect(await person.resolve(world.ledger.uuid(), { choice: 'none' })).toBe('not-found')
    const one = await world.placed()
    expect(await person.resolve(one.effectId, { choice: 'none' })).toBe('not-waiting')
    const { id } = await world.listed(one)
    expect(await person.resolve(id, adopt(id))).toBe('not-waiting')
  })

  test('what is looked up by itself is nobody’s to decide', async () => {
    const one = await world.approved()
    await world.place(one.effectId, { client: losingRequests(world.client) })
    expect(await world.stateOf(one)).toBe('in-doubt')
    expect(await person.resolve(one.effectId, { choice: 'none' })).toBe('not-waiting')
  })
})
