/** What becomes of debts once they are paid: settled, still shown, back again, or refunded. */
import { describe, expect, test } from 'vitest'
import type { Client } from '../../../src/client/client.ts'
import type { Consultation } from '../../../src/contract/consultation.ts'
import type { Order } from '../../../src/contract/order.ts'
import { openReportSource } from '../../../src/ledger/reports/report-source.ts'
import type { ExceptionCode } from '../../../src/ledger/reports/report-exception-sources.ts'
import { owedTotals } from '../../../src/reconciliation/debts/owed-totals.ts'
import { freeRefunded } from '../../../src/reconciliation/orders/following/free-refunded.ts'
import type { Freed } from '../../../src/reconciliation/orders/following/free-refunded.ts'
import { readOrdersNow } from '../../../src/reconciliation/orders/following/read-orders-now.ts'
import { changingAnswers, changingOrders } from './changed-client.ts'
import { openOrderWorld, type Approved } from './order-world.ts'
import { openResolveWorld } from './resolve-world.ts'
import { forFile } from '../../support/for-file.ts'
import { nowAt } from '../../support/now-at.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

const world = await forFile(
  openOrderWorld({
    providerDelay: { minMs: 0, maxMs: 0 },
    settlementDelay: { minMs: HOUR_MS, maxMs: HOUR_MS },
  }),
)
const { step } = world

const itemIds = (one: Approved): string[] => one.plan.items.map(({ itemId }) => itemId)
const debtIds = (one: Approved): string[] => one.plan.items.map(({ debtId }) => debtId)
const orderId = async (one: Approved): Promise<string> =>
  (await world.orders.list(one.fleetId, 10)).at(-1)?.id ?? ''

async function paid(): Promise<Approved> {
  const one = await world.approved()
  await world.place(one.effectId)
  await world.pay(one)
  step(15 * MINUTE_MS)
  await world.follow(one)
  return one
}

async function settled(): Promise<Approved> {
  const one = await paid()
  step(3 * HOUR_MS)
  await world.follow(one)
  expect(await world.debtsAre(one)).toEqual(new Set(['settled']))
  return one
}

async function exceptions(one: Approved, code: ExceptionCode): Promise<string[]> {
  const source = openReportSource(world.asking.ledger.db, false)
  const at = new Date(world.asking.bench.clock.now())
  const scope = await source.scope({
    id: one.plan.id,
    number: 1,
    fleetId: one.fleetId,
    campaignId: one.plan.campaignId,
    importId: null,
    startedAt: at,
    endedAt: at,
  } as Parameters<typeof source.scope>[0])
  const found: string[] = []
  for await (const page of source.exceptions(scope, code, nowAt(at))) {
    found.push(...page.map(({ reference }) => reference))
  }
  return found
}

/** The next answer shows the debts of the order as before, each dearer by a late fee. */
const stillShowing = (shown: Consultation['items'], fee: number) =>
  changingAnswers(world.asking.client, (answer) => {
    const left = answer.items.filter(
      (item) => !shown.some((old) => old.description === item.description),
    )
    const back = shown.map((item, at) => ({
      ...item,
      id: crypto.randomUUID(),
      amount: (Number(item.amount) + fee * (at + 1)).toFixed(2),
      depends_on: null,
    }))
    const items = [...left, ...back]
    const total = items.reduce((cents, { amount }) => cents + Math.round(Number(amount) * 100), 0)
    return { ...answer, items, total_amount: (total / 100).toFixed(2) }
  })

async function answeredItems(one: Approved): Promise<Consultation['items']> {
  const path = `/api/v1/vehicles/${one.serviceId}/consultations/latest`
  const { body } = await world.asking.bench.send('GET', path)
  const all = (body as unknown as Consultation).items
  return all.filter(({ id }) => itemIds(one).includes(id))
}

test('a paid debt that the next answer still shows, dearer, awaits settlement and is no new one', async () => {
  const one = await paid()
  const before = await world.placing.debts.shown([one.vehicleId])
  await world.consult(one, stillShowing(await answeredItems(one), 3.21))
  const known = await world.asking.ledger.debts.ofVehicle(one.vehicleId)
  expect(await world.debtsAre(one)).toEqual(new Set(['paid']))
  const held = known.filter(({ id }) => debtIds(one).includes(id))
  expect(
    held.every(
      ({ shown, previousAmountCents: was, amountCents: now }) => shown && was !== null && was < now,
    ),
  ).toBe(true)
  expect(known.filter(({ shown }) => shown)).toHaveLength(before.length)
  const { debts } = owedTotals(known, { today: '2026-11-21', prefer: 'single' })
  const awaiting = debts.filter(({ standing }) => standing === 'awaiting-settlement')
  expect(new Set(awaiting.map(({ debt }) => debt.id))).toEqual(new Set(debtIds(one)))
  await world.propose(one)
  const { items } = await world.planOf(one)
  expect(
    (await world.planOf(one)).id === one.plan.id ||
      !items.some(({ debtId }) => debtIds(one).includes(debtId)),
  ).toBe(true)
})

describe('a settled debt', () => {
  test('that an answer shows again is no new one, and an exception of its own', async () => {
    const one = await paid()
    const items = await answeredItems(one)
    step(3 * HOUR_MS)
    await world.follow(one)
    await world.consult(one)
    expect(await exceptions(one, 'debt-settled-again')).toEqual([])
    step(24 * HOUR_MS)
    await world.consult(one, stillShowing(items, 0))
    expect(await world.debtsAre(one)).toEqual(new Set(['settled']))
    expect((await exceptions(one, 'debt-settled-again')).toSorted()).toEqual(
      debtIds(one).toSorted(),
    )
    expect(await world.locks(one)).toBe(one.plan.items.length)
  })

  test('of an order whose payment does not settle is told when it is late', async () => {
    const one = await paid()
    expect(await exceptions(one, 'settlement-late')).toEqual([])
    step(16 * 24 * HOUR_MS)
    expect(await exceptions(one, 'settlement-late')).toEqual([await orderId(one)])
  })
})

describe('the debts of a refund', () => {
  const saying = (change: (order: Order) => Partial<Order>) =>
    changingOrders(world.asking.client, (order) => ({ ...order, ...change(order) }))
  const free = async (one: Approved, id?: string): Promise<Freed> =>
    freeRefunded(world.tools(one), {
      orderId: id ?? (await orderId(one)),
      person: 'Ana Lima',
      reason: 'the plate was wrong',
    })
  const locks = (one: Approved): Promise<number> => world.locks(one)

  test('are an exception, and free for another order once a person said so', async () => {
    const one = await paid()
    expect(await free(one)).toEqual({ freed: false, why: 'not-refunded' })
    step(HOUR_MS)
    await world.follow(
      one,
      saying(() => ({ status: 'refunded', refunded_amount: '1.00' })),
    )
    expect(await exceptions(one, 'order-refunded')).toEqual([await orderId(one)])
    expect(await world.debtsAre(one)).toEqual(new Set(['ordered']))
    expect(await locks(one)).toBe(one.plan.items.length)
    expect(await free(one)).toEqual({ freed: true, debts: one.plan.items.length })
    expect([await world.debtsAre(one), await locks(one)]).toEqual([new Set(['open']), 0])
    expect(await exceptions(one, 'order-refunded')).toEqual([])
    const { state, decidedBy } = await world.planOf(one)
    expect([state, decidedBy]).toEqual(['void', 'Ana Lima'])
    expect(await free(one)).toEqual({ freed: false, why: 'freed-before' })
  })

  test('that only one item had are that one, and the others stay settled', async () => {
    const one = await paid()
    const [refused, ...others] = one.plan.items
    step(HOUR_MS)
    await world.follow(
      one,
      saying((order) => ({
        status: 'settled',
        refunded_amount: order.items?.[0]?.amount ?? '',
        items: (order.items ?? []).map((item) => ({
          ...item,
          settlement_status: item.debt_item_id === refused?.itemId ? 'failed' : 'settled',
        })),
      })),
    )
    expect(await exceptions(one, 'debt-not-settled')).toEqual([refused?.debtId])
    expect(await world.states(one, [refused?.debtId ?? ''])).toEqual(new Set(['ordered']))
    expect(await free(one)).toEqual({ freed: true, debts: 1 })
    expect(await world.states(one, [refused?.debtId ?? ''])).toEqual(new Set(['open']))
    const ids = others.map(({ debtId }) => debtId)
    expect(await world.states(one, ids)).toEqual(new Set(['settled']))
    expect(await locks(one)).toBe(others.length)
    expect(await exceptions(one, 'debt-not-settled')).toEqual([])
  })

  test('that was seen after the order settled are owed and locked, too', async () => {
    const one = await settled()
    const id = await orderId(one)
    const refunded = saying(({ total_amount }) => ({
      status: 'refunded',
      refunded_amount: total_amount,
    }))
    await read(id, refunded)
    expect(await world.debtsAre(one)).toEqual(new Set(['ordered']))
    expect(await exceptions(one, 'order-refunded')).toEqual([id])
    expect(await free(one)).toEqual({ freed: true, debts: one.plan.items.length })
    expect(await world.debtsAre(one)).not.toContain('ordered')
  })

  test('of one item that a settled order gives back days later are that one', async () => {
    const one = await settled()
    const [refused] = one.plan.items
    const later = saying((order) => ({
      refunded_amount: order.items?.[0]?.amount ?? '',
      items: (order.items ?? []).map((item) =>
        item.debt_item_id === refused?.itemId ? { ...item, settlement_status: 'failed' } : item,
      ),
    }))
    await read(await orderId(one), later)
    expect(await exceptions(one, 'debt-not-settled')).toEqual([refused?.debtId])
    expect(await world.debtsAre(one)).toEqual(new Set(['ordered', 'settled']))
  })

  test('of a settled order, or of another fleet’s, are not a person’s to free', async () => {
    const [one, other] = [await settled(), await paid()]
    expect(await free(one)).toEqual({ freed: false, why: 'not-refunded' })
    expect(await free(one, await orderId(other))).toEqual({ freed: false, why: 'unknown' })
  })
})

const read = async (id: string, client: Client) => {
  const known = await world.orders.find(id)
  const tools = { ...world.placing, client }
  const { signal } = new AbortController()
  await readOrdersNow(tools, known === undefined ? [] : [known], { signal })
  return await world.orders.find(id)
}

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
    await read(late, saying(late, 'paid'))
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
    expect(await exceptions(one, 'pay-gate-shut')).toEqual([late])
    const { resolve } = openResolveWorld(world)
    const none = await resolve(id, { choice: 'none' }, { client: costlier })
    expect(none).toBe(`matches-exist: ${late}`)
    const adopt = { choice: 'adopt', orderId: late, accept: 'amounts-changed' } as const
    expect(await resolve(late, adopt, { client: costlier })).toBe('done')
    expect(await world.effect(id)).toMatchObject({ state: 'rejected', active: false })
    await expectPaid(one, late)
  })

  test('shuts the code of a later order of its debts, whose end does not free them', async () => {
    const { one, late } = await proposedAnew()
    await world.approve(one)
    await world.place((await world.effectOf(one)).id, { client: saying(late, 'expired') })
    const [later = ''] = await ids(one)
    step(MINUTE_MS)
    expect(await read(later, saying(late, 'expired'))).toMatchObject({ gate: 'open' })
    step(MINUTE_MS)
    await read(late, saying(late, 'paid'))
    expect(await world.orders.find(later)).toMatchObject({ gateReason: 'twin-order' })
    expect(await world.debtsAre(one)).toEqual(new Set(['paid']))
    step(MINUTE_MS)
    await read(later, saying(later, 'expired'))
    expect(await world.orders.find(later)).toMatchObject({ standing: 'dead' })
    expect(await world.debtsAre(one)).toEqual(new Set(['paid']))
  })
})
