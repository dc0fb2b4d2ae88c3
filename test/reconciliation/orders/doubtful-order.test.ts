import { describe, expect, test } from 'vitest'
import { recoverEffects } from '../../../src/effects/recover-effects.ts'
import { losingAnswers, losingRequests } from '../consultations/cut-client.ts'
import { changingAnswers, changingOrders, hidingItems } from './changed-client.ts'
import { openOrderWorld } from './order-world.ts'
import { forFile } from '../../support/for-file.ts'

const world = await forFile(openOrderWorld())

describe('after a doubt', () => {
  test('a lost answer is looked up and adopted: there is one order', async () => {
    const one = await world.approved()
    await world.place(one.effectId, { client: losingAnswers(world.asking.client) })
    expect(await world.stateOf(one)).toBe('in-doubt')
    expect(await world.debtsAre(one)).toEqual(new Set(['approved']))
    await world.place(one.effectId)
    expect(await world.stateOf(one)).toBe('adopted')
    const orders = await world.ordersAt(one.serviceId)
    expect(orders).toHaveLength(1)
    expect(await world.orders.list(one.fleetId, 10)).toMatchObject([{ id: orders[0]?.id }])
    expect(await world.debtsAre(one)).toEqual(new Set(['ordered']))
  })

  test('a debt that a newer answer left out meanwhile is in the order all the same', async () => {
    const one = await world.approved()
    const [first] = await world.chosen(one)
    await world.place(one.effectId, { client: losingAnswers(world.asking.client) })
    const fewer = changingAnswers(world.asking.client, (answer) => ({
      ...answer,
      items: answer.items.filter((item) => item.description !== first?.description),
    }))
    await world.consult(one, fewer)
    expect(await world.states(one, [first?.id ?? ''])).toEqual(new Set(['gone']))
    await world.place(one.effectId)
    expect(await world.stateOf(one)).toBe('adopted')
    expect(await world.debtsAre(one)).toEqual(new Set(['ordered']))
  })

  test('killed between the POST and its record: it is found again, and there is one', async () => {
    const one = await world.approved()
    const store = {
      ...world.engine.store,
      settle: () => Promise.reject(new Error('killed')),
    }
    const engine = { ...world.engine, store }
    await expect(world.place(one.effectId, { engine })).rejects.toThrow('killed')
    const { delays } = world.engine
    await recoverEffects({ store: world.engine.store, journal: null, delays }, true)
    await world.place(one.effectId)
    expect(await world.stateOf(one)).toBe('adopted')
    expect(await world.ordersAt(one.serviceId)).toHaveLength(1)
  })

  test('an intent that only the journal remembered has no time: all orders are looked at', async () => {
    const one = await world.approved()
    await world.place(one.effectId, { client: losingAnswers(world.asking.client) })
    await world.asking.ledger.database.pool.query(
      'update frota.effect set intent_at = null where id = $1',
      [one.effectId],
    )
    world.asking.bench.clock.step(30 * 24 * 3_600_000)
    const asked: unknown[] = []
    const { client } = world.asking
    const watching: typeof client = {
      ...changingOrders(client, (order) => order),
      pages: (operation, request, options) => {
        asked.push(request.query)
        return client.pages(operation, request, options)
      },
    }
    await world.place(one.effectId, { client: watching })
    expect(await world.stateOf(one)).toBe('adopted')
    expect(asked).toHaveLength(1)
    expect(asked[0]).not.toHaveProperty('created_after')
  })

  test('an order for the same amount and other debts is not taken for ours', async () => {
    const one = await world.approved()
    await world.place(one.effectId, { client: losingRequests(world.asking.client) })
    const [free] = (await world.chosen(one)).filter((debt) => debt.dependsOn === null)
    if (free === undefined) throw new Error('unreachable')
    await world.orderAt(one.serviceId, [free])
    const twin = changingOrders(world.asking.client, (order) => ({
      ...order,
      debts_amount: (Number(one.plan.debtsCents) / 100).toFixed(2),
    }))
    await world.place(one.effectId, { client: twin })
    expect(await world.stateOf(one)).toBe('in-doubt')
    const hidden = hidingItems(world.asking.client)
    await world.place(one.effectId, { client: hidden })
    expect(await world.stateOf(one)).toBe('in-doubt')
  })

  test('an order of the same debts that was there before is no proof that ours arrived', async () => {
    const one = await world.approved()
    const theirs = await world.orderAt(one.serviceId, await world.chosen(one))
    const client = changingOrders(world.asking.client, (order) =>
      order.id === theirs.id ? { ...order, status: 'expired' } : order,
    )
    await world.place(one.effectId, { client: losingRequests(client) })
    await world.place(one.effectId, { client })
    expect(await world.stateOf(one)).toBe('in-doubt')
  })

  test('a request that never arrived is held, and ordered once in the end', async () => {
    const one = await world.approved()
    await world.place(one.effectId, { client: losingRequests(world.asking.client) })
    const seen: string[] = []
    for (let turn = 0; turn < 6 && (await world.stateOf(one)) !== 'done'; turn += 1) {
      await world.place(one.effectId)
      seen.push(await world.stateOf(one))
    }
    expect(seen).toContain('held')
    expect(seen.at(-1)).toBe('done')
    expect(await world.ordersAt(one.serviceId)).toHaveLength(1)
  })

  test('an order that appears after the last look-up is adopted instead of made twice', async () => {
    const one = await world.approved()
    await world.place(one.effectId, { client: losingRequests(world.asking.client) })
    while ((await world.stateOf(one)) !== 'planned') await world.place(one.effectId)
    await world.orderAt(one.serviceId, await world.chosen(one))
    await world.place(one.effectId)
    expect(await world.stateOf(one)).toBe('adopted')
    expect(await world.ordersAt(one.serviceId)).toHaveLength(1)
  })
})
