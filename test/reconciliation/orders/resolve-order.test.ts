import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { checkedCents, formatCents } from '../../../src/fleet/money.ts'
import { paidSums } from '../../../src/reconciliation/orders/paid-sums.ts'
import { losingAnswers, losingRequests } from '../consultations/cut-client.ts'
import { changingOrders, hidingItems } from './changed-client.ts'
import { openOrderWorld, type Approved } from './order-world.ts'
import { openResolveWorld } from './resolve-world.ts'
import { forFile } from '../../support/for-file.ts'

const world = await forFile(openOrderWorld())
const person = openResolveWorld(world)

const adopt = (orderId: string, accept?: 'total-differs' | 'items-hidden' | 'amounts-changed') =>
  ({ choice: 'adopt', orderId, accept }) as const
const gatesOf = async ({ fleetId }: Approved): Promise<(string | null)[]> =>
  (await world.orders.list(fleetId, 10)).map(({ gate, gateReason }) => gateReason ?? gate)

/** Its answer was lost, and somebody ordered the very same by hand meanwhile. */
async function twoMatches(): Promise<{ one: Approved; ids: string[] }> {
  const one = await world.approved()
  await world.place(one.effectId, { client: losingAnswers(world.asking.client) })
  await world.orderAt(one.serviceId, await world.chosen(one))
  await world.place(one.effectId)
  const ids = (await world.ordersAt(one.serviceId)).map(({ id }) => id)
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
    expect(await world.orders.list(one.fleetId, 10)).toMatchObject([{ id: ours }])
    expect(await person.foreign.ofVehicle(one.vehicleId)).toMatchObject([
      { id: other, why: 'twin', otherId: ours },
    ])
    expect(await world.ordersAt(one.serviceId)).toHaveLength(2)
    expect((await person.told()).slice(-2)).toEqual(['order-resolved Ana', 'order-adopted frota'])
  })

  test('nobody may say that none was made', async () => {
    const { one, ids } = await twoMatches()
    const refused = await person.resolve(one.effectId, { choice: 'none' })
    for (const id of ids) expect(refused).toContain(id)
    expect(refused).toMatch(/^matches-exist: /)
    expect(await world.stateOf(one)).toBe('quarantined')
    expect(await world.locks(one)).toBe(one.plan.items.length)
  })

  test('an order of other debts, or of nobody, is never adopted', async () => {
    const { one } = await twoMatches()
    const stranger = world.asking.ledger.uuid()
    expect(await person.resolve(one.effectId, adopt(stranger))).toBe(`order-unknown: ${stranger}`)
    const [free] = (await world.chosen(one)).filter((debt) => debt.dependsOn === null)
    const other = await world.orderAt(one.serviceId, free === undefined ? [] : [free])
    expect(await person.resolve(one.effectId, adopt(other.id))).toBe('of-other-debts: other-items')
    expect(await world.stateOf(one)).toBe('quarantined')
  })

  test('one that does not show what it holds is adopted only by naming that', async () => {
    const { one, ids } = await twoMatches()
    const [ours = ''] = ids
    const client = hidingItems(world.asking.client)
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
    const client = changingOrders(world.asking.client, (order) => ({
      ...order,
      service_fee: '0.00',
    }))
    await world.place(one.effectId, { client })
    const [order] = await world.ordersAt(one.serviceId)
    return { one, id: order?.id ?? '' }
  }

  test('opens its gate only by its name, and following does not shut it again', async () => {
    const { one, id } = await wrong()
    expect(await gatesOf(one)).toEqual(['total-differs'])
    expect(await person.resolve(one.effectId, adopt(id))).toBe('mismatch: total-differs')
    expect(await gatesOf(one)).toEqual(['total-differs'])
    expect(await person.resolve(one.effectId, adopt(id, 'total-differs'))).toBe('done')
    expect(await world.stateOf(one)).toBe('adopted')
    world.asking.bench.clock.step(3_600_000)
    await world.follow(one)
    expect(await gatesOf(one)).not.toContain('total-differs')
  })

  test('in its sums moves no debt, nor when they change back, before a person accepts', async () => {
    const one = await world.approved()
    await world.place(one.effectId)
    const client = changingOrders(hidingItems(world.asking.client), (order) => ({
      ...order,
      status: 'settled',
      debts_amount: '1.5',
    }))
    for (const each of [client, world.asking.client]) {
      world.asking.bench.clock.step(3_600_000)
      await world.follow(one, each)
      expect(await gatesOf(one)).toEqual(['amounts-changed'])
    }
    expect(await world.debtsAre(one)).toEqual(new Set(['ordered']))
    const id = (await world.orders.list(one.fleetId, 1))[0]?.id ?? ''
    expect(await person.resolve(id, adopt(id, 'amounts-changed'), { client })).toBe('done')
    expect(await world.debtsAre(one)).toEqual(new Set(['settled']))
    expect(await world.orders.list(one.fleetId, 1)).toMatchObject([{ debtsCents: 1_50n }])
  })

  test('is paid with the sums that a person accepted, debt by debt', async () => {
    const one = await world.approved()
    await world.place(one.effectId)
    const dearer = (amount: string) => formatCents(checkedCents(amount) + 1_55n)
    const client = changingOrders(world.asking.client, (order) => {
      const items = order.items?.map((item, at) =>
        at === 0 ? { ...item, amount: dearer(item.amount) } : item,
      )
      const sums = { debts_amount: dearer(order.debts_amount) }
      const total = { total_amount: dearer(order.total_amount) }
      return {
        ...order,
        status: 'paid',
        ...sums,
        ...total,
        ...(items === undefined ? {} : { items }),
      }
    })
    world.asking.bench.clock.step(3_600_000)
    await world.follow(one, client)
    const [listed] = await world.orders.list(one.fleetId, 1)
    const { id, totalCents } = listed ?? { id: '', totalCents: 0n }
    expect(await person.resolve(id, adopt(id, 'amounts-changed'), { client })).toBe('done')
    const { db } = world.asking.ledger
    const { rows } = await sql<{ items: bigint; paid: bigint; debts: bigint; note: string }>`
      select (select sum(i.amount_cents)::bigint from frota.order_item i
          where i.order_id = o.id) as items,
        e.amount_cents as paid, o.debts_cents as debts, e.note
      from frota.payment_order o join frota.order_event e on e.order_id = o.id and e.event = 'paid'
      where o.id = ${id}`.execute(db)
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
    await world.place(one.effectId, { client: losingRequests(world.asking.client) })
    const [free] = (await world.chosen(one)).filter((debt) => debt.dependsOn === null)
    const theirs = await world.orderAt(one.serviceId, free === undefined ? [] : [free])
    while (!['quarantined', 'needs-person'].includes(await world.stateOf(one))) {
      await world.place(one.effectId)
    }
    expect(await person.resolve(one.effectId, { choice: 'none' })).toBe('done')
    expect(await world.stateOf(one)).toBe('rejected')
    expect((await world.planOf(one)).state).toBe('void')
    // The debt that the other order holds is locked by it, so that the next proposal leaves it out.
    const held = free?.id ?? ''
    expect(await world.states(one, [held])).toEqual(new Set(['ordered']))
    expect(await world.orders.list(one.fleetId, 10)).toMatchObject([
      { id: theirs.id, gate: 'shut', gateReason: 'found-at-service' },
    ])
    await world.consult(one)
    await world.propose(one)
    expect(await world.approve(one)).toBe(1)
    expect((await world.planOf(one)).items.map((item) => item.debtId)).not.toContain(held)
    await world.place((await world.effectOf(one)).id)
    expect((await world.effectOf(one)).state).toBe('done')
  })
})

test('a consultation without a trace is tried again, once somebody looked', async () => {
  const one = await world.answered()
  const { rows } = await world.asking.ledger.database.pool.query<{ id: string }>(
    `update frota.effect set state = 'needs-person', doubts = 3
     where kind = 'consult' and vehicle_id = $1 returning id`,
    [one.vehicleId],
  )
  const id = rows[0]?.id ?? ''
  expect(await person.resolve(id, { choice: 'paid' })).toBe('choice-not-offered')
  expect(await person.resolve(id, { choice: 'none' })).toBe('done')
  expect((await world.effect(id)).state).toBe('planned')
})

describe('a case that is none', () => {
  test('of nobody, or of an order that is as it should be, is not waiting', async () => {
    expect(await person.resolve(world.asking.ledger.uuid(), { choice: 'none' })).toBe('not-found')
    const one = await world.approved()
    await world.place(one.effectId)
    expect(await person.resolve(one.effectId, { choice: 'none' })).toBe('not-waiting')
    const [order] = await world.ordersAt(one.serviceId)
    expect(await person.resolve(order?.id ?? '', adopt(order?.id ?? ''))).toBe('not-waiting')
  })

  test('what is looked up by itself is nobody’s to decide', async () => {
    const one = await world.approved()
    await world.place(one.effectId, { client: losingRequests(world.asking.client) })
    expect(await world.stateOf(one)).toBe('in-doubt')
    expect(await person.resolve(one.effectId, { choice: 'none' })).toBe('not-waiting')
  })

  test('what is said about a payment may not be said about an order', async () => {
    const { one } = await twoMatches()
    expect(await person.resolve(one.effectId, { choice: 'paid' })).toBe('choice-not-offered')
  })
})
