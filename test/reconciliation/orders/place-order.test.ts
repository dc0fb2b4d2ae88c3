import { describe, expect, test } from 'vitest'
import * as changed from '../changed-client.ts'
import { openOrderWorld } from './order-world.ts'
import { forFile } from '../../support/for-file.ts'

const world = await forFile(openOrderWorld())

const itemsOf = ({ items }: { items?: readonly { debt_item_id: string }[] }): string[] =>
  (items ?? []).map((item) => item.debt_item_id).toSorted()

describe('without a limit', () => {
  test('a run proposes, once for each answer, and nothing is sent', async () => {
    const one = await world.answered()
    await world.propose(one)
    await world.propose(one)
    expect(await world.approve(one, 0n)).toBe(0)
    expect(await world.plans.counts(one.fleetId)).toMatchObject({
      proposed: { plans: 1 },
      void: { plans: 0 },
    })
    const plan = await world.planOf(one)
    const ids = plan.items.map(({ debtId }) => debtId)
    expect(await world.states(one, ids)).toEqual(new Set(['proposed']))
    expect(await world.ordersAt(one)).toEqual([])
  })

  test('a proposal over the limit waits, and one at the limit goes', async () => {
    const one = await world.proposed()
    const { debtsCents, feeCents, totalCents } = await world.planOf(one)
    expect(totalCents).toBe(debtsCents + (feeCents ?? 0n))
    expect(await world.approve(one, (totalCents ?? 0n) - 1n)).toBe(0)
    expect(await world.approve(one, totalCents ?? 0n)).toBe(1)
  })
})

describe('an approved plan', () => {
  test('of a vehicle whose plate or state changed since is refused, and nothing is sent', async () => {
    const one = await world.approved()
    const uf = one.uf === 'MG' ? 'ES' : 'MG'
    await world.placing.vehicles.edit(one.vehicleId, { person: 'Ana', uf })
    await world.place(one.effectId)
    expect(await world.effect(one.effectId)).toMatchObject({
      state: 'rejected',
      reason: 'identity-changed',
      sends: 0,
    })
    expect(await world.planOf(one)).toMatchObject({ state: 'void', reason: 'identity-changed' })
    expect(await world.ordersAt(one)).toEqual([])
    expect(await world.locks(one)).toBe(0)
    expect(await world.debtsAre(one)).toEqual(new Set(['gone']))
  })

  test('becomes exactly one order with its items, and a second run orders nothing', async () => {
    const one = await world.approved()
    expect(await world.place(one.effectId)).toEqual({ outcome: 'done' })
    expect(await world.place(one.effectId)).toEqual({ outcome: 'done' })
    await world.propose(one)
    expect(await world.approve(one)).toBe(0)
    const [order, ...others] = await world.ordersAt(one)
    expect(others).toEqual([])
    expect(itemsOf(order ?? {})).toEqual(one.plan.items.map((item) => item.itemId).toSorted())
    const { debtsCents } = one.plan
    expect(await world.listed(one)).toMatchObject({ id: order?.id, standing: 'open', debtsCents })
    expect((await world.planOf(one)).state).toBe('ordered')
    expect(await world.debtsAre(one)).toEqual(new Set(['ordered']))
    expect(await world.locks(one)).toBe(one.plan.items.length)
  })

  test('of which two workers are told is ordered once', async () => {
    const one = await world.approved()
    await Promise.all([world.place(one.effectId), world.place(one.effectId)])
    expect(await world.ordersAt(one)).toHaveLength(1)
  })

  test('that the service refuses is void, its words stay, and its debts may be ordered later', async () => {
    const one = await world.approved()
    const client = changed.orderingUnknownItems(world.client, world.ledger.uuid())
    expect((await world.place(one.effectId, { client })).outcome).toBe('refused')
    const plan = await world.planOf(one)
    expect(plan.state).toBe('void')
    expect(plan.reason).toMatch(/^service-refused: status 422: Campo 'debt_item_ids'/)
    await world.consult(one)
    await world.propose(one)
    expect(await world.approve(one)).toBe(1)
    expect((await world.planOf(one)).id).not.toBe(plan.id)
  })
})

describe('a newer answer', () => {
  test('with another amount voids what was approved; it is proposed anew', async () => {
    const one = await world.approved()
    const [first] = await world.chosen(one)
    const dearer = changed.changingAnswers(world.client, (answer) => ({
      ...answer,
      items: answer.items.map((item) =>
        item.description === first?.description ? { ...item, amount: '999999.99' } : item,
      ),
    }))
    await world.consult(one, dearer)
    await world.propose(one)
    expect((await world.planOf(one)).id).toBe(one.plan.id)
    expect(await world.place(one.effectId)).toEqual({
      outcome: 'refused',
      reason: 'amount-changed',
    })
    expect(await world.ordersAt(one)).toEqual([])
    expect(await world.debtsAre(one)).toEqual(new Set(['open']))
    await world.propose(one, changed.unpreviewing(world.client))
    const plan = await world.planOf(one)
    expect(plan).toMatchObject({ state: 'proposed' })
    expect(plan.debtsCents).toBeGreaterThan(one.plan.debtsCents)
  })

  test('with the same debts and amounts is ordered under its own item ids', async () => {
    const one = await world.approved()
    await world.consult(one)
    const items = (await world.chosen(one)).map((debt) => debt.itemId).toSorted()
    expect(items).not.toEqual(one.plan.items.map((item) => item.itemId).toSorted())
    await world.place(one.effectId)
    const [order] = await world.ordersAt(one)
    expect(itemsOf(order ?? {})).toEqual(items)
    const recorded = await world.orders.recorded([order?.id ?? ''])
    const held = recorded.get(order?.id ?? '') ?? []
    expect(held.map((item) => item.itemId).toSorted()).toEqual(items)
    expect(held.map((item) => item.debtId).toSorted()).toEqual(
      one.plan.items.map(({ debtId }) => debtId).toSorted(),
    )
  })

  test('without anything to order ends an older proposal', async () => {
    const one = await world.proposed()
    const paid = changed.changingAnswers(world.client, (answer) => ({ ...answer, items: [] }))
    await world.consult(one, paid)
    await world.propose(one)
    expect(await world.planOf(one)).toMatchObject({ state: 'void', reason: 'newer-answer' })
    expect(await world.approve(one)).toBe(0)
  })
})

describe('an order of somebody else', () => {
  test('that holds one of the debts quarantines the plan; nothing is sent', async () => {
    const one = await world.approved()
    const theirs = await world.orderOneAt(one)
    expect(await world.place(one.effectId)).toEqual({
      outcome: 'refused',
      reason: `order-holds-debt: ${theirs.id} (awaiting_payment)`,
    })
    expect(await world.stateOf(one)).toBe('quarantined')
    expect(await world.ordersAt(one)).toHaveLength(1)
    expect(await world.debtsAre(one)).toEqual(new Set(['approved']))
    expect(await world.locks(one)).toBe(one.plan.items.length)
  })

  test('that does not show what it pays quarantines the plan', async () => {
    const one = await world.approved()
    await world.orderOneAt(one)
    const client = changed.hidingItems(world.client)
    await world.place(one.effectId, { client })
    expect(await world.stateOf(one)).toBe('quarantined')
    expect((await world.effect(one.effectId)).reason).toMatch(/^order-hides-items: /)
  })
})

describe('an answer that is not what was asked for', () => {
  test('is recorded and quarantined, and its code stays hidden however it reads later', async () => {
    const one = await world.approved()
    await world.place(one.effectId, {
      client: changed.saying(world.client, { service_fee: '0.00' }),
    })
    expect(await world.stateOf(one)).toBe('quarantined')
    const shut = { gate: 'shut', gateReason: 'total-differs' }
    expect(await world.listed(one)).toMatchObject(shut)
    world.step(20_000)
    await world.follow(one)
    world.step(3_600_000)
    await world.follow(one)
    expect(await world.listed(one)).toMatchObject(shut)
    expect(await world.debtsAre(one)).toEqual(new Set(['ordered']))
  })

  test('an adopted order with a wrong total is adopted behind a shut gate', async () => {
    const one = await world.approved()
    await world.place(one.effectId, { client: changed.losingAnswers(world.client) })
    await world.place(one.effectId, {
      client: changed.saying(world.client, { total_amount: '1.00' }),
    })
    expect(await world.stateOf(one)).toBe('adopted')
    const shut = { gate: 'shut', gateReason: 'total-differs' }
    expect(await world.listed(one)).toMatchObject(shut)
  })

  test('an adopted order that is dead already gives its debts back at once', async () => {
    const one = await world.approved()
    await world.place(one.effectId, { client: changed.losingAnswers(world.client) })
    await world.place(one.effectId, { client: changed.saying(world.client, { status: 'failed' }) })
    expect(await world.stateOf(one)).toBe('adopted')
    expect(await world.debtsAre(one)).toEqual(new Set(['open']))
    expect(await world.locks(one)).toBe(0)
    expect((await world.planOf(one)).state).toBe('void')
  })
})
