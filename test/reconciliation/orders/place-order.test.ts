import { describe, expect, test } from 'vitest'
import { openVehicleStore } from '../../../src/ledger/vehicles/vehicles.ts'
import { losingAnswers } from '../consultations/cut-client.ts'
import {
  changingAnswers,
  changingOrders,
  hidingItems,
  orderingUnknownItems,
  unpreviewing,
} from './changed-client.ts'
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
    expect(
      await world.states(
        one,
        plan.items.map((item) => item.debtId),
      ),
    ).toEqual(new Set(['proposed']))
    expect(await world.ordersAt(one.serviceId)).toEqual([])
  })

  test('a proposal over the limit waits, and one at the limit goes', async () => {
    const one = await world.answered()
    await world.propose(one)
    const { debtsCents, feeCents, totalCents } = await world.planOf(one)
    expect(totalCents).toBe(debtsCents + (feeCents ?? 0n))
    expect(await world.approve(one, (totalCents ?? 0n) - 1n)).toBe(0)
    expect(await world.approve(one, totalCents ?? 0n)).toBe(1)
  })
})

describe('an approved plan', () => {
  test('of a vehicle whose plate or state changed since is refused, and nothing is sent', async () => {
    const one = await world.approved()
    const vehicles = openVehicleStore(world.asking.ledger.db)
    const fix = { person: 'Ana', uf: one.uf === 'MG' ? 'ES' : 'MG' }
    await vehicles.edit(one.vehicleId, fix)
    await world.place(one.effectId)
    expect(await world.effect(one.effectId)).toMatchObject({
      state: 'rejected',
      reason: 'identity-changed',
      sends: 0,
    })
    expect(await world.planOf(one)).toMatchObject({ state: 'void', reason: 'identity-changed' })
    expect(await world.ordersAt(one.serviceId)).toEqual([])
    expect(await world.locks(one)).toBe(0)
    expect(await world.debtsAre(one)).toEqual(new Set(['gone']))
  })

  test('becomes exactly one order with its items, and a second run orders nothing', async () => {
    const one = await world.approved()
    expect(await world.place(one.effectId)).toEqual({ outcome: 'done' })
    expect(await world.place(one.effectId)).toEqual({ outcome: 'done' })
    await world.propose(one)
    expect(await world.approve(one)).toBe(0)
    const [order, ...others] = await world.ordersAt(one.serviceId)
    expect(others).toEqual([])
    expect(itemsOf(order ?? {})).toEqual(one.plan.items.map((item) => item.itemId).toSorted())
    expect(await world.orders.list(one.fleetId, 10)).toMatchObject([
      { id: order?.id, standing: 'open', debtsCents: one.plan.debtsCents },
    ])
    expect((await world.planOf(one)).state).toBe('ordered')
    expect(await world.debtsAre(one)).toEqual(new Set(['ordered']))
    expect(await world.locks(one)).toBe(one.plan.items.length)
  })

  test('of which two workers are told is ordered once', async () => {
    const one = await world.approved()
    await Promise.all([world.place(one.effectId), world.place(one.effectId)])
    expect(await world.ordersAt(one.serviceId)).toHaveLength(1)
  })

  test('of a vehicle that left the fleet is refused, and its debts are open again', async () => {
    const one = await world.approved()
    await world.asking.ledger.change(one.vehicleId, { inFleet: false })
    expect(await world.place(one.effectId)).toEqual({ outcome: 'refused', reason: 'vehicle-left' })
    expect(await world.planOf(one)).toMatchObject({ state: 'void', reason: 'vehicle-left' })
    expect(await world.debtsAre(one)).toEqual(new Set(['open']))
    expect(await world.locks(one)).toBe(0)
    expect(await world.ordersAt(one.serviceId)).toEqual([])
  })

  test('that the service refuses is void, its words stay, and its debts may be ordered later', async () => {
    const one = await world.approved()
    const client = orderingUnknownItems(world.asking.client, world.asking.ledger.uuid())
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
    const dearer = changingAnswers(world.asking.client, (answer) => ({
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
    expect(await world.ordersAt(one.serviceId)).toEqual([])
    expect(await world.debtsAre(one)).toEqual(new Set(['open']))
    await world.propose(one, unpreviewing(world.asking.client))
    const plan = await world.planOf(one)
    expect(plan).toMatchObject({ state: 'proposed' })
    expect(plan.debtsCents).toBeGreaterThan(one.plan.debtsCents)
  })

  test('that no longer shows a debt voids what was approved', async () => {
    const one = await world.approved()
    const [first] = await world.chosen(one)
    const fewer = changingAnswers(world.asking.client, (answer) => ({
      ...answer,
      items: answer.items.filter((item) => item.description !== first?.description),
    }))
    await world.consult(one, fewer)
    expect(await world.place(one.effectId)).toEqual({
      outcome: 'refused',
      reason: 'debt-not-shown',
    })
    expect(await world.states(one, [first?.id ?? ''])).toEqual(new Set(['gone']))
  })

  test('with the same debts and amounts is ordered under its own item ids', async () => {
    const one = await world.approved()
    await world.consult(one)
    const items = (await world.chosen(one)).map((debt) => debt.itemId).toSorted()
    expect(items).not.toEqual(one.plan.items.map((item) => item.itemId).toSorted())
    await world.place(one.effectId)
    const [order] = await world.ordersAt(one.serviceId)
    expect(itemsOf(order ?? {})).toEqual(items)
    const recorded = await world.orders.recorded([order?.id ?? ''])
    const held = recorded.get(order?.id ?? '') ?? []
    expect(held.map((item) => item.itemId).toSorted()).toEqual(items)
    expect(held.map((item) => item.debtId).toSorted()).toEqual(
      one.plan.items.map(({ debtId }) => debtId).toSorted(),
    )
  })

  test('without anything to order ends an older proposal', async () => {
    const one = await world.answered()
    await world.propose(one)
    const paid = changingAnswers(world.asking.client, (answer) => ({ ...answer, items: [] }))
    await world.consult(one, paid)
    await world.propose(one)
    expect(await world.planOf(one)).toMatchObject({ state: 'void', reason: 'newer-answer' })
    expect(await world.approve(one)).toBe(0)
  })
})

describe('an order of somebody else', () => {
  test('that holds one of the debts quarantines the plan; nothing is sent', async () => {
    const one = await world.approved()
    const free = (await world.chosen(one)).filter((debt) => debt.dependsOn === null).slice(0, 1)
    const theirs = await world.orderAt(one.serviceId, free)
    expect(await world.place(one.effectId)).toEqual({
      outcome: 'refused',
      reason: `order-holds-debt: ${theirs.id} (awaiting_payment)`,
    })
    expect(await world.stateOf(one)).toBe('quarantined')
    expect(await world.ordersAt(one.serviceId)).toHaveLength(1)
    expect(await world.debtsAre(one)).toEqual(new Set(['approved']))
    expect(await world.locks(one)).toBe(one.plan.items.length)
  })

  test('that does not show what it pays quarantines the plan', async () => {
    const one = await world.approved()
    const [free] = (await world.chosen(one)).filter((debt) => debt.dependsOn === null)
    if (free === undefined) throw new Error('unreachable')
    await world.orderAt(one.serviceId, [free])
    const client = hidingItems(world.asking.client)
    await world.place(one.effectId, { client })
    expect(await world.stateOf(one)).toBe('quarantined')
    expect((await world.effect(one.effectId)).reason).toMatch(/^order-hides-items: /)
  })
})

describe('an answer that is not what was asked for', () => {
  test('is recorded and quarantined, and its code stays hidden however it reads later', async () => {
    const one = await world.approved()
    const wrong = changingOrders(world.asking.client, (order) => ({
      ...order,
      service_fee: '0.00',
    }))
    await world.place(one.effectId, { client: wrong })
    expect(await world.stateOf(one)).toBe('quarantined')
    const shut = { gate: 'shut', gateReason: 'total-differs' }
    expect(await world.orders.list(one.fleetId, 10)).toMatchObject([shut])
    world.asking.bench.clock.step(20_000)
    await world.follow(one)
    world.asking.bench.clock.step(3_600_000)
    await world.follow(one)
    expect(await world.orders.list(one.fleetId, 10)).toMatchObject([shut])
    expect(await world.debtsAre(one)).toEqual(new Set(['ordered']))
  })

  test('an adopted order with a wrong total is adopted behind a shut gate', async () => {
    const one = await world.approved()
    await world.place(one.effectId, { client: losingAnswers(world.asking.client) })
    const wrong = changingOrders(world.asking.client, (order) => ({
      ...order,
      total_amount: '1.00',
    }))
    await world.place(one.effectId, { client: wrong })
    expect(await world.stateOf(one)).toBe('adopted')
    expect(await world.orders.list(one.fleetId, 10)).toMatchObject([
      { gate: 'shut', gateReason: 'total-differs' },
    ])
  })

  test('an adopted order that is dead already gives its debts back at once', async () => {
    const one = await world.approved()
    await world.place(one.effectId, { client: losingAnswers(world.asking.client) })
    const dead = changingOrders(world.asking.client, (order) => ({ ...order, status: 'failed' }))
    await world.place(one.effectId, { client: dead })
    expect(await world.stateOf(one)).toBe('adopted')
    expect(await world.debtsAre(one)).toEqual(new Set(['open']))
    expect(await world.locks(one)).toBe(0)
    expect((await world.planOf(one)).state).toBe('void')
  })
})
