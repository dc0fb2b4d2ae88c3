import { expect, test } from 'vitest'
import type { AnswerItem, Debt } from '../../../src/ledger/debts/debts.ts'
import { itemRecorder } from '../../../src/reconciliation/debts/record-items.ts'
import { item, vehicle } from '../../reconciliation/debts/debt-samples.ts'
import { later, openCampaignWorld, START } from '../consultations/campaign-world.ts'
import { forFile } from '../../support/for-file.ts'

const world = await forFile(openCampaignWorld())

interface Case {
  vehicleId: string
  fleetId: string
  answer: (items: readonly AnswerItem[], at?: Date) => Promise<void>
  debts: () => Promise<Debt[]>
}

async function setup(): Promise<Case> {
  const fleetId = await world.fleet()
  const vehicleId = await world.vehicle(fleetId)
  const record = itemRecorder(world.debts)
  const answer: Case['answer'] = async (items, at = START) => {
    const { id } = await world.campaigns.open(fleetId, START)
    await world.campaigns.join(id, {
      staleBefore: later(1e9),
      failedBefore: later(1e12),
      at: START,
    })
    await world.campaigns.plan(id, START)
    const { id: consultationId } = await world.asked(id, vehicleId)
    await world.consultations.transaction((tx) =>
      record(tx, [{ ...vehicle, vehicleId, consultationId, items, at }]),
    )
  }
  return { vehicleId, fleetId, answer, debts: () => world.debts.ofVehicle(vehicleId) }
}

test('an answer makes debts and keeps its items word for word', async () => {
  const { vehicleId, answer, debts } = await setup()
  const licensing = item({
    amountCents: 160_22n,
    kind: 'licensing',
    group: 'licensing',
    description: 'Licenciamento "2026"',
    dueDate: null,
  })
  const ticket = item({ amountCents: 130_16n, isPayable: false, year: null })
  const bound = { ...licensing, dependsOn: ticket.itemId, dependsOnDescription: 'Multa' }
  await answer([bound, ticket])
  expect(await debts()).toHaveLength(2)
  expect(await world.debts.shown([vehicleId])).toMatchObject([
    {
      kind: 'licensing',
      description: 'Licenciamento "2026"',
      itemId: bound.itemId,
      dependsOn: ticket.itemId,
      dependsOnDescription: 'Multa',
      dueDate: null,
      amountCents: 160_22n,
      change: 'new',
      state: 'open',
    },
    { itemId: ticket.itemId, isPayable: false, year: null, dueDate: '2026-05-10' },
  ])
})

test('a changed amount keeps the debt, its first sight and both amounts', async () => {
  const { vehicleId, answer, debts } = await setup()
  await answer([item({ amountCents: 100n })])
  const [before] = await debts()
  await answer([item({ amountCents: 112n })], later(1000))
  await answer([item({ amountCents: 112n })], later(2000))
  expect(await debts()).toMatchObject([
    {
      id: before?.id,
      amountCents: 112n,
      previousAmountCents: 100n,
      firstSeenAt: START,
      lastSeenAt: later(2000),
      stateSince: START,
    },
  ])
  expect(await world.debts.history(vehicleId)).toMatchObject([
    { event: 'new', fromState: null, toState: 'open', amountCents: 100n },
    { event: 'changed', amountCents: 112n, previousAmountCents: 100n },
  ])
})

test('a debt that leaves is gone, and open again when it is back', async () => {
  const { vehicleId, answer, debts } = await setup()
  await answer([item({ amountCents: 100n })])
  await answer([], later(1000))
  expect(await debts()).toMatchObject([{ state: 'gone', shown: false, stateSince: later(1000) }])
  expect(await world.debts.shown([vehicleId])).toEqual([])
  await answer([item({ amountCents: 100n })], later(2000))
  expect(await debts()).toMatchObject([{ state: 'open', shown: true }])
  const events = (await world.debts.history(vehicleId)).map(({ event }) => event)
  expect(events).toEqual(['new', 'gone', 'reappeared'])
})

test('a debt that is back at another amount is the same one, with both amounts', async () => {
  const { vehicleId, answer, debts } = await setup()
  await answer([item({ amountCents: 100n })])
  const [before] = await debts()
  await answer([], later(1000))
  await answer([item({ amountCents: 130n })], later(2000))
  const same = { id: before?.id, amountCents: 130n, previousAmountCents: 100n, state: 'open' }
  expect(await debts()).toMatchObject([{ ...same, shown: true, firstSeenAt: START }])
  expect((await world.debts.history(vehicleId)).at(-1)).toMatchObject({
    event: 'reappeared',
    amountCents: 130n,
    previousAmountCents: 100n,
  })
})

test('a paid debt that is still shown stays paid and is no new debt', async () => {
  const { answer, debts } = await setup()
  await answer([item({ amountCents: 100n })])
  const ids = (await debts()).map(({ id }) => id)
  const paid = { ids, from: ['open'], to: 'paid', why: 'order paid', at: later(1) } as const
  expect(await world.debts.move(paid)).toEqual(ids)
  await answer([item({ amountCents: 100n })], later(1000))
  expect(await debts()).toMatchObject([{ state: 'paid', shown: true, stateSince: later(1) }])
  await answer([], later(2000))
  expect(await debts()).toMatchObject([{ state: 'paid', shown: false, stateSince: later(1) }])
})

test('a move takes only debts in an allowed state, tells each, and joins a transaction', async () => {
  const { vehicleId, answer, debts } = await setup()
  await answer([item({ amountCents: 100n }), item({ amountCents: 100n })])
  const ids = (await debts()).map(({ id }) => id)
  const first = ids.slice(0, 1)
  const order = { from: ['open'], to: 'ordered', why: 'ordered', at: later(1) } as const
  expect(await world.debts.move({ ...order, ids: first })).toEqual(first)
  expect(await world.debts.move({ ...order, ids: first })).toEqual([])
  expect(await world.debts.move({ ...order, ids: first, from: ['ordered'] })).toEqual([])
  const broken = world.consultations.transaction(async (tx) => {
    await world.debts.move({ ...order, ids }, tx)
    throw new Error('undone')
  })
  await expect(broken).rejects.toThrow('undone')
  expect((await debts()).map(({ state }) => state).toSorted()).toEqual(['open', 'ordered'])
  const told = (await world.debts.history(vehicleId)).filter(({ event }) => event === 'moved')
  expect(told).toMatchObject([{ fromState: 'open', toState: 'ordered', why: 'ordered' }])
})

test('an order that moves a debt while an answer is applied is not overwritten', async () => {
  const { answer, debts } = await setup()
  await answer([item({ amountCents: 100n })])
  const ids = (await debts()).map(({ id }) => id)
  const order = { ids, from: ['open'], to: 'ordered', why: 'ordered', at: later(1) } as const
  await Promise.all([answer([item({ amountCents: 100n })], later(2)), world.debts.move(order)])
  expect(await debts()).toMatchObject([{ state: 'ordered' }])
})
