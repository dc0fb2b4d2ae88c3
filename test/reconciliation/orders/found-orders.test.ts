/** A ledger that forgot its orders reads those of the whole account, from the real service. */
import { describe, expect, test } from 'vitest'
import type { Client } from '../../../src/client/client.ts'
import type { ShownDebt } from '../../../src/ledger/debts/debts.ts'
import { readAllOrders } from '../../../src/reconciliation/orders/placing/read-all-orders.ts'
import type { AllOrders } from '../../../src/reconciliation/orders/placing/read-all-orders.ts'
import type { Consultation } from '../../../src/contract/consultation.ts'
import type { Order, OrderItem } from '../../../src/contract/order.ts'
import { changedItems, changingAnswers, hidingItems, saying } from '../changed-client.ts'
import { exceptionsOf, reportOf } from './order-facts.ts'
import { openOrderWorld, type Answered } from './order-world.ts'
import { openResolveWorld } from './resolve-world.ts'
import { forFile } from '../../support/for-file.ts'

const world = await forFile(openOrderWorld())
const person = openResolveWorld(world)

const isFreeTicket = (debt: ShownDebt): boolean =>
  debt.isPayable && debt.dependsOn === null && debt.group === 'ticket'
const freeOf = async ({ vehicleId }: Answered): Promise<ShownDebt[]> =>
  (await world.ledger.debts.shown([vehicleId])).filter(isFreeTicket)
const withTicket = (): Promise<Answered> => world.answered((debts) => debts.some(isFreeTicket))

/** As a run does it that finds its ledger older than its journal. */
async function readAll(one: Answered, client: Client = world.client): Promise<AllOrders> {
  const pages: AllOrders[] = []
  const accountId = (await world.placing.vehicles.byId(one.vehicleId))?.accountId ?? ''
  const so = await readAllOrders(
    { ...person.tools, client, accountId },
    { onPage: async (page) => void pages.push(page) },
  )
  expect(pages.at(-1)).toEqual(so)
  return so
}

/** An order that nobody here remembers, of the vehicle's first free ticket. */
async function forgotten(): Promise<{ one: Answered; debt: ShownDebt; id: string }> {
  const one = await withTicket()
  const [debt] = await freeOf(one)
  if (debt === undefined) throw new Error('unreachable')
  const { id } = await world.orderAt(one, [debt])
  return { one, debt, id }
}

describe('an order that the ledger forgot', () => {
  test('is followed again, its debt locked, its gate shut; read twice, it is there once', async () => {
    const { one, debt, id } = await forgotten()
    expect((await readAll(one)).taken).toBeGreaterThan(0)
    const again = await readAll(one)
    expect(again).toMatchObject({ taken: 0, known: expect.any(Number) })
    expect(await person.foreign.ofVehicle(one.vehicleId)).toEqual([])
    expect(await world.listed(one)).toMatchObject({
      id,
      gate: 'shut',
      gateReason: 'found-at-service',
      debtsCents: debt.amountCents,
    })
    expect(await world.states(one, [debt.id])).toEqual(new Set(['ordered']))
    expect(await world.locks(one)).toBe(1)
    await world.propose(one)
    const plans = await world.plans.counts(one.fleetId)
    expect(plans.ordered.plans).toBe(1)
  })

  test('ends the proposal of its debt, and what else that held is proposed anew', async () => {
    const one = await world.answered((debts) => debts.filter(isFreeTicket).length > 1)
    const [debt] = await freeOf(one)
    await world.propose(one)
    const before = await world.planOf(one)
    const others = before.items.map(({ debtId }) => debtId).filter((id) => id !== debt?.id)
    expect(others).toHaveLength(before.items.length - 1)
    await world.orderAt(one, debt === undefined ? [] : [debt])
    await readAll(one)
    const ended = await world.plans.find(before.id)
    expect(ended).toMatchObject({ state: 'void', reason: 'debt-locked', decidedBy: 'frota' })
    expect(await world.states(one, others)).toEqual(new Set(['open']))
    world.step(1_000)
    await world.propose(one)
    const { id, items } = await world.planOf(one)
    expect(items.map(({ debtId }) => debtId).toSorted()).toEqual(others.toSorted())
    await readAll(one)
    expect(await world.plans.find(id)).toMatchObject({ state: 'proposed' })
    expect(await world.locks(one)).toBe(1)
  })

  test('of other debts leaves a proposal as it is', async () => {
    const one = await withTicket()
    await world.propose(one)
    const plan = await world.planOf(one)
    const [debt] = await freeOf(one)
    await world.query('delete from frota.order_plan_item where debt_id = $1', [debt?.id])
    await world.orderAt(one, debt === undefined ? [] : [debt])
    await readAll(one)
    expect(await world.states(one, [debt?.id ?? ''])).toEqual(new Set(['ordered']))
    expect(await world.plans.find(plan.id)).toMatchObject({ state: 'proposed' })
  })

  /** Its items are of an answer that nobody here remembers, and perhaps more of them is other. */
  const withItems = (id: string, more: Partial<OrderItem> = {}): Client => {
    const other = { debt_item_id: world.ledger.uuid(), ...more }
    return saying(world.client, (order) => changedItems(order, () => other), id)
  }

  test('is known by what identifies its debt when its items are of a forgotten answer', async () => {
    const { one, debt, id } = await forgotten()
    await readAll(one, withItems(id))
    expect(await world.states(one, [debt.id])).toEqual(new Set(['ordered']))
    expect(await world.locks(one)).toBe(1)
  })

  test('of debts that nobody here ever saw is told as foreign, and locks nothing', async () => {
    const { one, debt, id } = await forgotten()
    await readAll(one, withItems(id, { description: 'Never shown' }))
    expect(await person.foreign.ofVehicle(one.vehicleId)).toMatchObject([{ id, why: 'found' }])
    expect(await world.orders.list(one.fleetId, 10)).toEqual([])
    expect(await world.states(one, [debt.id])).toEqual(new Set(['open']))
  })

  test('that hides what it holds is foreign: its amount alone proves nothing', async () => {
    const { one, id } = await forgotten()
    await readAll(one, hidingItems(world.client))
    expect(await person.foreign.ofVehicle(one.vehicleId)).toMatchObject([{ id, why: 'found' }])
  })

  test.each([[['total_amount']], [['debts_amount', 'total_amount']]] as const)(
    'is foreign when its %s is a cent more than what it holds',
    async (dearer) => {
      const { one, debt, id } = await forgotten()
      const said = (order: Order): Partial<Order> =>
        Object.fromEntries(dearer.map((sum) => [sum, (Number(order[sum]) + 0.01).toFixed(2)]))
      await readAll(one, saying(world.client, said, id))
      expect(await person.foreign.ofVehicle(one.vehicleId)).toMatchObject([{ id, why: 'found' }])
      expect(await world.states(one, [debt.id])).toEqual(new Set(['open']))
    },
  )

  test('that is dead holds nothing and is not kept', async () => {
    const { one, id } = await forgotten()
    await readAll(one, saying(world.client, { status: 'expired' }, id))
    expect(await person.foreign.ofVehicle(one.vehicleId)).toEqual([])
    expect(await world.orders.list(one.fleetId, 10)).toEqual([])
  })

  test('is left to the order of ours that is under way for the same debts', async () => {
    const one = await world.approved()
    await world.orderAt(one, await world.chosen(one))
    expect((await readAll(one)).left).toBeGreaterThan(0)
    expect(await world.orders.list(one.fleetId, 10)).toEqual([])
    expect((await world.effect(one.effectId)).state).toBe('planned')
    const { id: planId, totalCents } = await world.planOf(one)
    await world.plans.wait(planId, { why: 'over-day-limit', until: new Date(0) })
    expect(await exceptionsOf(world, one, 'order-waits')).toEqual([planId])
    expect(await world.plans.toOrder(one.fleetId)).toEqual({ plans: 1, totalCents })
    await world.place(one.effectId)
    expect((await world.effect(one.effectId)).state).toBe('quarantined')
    expect(await world.plans.list(one.fleetId, 10)).toMatchObject([
      { state: 'approved', waitsFor: 'order-needs-person', waitsUntil: null },
    ])
    expect(await world.plans.toOrder(one.fleetId)).toEqual({ plans: 0, totalCents: 0n })
    expect(await exceptionsOf(world, one, 'order-waits')).toEqual([])
    const { source, scope } = await reportOf(world, one)
    const told = source.orders(scope, { endedAt: '2100-01-01T00:00:00Z' })
    expect(await Array.fromAsync(told)).toMatchObject([[{ gateReason: 'order-needs-person' }]])
  })
})

/** Each answer shows an equal ticket beside this one, and alone once this one is settled. */
async function withEqual({ serviceId }: Answered, { itemId }: ShownDebt): Promise<Client> {
  const path = `/api/v1/vehicles/${serviceId}/consultations/latest`
  const { body } = await world.bench.send('GET', path)
  const ticket = (body as unknown as Consultation).items.find(({ id }) => id === itemId)
  if (ticket === undefined) throw new Error('The ticket is not in the answer.')
  return changingAnswers(world.client, (answer) => {
    const items = [...answer.items, { ...ticket, id: crypto.randomUUID() }]
    const total = items.reduce((sum, { amount }) => sum + Number(amount), 0)
    return { ...answer, items, total_amount: total.toFixed(2) }
  })
}

describe('an order made and settled elsewhere, of one of two equal tickets', () => {
  test('holds the one that left: the other is owed, and may be ordered', async () => {
    const one = await withTicket()
    const [only] = await freeOf(one)
    if (only === undefined) throw new Error('unreachable')
    const client = await withEqual(one, only)
    await world.consult(one, client)
    const equals = (await freeOf(one)).filter((debt) => debt.fingerprint === only.fingerprint)
    const [first, second] = equals.map(({ id }) => id)
    if (first === undefined || second === undefined) throw new Error('There are not two.')
    const { id } = await world.orderAt(one, equals.slice(0, 1))
    world.step(60_000)
    await world.bench.send('POST', `/api/v1/orders/${id}/simulate-pix`)
    world.step(24 * 3_600_000)
    await world.consult(one, client)
    expect(await world.states(one, [first])).toEqual(new Set(['open']))
    expect(await world.states(one, [second])).toEqual(new Set(['gone']))
    await world.propose(one)
    expect(await world.approve(one)).toBe(1)
    const effect = await world.effectOf(one)
    await world.place(effect.id)
    // Only the service, which never had the equal ticket, refuses.
    expect((await world.effect(effect.id)).reason).toMatch(/^status 422: Campo 'debt_item_ids'/)
    expect((await readAll(one)).taken).toBeGreaterThan(0)
    expect(await world.states(one, [first])).toEqual(new Set(['open']))
    expect(await world.states(one, [second])).toEqual(new Set(['settled']))
    // Once it is in the ledger, its item is still not the ticket that is owed.
    await world.consult(one, client)
    await world.propose(one)
    expect(await world.approve(one)).toBe(1)
    const again = await world.effectOf(one)
    await world.place(again.id)
    expect((await world.effect(again.id)).state).toBe('rejected')
  })
})

test('a stop in the middle of the reading proves nothing', async () => {
  await forgotten()
  const signal = AbortSignal.abort()
  const reading = readAllOrders(person.tools, { onPage: async () => undefined, signal })
  await expect(reading).rejects.toThrow(/abort/i)
})
