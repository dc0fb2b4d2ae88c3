/** An order that was over, and that somebody paid at the service all the same. */
import { describe, expect, test } from 'vitest'
import { forFile } from '../../support/for-file.ts'
import { changingOrders } from './changed-client.ts'
import { exceptionsOf, readNow } from './order-facts.ts'
import { openOrderWorld, type Approved } from './order-world.ts'
import { openResolveWorld } from './resolve-world.ts'

const MINUTE_MS = 60_000

const world = await forFile(openOrderWorld({ providerDelay: { minMs: 0, maxMs: 0 } }))
const { step } = world

describe('an order that expired and was paid all the same', () => {
  const ids = async (one: Approved): Promise<string[]> =>
    (await world.orders.list(one.fleetId, 10)).map(({ id }) => id)
  /** What the service says of an order from now on; the others stay as they are. */
  const saying = (id: string, status: string) =>
    changingOrders(world.asking.client, (order) =>
      order.id === id ? { ...order, status, paid_at: '2026-11-20T12:00:00Z' } : order,
    )
  /** Its debts are in a proposal of the next answer. */
  async function proposedAnew(): Promise<{ one: Approved; late: string }> {
    const one = await world.approved()
    await world.place(one.effectId)
    const [late = ''] = await ids(one)
    step(MINUTE_MS)
    await world.follow(one, saying(late, 'expired'))
    expect(await world.debtsAre(one)).toEqual(new Set(['open']))
    await world.consult(one, saying(late, 'expired'))
    await world.propose(one)
    expect(await world.debtsAre(one)).toEqual(new Set(['proposed']))
    return { one, late }
  }

  async function expectPaid(one: Approved, late: string): Promise<void> {
    expect(await world.orders.find(late)).toMatchObject({
      standing: 'paid',
      planState: 'ordered',
    })
    expect(await world.debtsAre(one)).toEqual(new Set(['paid']))
    const { orders } = world
    expect((await orders.due(one.fleetId, new Date(0))).nextReadAt).not.toBeNull()
  }

  test('is seen by the look before the next order: that one is void, and never sent', async () => {
    const { one, late } = await proposedAnew()
    expect(await world.approve(one)).toBe(1)
    const { id, planId } = await world.effectOf(one)
    await world.place(id, { client: saying(late, 'paid') })
    expect(await world.plans.find(planId ?? '')).toMatchObject({
      state: 'void',
      reason: `order-lives: ${late} (paid)`,
    })
    expect(await world.effect(id)).toMatchObject({ active: false, sends: 0 })
    await expectPaid(one, late)
    expect(await world.locks(one)).toBe(one.plan.items.length)
    expect(await ids(one)).toEqual([late])
  })

  test('is seen by whoever reads it: the proposal of its debts is void', async () => {
    const { one, late } = await proposedAnew()
    const proposal = await world.planOf(one)
    await readNow(world, late, saying(late, 'paid'))
    expect(await world.plans.find(proposal.id)).toMatchObject({ state: 'void' })
    await expectPaid(one, late)
    await world.propose(one)
    expect(await world.debtsAre(one)).toEqual(new Set(['paid']))
  })

  test('ends the order that was quarantined because of it', async () => {
    const { one, late } = await proposedAnew()
    await world.approve(one)
    const { id } = await world.effectOf(one)
    const costlier = changingOrders(saying(late, 'paid'), (order) =>
      order.id === late ? { ...order, service_fee: '9.99', total_amount: '999.99' } : order,
    )
    // Paid at another amount: nothing moves before a person accepted that.
    await world.place(id, { client: costlier })
    expect(await world.stateOf({ ...one, effectId: id })).toBe('quarantined')
    const gateReason = 'amounts-changed'
    expect(await world.orders.find(late)).toMatchObject({ standing: 'dead', gateReason })
    expect(await exceptionsOf(world, one, 'pay-gate-shut')).toEqual([late])
    const person = openResolveWorld(world)
    const none = await person.resolve(id, { choice: 'none' }, { client: costlier })
    expect(none).toBe(`matches-exist: ${late}`)
    const adopt = { choice: 'adopt', orderId: late, accept: 'amounts-changed' } as const
    expect(await person.resolve(late, adopt, { client: costlier })).toBe('done')
    expect(await world.effect(id)).toMatchObject({ state: 'rejected', active: false })
    await expectPaid(one, late)
  })

  test('shuts the code of a later order of its debts, whose end does not free them', async () => {
    const { one, late } = await proposedAnew()
    await world.approve(one)
    await world.place((await world.effectOf(one)).id, { client: saying(late, 'expired') })
    const [later = ''] = await ids(one)
    step(MINUTE_MS)
    expect(await readNow(world, later, saying(late, 'expired'))).toMatchObject({ gate: 'open' })
    step(MINUTE_MS)
    await readNow(world, late, saying(late, 'paid'))
    expect(await world.orders.find(later)).toMatchObject({ gateReason: 'twin-order' })
    expect(await world.debtsAre(one)).toEqual(new Set(['paid']))
    step(MINUTE_MS)
    await readNow(world, later, saying(later, 'expired'))
    expect(await world.orders.find(later)).toMatchObject({ standing: 'dead' })
    expect(await world.debtsAre(one)).toEqual(new Set(['paid']))
  })
})
