import { describe, expect, test } from 'vitest'
import { followOrders } from '../../../src/reconciliation/orders/following/follow-orders.ts'
import { refreshForeign } from '../../../src/reconciliation/orders/following/refresh-foreign.ts'
import type { ShownDebt } from '../../../src/ledger/debts/debts.ts'
import { changedItems, failingReads, saying } from '../changed-client.ts'
import { openOrderWorld, type Approved } from './order-world.ts'
import { openResolveWorld } from './resolve-world.ts'
import { forFile } from '../../support/for-file.ts'

const HOUR_MS = 3_600_000

const world = await forFile(openOrderWorld())
const person = openResolveWorld(world)

const gateOf = async (one: Approved): Promise<string | null> => (await world.listed(one)).gateReason

const isFreeTicket = ({ group, dependsOn }: ShownDebt): boolean =>
  group === 'ticket' && dependsOn === null

/** As a run follows: every order that is due, looking for twins. */
async function follow(
  { fleetId }: Approved,
  client = world.client,
  afterMs = HOUR_MS,
): Promise<void> {
  world.step(afterMs)
  const { chunks } = await world.orders.due(fleetId, world.now())
  for (const { chunk } of chunks) {
    await followOrders({ ...person.tools, orders: world.orders, client, fleetId }, chunk)
  }
}

async function withTwin(): Promise<{ one: Approved; ours: string; twin: string }> {
  const one = await world.placed()
  const { id: ours } = await world.listed(one)
  const { id: twin } = await world.orderOneAt(one)
  // Within the run that made it, before anybody is shown its code.
  await follow(one, world.client, 10_000)
  return { one, ours, twin }
}

describe('an order that somebody else made of the same debts', () => {
  test('shuts the gate of ours, and both are known', async () => {
    const { one, ours, twin } = await withTwin()
    expect(await gateOf(one)).toBe('twin-order')
    expect(await person.foreign.ofVehicle(one.vehicleId)).toMatchObject([
      { id: twin, why: 'twin', otherId: ours, standing: 'open', decidedBy: null },
    ])
    expect(await world.listed(one)).toMatchObject({ id: ours })
  })

  test('keeps it shut whatever becomes of it, until a person says so by its name', async () => {
    const { one, ours, twin } = await withTwin()
    await follow(one, saying(world.client, { status: 'expired' }, twin))
    expect(await gateOf(one)).toBe('twin-order')
    const adopt = { choice: 'adopt', orderId: ours } as const
    expect(await person.resolve(ours, { ...adopt, accept: undefined })).toBe('mismatch: twin-order')
    expect(await person.resolve(ours, { ...adopt, accept: 'twin-order' })).toBe('done')
    expect(await gateOf(one)).not.toBe('twin-order')
  })

  test('that a person looked at shuts nothing more, until it is paid', async () => {
    const { one, ours, twin } = await withTwin()
    const adopt = { choice: 'adopt', orderId: ours, accept: 'twin-order' } as const
    expect(await person.resolve(ours, adopt)).toBe('done')
    for (let turn = 0; turn < 4; turn += 1) {
      await follow(one)
      expect(await gateOf(one)).not.toBe('twin-order')
    }
    const paid = saying(world.client, { status: 'paid' }, twin)
    for (let turn = 0; turn < 4; turn += 1) await follow(one, paid)
    expect(await gateOf(one)).toBe('twin-order')
  })

  test('is read again after some hours, whatever became of it', async () => {
    const { one, twin } = await withTwin()
    const tools = { ...person.tools, fleetId: one.fleetId }
    const seen = async () => (await person.foreign.ofVehicle(one.vehicleId))[0]?.standing
    const settled = saying(world.client, { status: 'settled' }, twin)
    await refreshForeign({ ...tools, client: settled })
    expect(await seen()).toBe('open')
    world.step(7 * HOUR_MS)
    await refreshForeign({ ...tools, client: settled })
    expect(await seen()).toBe('settled')
    const other = await withTwin()
    world.step(7 * HOUR_MS)
    const gone = failingReads(world.client, null)
    await refreshForeign({ ...tools, fleetId: other.one.fleetId, client: gone })
    expect((await person.foreign.ofVehicle(other.one.vehicleId))[0]?.standing).toBe('dead')
  })

  test('a dead one, and one of other debts, are no twins', async () => {
    const one = await world.placed((debts) => debts.length > 2)
    await follow(one)
    expect(await gateOf(one)).not.toBe('twin-order')
    expect(await person.foreign.ofVehicle(one.vehicleId)).toEqual([])
  })
})

describe('an order that only looks alike', () => {
  test('is told apart by a person, and then ours is sent', async () => {
    const one = await world.approved((debts) => debts.some((debt) => isFreeTicket(debt)))
    const held = (await world.chosen(one)).find((debt) => isFreeTicket(debt))
    if (held === undefined) throw new Error('unreachable')
    const theirs = await world.orderAt(one, [held])
    // As an order of an answer that nobody here read, in other words.
    const reworded = () => ({ debt_item_id: world.ledger.uuid(), description: 'Em recurso' })
    const alike = saying(world.client, (order) => changedItems(order, reworded), theirs.id)
    await world.place(one.effectId, { client: alike })
    expect((await world.effect(one.effectId)).reason).toMatch(/^order-holds-kin: /)
    const different = { choice: 'different', orderId: theirs.id } as const
    expect(await person.resolve(one.effectId, different, { client: alike })).toBe('done')
    expect((await world.effect(one.effectId)).state).toBe('planned')
    expect(await person.foreign.cleared(one.plan.id)).toEqual(new Set([theirs.id]))
  })

  test('but one that surely holds the same debt is never told apart', async () => {
    const one = await world.approved()
    const theirs = await world.orderOneAt(one)
    await world.place(one.effectId)
    const different = { choice: 'different', orderId: theirs.id } as const
    expect(await person.resolve(one.effectId, different)).toBe(`surely-the-same: ${theirs.id}`)
    expect((await world.effect(one.effectId)).state).toBe('quarantined')
  })
})
