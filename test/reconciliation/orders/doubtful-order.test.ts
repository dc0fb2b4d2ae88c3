import { describe, expect, test } from 'vitest'
import { recoverEffects } from '../../../src/effects/recover-effects.ts'
import * as changed from '../changed-client.ts'
import { losingAnswers, losingRequests } from '../changed-client.ts'
import { openOrderWorld } from './order-world.ts'
import { forFile } from '../../support/for-file.ts'

const world = await forFile(openOrderWorld())

describe('after a doubt', () => {
  test('a lost answer is looked up and adopted: there is one order', async () => {
    const one = await world.approved()
    await world.place(one.effectId, { client: losingAnswers(world.client) })
    expect(await world.stateOf(one)).toBe('in-doubt')
    expect(await world.debtsAre(one)).toEqual(new Set(['approved']))
    await world.place(one.effectId)
    expect(await world.stateOf(one)).toBe('adopted')
    const orders = await world.ordersAt(one)
    expect(orders).toHaveLength(1)
    expect(await world.listed(one)).toMatchObject({ id: orders[0]?.id })
    expect(await world.debtsAre(one)).toEqual(new Set(['ordered']))
  })

  test('a debt that a newer answer left out meanwhile is in the order all the same', async () => {
    const one = await world.approved()
    const [first] = await world.chosen(one)
    await world.place(one.effectId, { client: losingAnswers(world.client) })
    const fewer = changed.changingAnswers(world.client, (answer) => ({
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
    expect(await world.ordersAt(one)).toHaveLength(1)
  })

  test('an intent that only the journal remembered has no time: all orders are looked at', async () => {
    const one = await world.approved()
    await world.place(one.effectId, { client: losingAnswers(world.client) })
    await world.query('update frota.effect set intent_at = null where id = $1', [one.effectId])
    world.step(30 * 24 * 3_600_000)
    const asked: unknown[] = []
    const client = changed.beforeRequests(world.client, (operation, { query }) => {
      if (operation === 'listOrders') asked.push(query)
    })
    await world.place(one.effectId, { client })
    expect(await world.stateOf(one)).toBe('adopted')
    expect(asked).toEqual([expect.not.objectContaining({ created_after: expect.anything() })])
  })

  test('an order for the same amount and other debts is not taken for ours', async () => {
    const one = await world.approved()
    await world.place(one.effectId, { client: losingRequests(world.client) })
    await world.orderOneAt(one)
    const debts_amount = (Number(one.plan.debtsCents) / 100).toFixed(2)
    const twin = changed.saying(world.client, { debts_amount })
    for (const client of [twin, changed.hidingItems(world.client)]) {
      await world.place(one.effectId, { client })
      expect(await world.stateOf(one)).toBe('in-doubt')
    }
  })

  test('an order of the same debts that was there before is no proof that ours arrived', async () => {
    const one = await world.approved()
    const theirs = await world.orderAt(one, await world.chosen(one))
    const client = changed.saying(world.client, { status: 'expired' }, theirs.id)
    await world.place(one.effectId, { client: losingRequests(client) })
    await world.place(one.effectId, { client })
    expect(await world.stateOf(one)).toBe('in-doubt')
  })

  test('a request that never arrived is held, and ordered once in the end', async () => {
    const one = await world.approved()
    await world.place(one.effectId, { client: losingRequests(world.client) })
    const seen: string[] = []
    for (let turn = 0; turn < 6 && (await world.stateOf(one)) !== 'done'; turn += 1) {
      await world.place(one.effectId)
      seen.push(await world.stateOf(one))
    }
    expect(seen).toContain('held')
    expect(seen.at(-1)).toBe('done')
    expect(await world.ordersAt(one)).toHaveLength(1)
  })

  test('an order that appears after the last look-up is adopted instead of made twice', async () => {
    const one = await world.approved()
    await world.place(one.effectId, { client: losingRequests(world.client) })
    while ((await world.stateOf(one)) !== 'planned') await world.place(one.effectId)
    await world.orderAt(one, await world.chosen(one))
    await world.place(one.effectId)
    expect(await world.stateOf(one)).toBe('adopted')
    expect(await world.ordersAt(one)).toHaveLength(1)
  })
})
