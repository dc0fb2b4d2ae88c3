import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { RecordedOrder } from '../../../src/ledger/orders/orders.ts'
import { ORDERS_LISTED_MAX, ORDERS_PER_CHUNK } from '../../../src/ledger/orders/orders.ts'
import { later, START } from '../consultations/campaign-world.ts'
import { openPlanWorld, orderFacts, some, ticket, type Planned } from './plan-world.ts'
import { forFile } from '../../support/for-file.ts'

const world = await forFile(openPlanWorld())

interface Made {
  readonly one: Planned
  readonly planId: string
  readonly effectId: string
}

async function approved(fleetId?: string): Promise<Made> {
  const one = await world.vehicle(fleetId)
  await one.answer([ticket(), ticket()])
  const planId = some(await one.propose())
  const approval = await world.approve(planId)
  return { one, planId, effectId: approval.approved ? approval.effectId : '' }
}

async function record(
  { one, planId, effectId }: Made,
  given: Partial<RecordedOrder> = {},
): Promise<string> {
  const id = world.ledger.uuid()
  const { items } = some(await world.plans.find(planId))
  const { fleetId, vehicleId } = one
  const of = { fleetId, vehicleId, planId, effectId, items, events: [] }
  const order = { ...orderFacts(id), ...of, at: START }
  await world.orders.transaction((tx) =>
    world.orders.record({ ...order, nextReadAt: later(1_000), ...given }, tx),
  )
  return id
}

async function recorded() {
  const made = await approved()
  return { made, fleetId: made.one.fleetId, id: await record(made) }
}

describe('a recorded order', () => {
  test('is listed and counted as it was recorded', async () => {
    const { fleetId, id } = await recorded()
    expect(await world.orders.list(fleetId, 10)).toMatchObject([{ ...orderFacts(id), items: 2 }])
    expect(await world.orders.counts(fleetId)).toMatchObject({
      open: { orders: 1, cents: 100_00n },
      dead: { orders: 0, cents: 0n },
    })
  })

  test('shows its code only while the gate is open, and not once it ran out', async () => {
    const { fleetId, id } = await recorded()
    const list = (at?: Date) => world.orders.list(fleetId, 10, at)
    await world.orders.update(orderFacts(id), { at: later(1e6 - 1) })
    expect(await list(later(1e6 - 1))).toMatchObject([{ gate: 'open', pixCode: 'code' }])
    expect(await list(later(1e6))).toMatchObject([
      { gate: 'shut', gateReason: 'pix-expired', pixCode: '' },
    ])
    const read = { nextReadAt: null, at: START }
    await world.orders.update(orderFacts(id, { gate: 'shut', gateReason: 'pix-amount' }), read)
    expect(await list()).toMatchObject([{ gate: 'shut', gateReason: 'pix-amount', pixCode: '' }])
  })

  test('leaves nothing when its transaction fails', async () => {
    const made = await approved()
    const failing = world.orders.transaction(async (tx) => {
      const { items } = some(await world.plans.find(made.planId, tx))
      const { fleetId, vehicleId } = made.one
      const of = {
        fleetId,
        vehicleId,
        planId: made.planId,
        effectId: made.effectId,
        items,
        events: [],
      }
      const id = world.ledger.uuid()
      await world.orders.record({ ...orderFacts(id), ...of, nextReadAt: null, at: START }, tx)
      throw new Error('later')
    })
    await expect(failing).rejects.toThrow('later')
    expect(await world.orders.list(made.one.fleetId, 10)).toEqual([])
  })

  test('says which debts it holds, and nothing of orders that are not ours', async () => {
    const made = await approved()
    const id = await record(made)
    const other = world.ledger.uuid()
    const recorded = await world.orders.recorded([id, other])
    expect([...recorded.keys()]).toEqual([id])
    const shown = await made.one.shown()
    expect(
      recorded
        .get(id)
        ?.map((held) => held.debtId)
        .toSorted(),
    ).toEqual(shown.map((debt) => debt.id).toSorted())
    expect(await world.orders.recorded([])).toEqual(new Map())
  })
})

test('items of any answer of the vehicle lead to their debts, and those of others do not', async () => {
  const one = await world.vehicle()
  await one.answer([ticket()])
  const [before] = await one.shown()
  await one.answer([ticket()])
  const [after] = await one.shown()
  const other = await world.vehicle()
  await other.answer([ticket()])
  const [foreign] = await other.shown()
  const ids = [before, after, foreign].map((debt) => some(debt).itemId)
  const debts = await world.orders.debtsOfItems(one.vehicleId, [...ids, world.ledger.uuid()])
  expect(before?.itemId).not.toBe(after?.itemId)
  expect([...debts.keys()].toSorted()).toEqual(ids.slice(0, 2).toSorted())
  expect([...debts.values()].map((held) => held.debtId)).toEqual([before?.id, before?.id])
  expect(debts.get(some(before).itemId)).toMatchObject({ kind: 'ticket', shown: true, year: 2026 })
})

describe('following', () => {
  test('finds what is due, in its chunk, and says when the next one is', async () => {
    const { made, fleetId, id } = await recorded()
    expect(await world.orders.due(fleetId, later(999))).toEqual({
      chunks: [],
      nextReadAt: later(1_000),
    })
    const { chunks, nextReadAt } = await world.orders.due(fleetId, later(1_000))
    expect([chunks.length, nextReadAt]).toEqual([1, null])
    const { chunk } = some(chunks[0])
    expect(await world.orders.chunk(fleetId, chunk, later(999))).toEqual([])
    const [order] = await world.orders.chunk(fleetId, chunk, later(1_000))
    const debtIds = (await made.one.shown()).map((debt) => debt.id)
    expect(order).toMatchObject({ ...orderFacts(id), planId: made.planId, effectId: made.effectId })
    expect(order?.items.map((item) => item.debtId).toSorted()).toEqual(debtIds.toSorted())
    expect(order).toMatchObject({ planState: 'approved', inFleet: true, paymentInDoubt: false })
    const elsewhere = await world.ledger.fleet()
    expect(await world.orders.chunk(elsewhere, chunk, later(1_000))).toEqual([])
  })

  test('ends with an order that is settled or dead, and goes on with an unknown one', async () => {
    const { fleetId, id } = await recorded()
    const due = async (): Promise<number> =>
      (await world.orders.due(fleetId, later(1e9))).chunks.length
    const read = { nextReadAt: later(2_000), at: later(1_000) }
    await world.orders.update(orderFacts(id, { standing: 'unknown', status: 'odd' }), read)
    expect(await due()).toBe(1)
    await world.orders.update(orderFacts(id, { standing: 'dead' }), { ...read, nextReadAt: null })
    expect(await due()).toBe(0)
    expect(await world.orders.counts(fleetId)).toMatchObject({ dead: { orders: 1 } })
  })

  test('is counted as to pay only while its gate is open and its code runs, however old its read', async () => {
    const fleetId = await world.ledger.fleet()
    const openSums = (ms: number) => world.orders.openSums(fleetId, later(ms))
    await record(await approved(fleetId))
    await record(await approved(fleetId), { gate: 'shut', gateReason: 'twin-order' })
    await record(await approved(fleetId), { standing: 'dead', gate: 'shut' })
    const boleto = { method: 'boleto', pixExpiresAt: null, boletoExpiresAt: later(2e6) } as const
    await record(await approved(fleetId), boleto)
    const [one, two] = [1, 2].map((count) => ({ count, cents: BigInt(count) * 109_90n }))
    const none = { count: 0, cents: 0n }
    expect(await openSums(0)).toEqual({ payable: two, shut: one })
    expect(await openSums(1e6)).toEqual({ payable: one, shut: two })
    expect(await openSums(2e6)).toMatchObject({ payable: none, shut: { count: 3 } })
  })

  test('is counted as to pay beyond the number of orders that a list shows', async () => {
    const { fleetId, id } = await recorded()
    await sql`
      insert into frota.payment_order overriding system value
      select made.* from frota.payment_order o, generate_series(1, ${ORDERS_LISTED_MAX}::integer) n,
        jsonb_populate_record(o, jsonb_build_object('id', gen_random_uuid(), 'seq', -n,
          'effect_id', null, 'plan_id', null)) made
      where o.id = ${id}`.execute(world.ledger.db)
    const { payable } = await world.orders.openSums(fleetId, START)
    expect(payable.count).toBe(ORDERS_LISTED_MAX + 1)
  })

  test('counts its reads, failed ones too', async () => {
    const { fleetId, id } = await recorded()
    await world.orders.postpone(id, later(5_000))
    await world.orders.update(orderFacts(id), { nextReadAt: later(6_000), at: START })
    const { chunks } = await world.orders.due(fleetId, later(6_000))
    const [order] = await world.orders.chunk(fleetId, some(chunks[0]).chunk, later(6_000))
    expect(order?.reads).toBe(2)
  })

  test('of a run that does not wait are those of its time and those that await a code', async () => {
    const made = await approved()
    const { fleetId } = made.one
    await record(made, { nextReadAt: later(1_000) })
    await record(made, { nextReadAt: later(7_000) })
    const within = { until: later(1_000), codesSince: later(-1) }
    const due = async (atMs: number) => {
      const { chunks, nextReadAt } = await world.orders.due(fleetId, later(atMs), within)
      return [chunks.reduce((sum, { rows }) => sum + rows.count, 0), nextReadAt]
    }
    expect([await due(0), await due(8_000)]).toEqual([
      [0, later(1_000)],
      [1, null],
    ])
    await record(made, { nextReadAt: later(9_000), pixCode: '' })
    await record(made, { nextReadAt: later(9_000), pixCode: '', at: later(-2) })
    expect([await due(8_000), await due(9_000)]).toEqual([
      [1, null],
      [2, null],
    ])
  })

  test('have the same fingerprint until one of them is read or another is due', async () => {
    const { made, fleetId, id } = await recorded()
    const print = async (): Promise<string> => {
      const { chunks } = await world.orders.due(fleetId, later(9_000))
      return chunks.map(({ rows }) => rows.fingerprint).join()
    }
    const before = await print()
    expect(await print()).toBe(before)
    await world.orders.postpone(id, later(5_000))
    const read = await print()
    expect(read).not.toBe(before)
    await record(made)
    expect(await print()).not.toBe(read)
  })

  test('takes no more than a chunk at once', async () => {
    const made = await approved()
    const { fleetId } = made.one
    const count = ORDERS_PER_CHUNK + 5
    for (let at = 0; at < count; at += 1) await record(made)
    const { chunks } = await world.orders.due(fleetId, later(1_000))
    const sizes: number[] = []
    for (const { chunk } of chunks) {
      sizes.push((await world.orders.chunk(fleetId, chunk, later(1_000))).length)
    }
    expect(sizes.every((size) => size <= ORDERS_PER_CHUNK)).toBe(true)
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(count)
  })
})
