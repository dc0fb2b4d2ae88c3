import { describe, expect, test } from 'vitest'
import { Failure } from '../../../src/failure.ts'
import { failingReads, saying } from '../changed-client.ts'
import { openOrderWorld, type Approved } from './order-world.ts'
import { forFile } from '../../support/for-file.ts'

const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS
const CODE_MS = 5 * SECOND_MS
const EXPIRES_MS = 24 * HOUR_MS

const world = await forFile(
  openOrderWorld({
    providerDelay: { minMs: CODE_MS, maxMs: CODE_MS },
    settlementDelay: { minMs: HOUR_MS, maxMs: HOUR_MS },
    orderExpiresAfterMs: EXPIRES_MS,
    pixExpiresAfterMs: 12 * HOUR_MS,
  }),
)
const { step, placed, listed } = world

async function nextReadIn({ fleetId }: Approved): Promise<number> {
  const { nextReadAt } = await world.orders.due(fleetId, new Date(0))
  return (nextReadAt?.getTime() ?? 0) - world.now().getTime()
}

test('a Pix code that is not there at once is awaited, and then may be shown', async () => {
  let one = await placed()
  while ((await listed(one)).pixCode !== '') one = await placed()
  expect(await listed(one)).toMatchObject({ gate: 'shut', gateReason: 'twins-unseen' })
  let reads = 0
  for (; (await listed(one)).pixCode === '' && reads < 10; reads += 1) {
    step(await nextReadIn(one))
    await world.follow(one)
  }
  expect(reads).toBeLessThan(5)
  expect(await listed(one)).toMatchObject({ gate: 'open', gateReason: null, standing: 'open' })
})

test('a Pix code that does not come is awaited no longer, and asked for again in its time', async () => {
  const codeless = saying(world.client, { latest_attempt: null })
  const one = await placed()
  for (const afterMs of [CODE_MS, 3 * MINUTE_MS, 3 * MINUTE_MS]) {
    step(afterMs)
    await world.follow(one, codeless)
  }
  expect(await listed(one)).toMatchObject({ gateReason: 'pix-missing', renewals: 1 })
  expect(await nextReadIn(one)).toBe(12 * MINUTE_MS)
})

test('an order is read again at the very moment at which its code runs out', async () => {
  const one = await placed()
  step(MINUTE_MS)
  await world.follow(one)
  const { pixExpiresAt } = await listed(one)
  step((pixExpiresAt?.getTime() ?? 0) - world.now().getTime() - MINUTE_MS)
  await world.follow(one)
  expect(await listed(one)).toMatchObject({ gate: 'open' })
  expect(await nextReadIn(one)).toBe(MINUTE_MS)
})

test('a paid order moves its debts to paid, and a settled one to settled', async () => {
  const one = await placed()
  step(CODE_MS)
  await world.pay(one)
  step(15 * MINUTE_MS)
  await world.follow(one)
  const paid = await listed(one)
  const paidSeenAt = world.now()
  expect(paid).toMatchObject({ standing: 'paid', gate: 'shut', paidSeenAt })
  expect(await world.debtsAre(one)).toEqual(new Set(['paid']))
  step(3 * HOUR_MS)
  await world.follow(one)
  expect(await listed(one)).toMatchObject({ standing: 'settled', paidSeenAt })
  expect(await world.debtsAre(one)).toEqual(new Set(['settled']))
  expect(await world.orders.due(one.fleetId, new Date(8e15))).toEqual({
    chunks: [],
    nextReadAt: null,
  })
  expect(await world.locks(one)).toBe(one.plan.items.length)
})

describe('an order that dies', () => {
  test('gives its debts and locks back, and the same debts may be ordered again', async () => {
    const one = await placed()
    step(EXPIRES_MS)
    await world.follow(one)
    expect((await listed(one)).standing).toBe('dead')
    expect(await world.debtsAre(one)).toEqual(new Set(['open']))
    expect(await world.locks(one)).toBe(0)
    const { state, reason } = await world.planOf(one)
    expect([state, reason]).toEqual(['void', expect.stringMatching(/^order-dead: .* \(expired\)$/)])
    await world.consult(one)
    await world.propose(one)
    expect(await world.approve(one)).toBe(1)
    const again = await world.effectOf(one)
    expect(again.id).not.toBe(one.effectId)
    await world.place(again.id)
    expect(await world.ordersAt(one)).toHaveLength(2)
  })

  test('of a debt that the authority does not show any more leaves it gone', async () => {
    const one = await placed()
    const [first] = one.plan.items
    await world.query('update frota.debt set shown = false where id = $1', [first?.debtId])
    step(EXPIRES_MS)
    await world.follow(one)
    expect(await world.states(one, [first?.debtId ?? ''])).toEqual(new Set(['gone']))
  })
})

test('a status that nobody knows is kept word for word, and moves nothing', async () => {
  const one = await placed()
  const odd = saying(world.client, { status: 'em_analise' })
  step(15 * MINUTE_MS)
  await world.follow(one, odd)
  expect(await listed(one)).toMatchObject({
    status: 'em_analise',
    standing: 'unknown',
    gate: 'shut',
    gateReason: 'not-awaiting-payment',
  })
  expect(await world.debtsAre(one)).toEqual(new Set(['ordered']))
  expect(await world.locks(one)).toBe(one.plan.items.length)
  step(HOUR_MS)
  await world.follow(one)
  expect(await listed(one)).toMatchObject({ standing: 'open', gate: 'open' })
})

describe('a read that fails', () => {
  test('is tried again later, and changes nothing', async () => {
    const one = await placed()
    const before = await listed(one)
    step(15 * MINUTE_MS)
    const down = new Failure('service-unreachable', { pt: 'down', en: 'down' })
    await world.follow(one, failingReads(world.client, down))
    expect(await listed(one)).toEqual(before)
    const now = world.now()
    const { chunks, nextReadAt } = await world.orders.due(one.fleetId, now)
    expect(chunks).toEqual([])
    expect(nextReadAt?.getTime()).toBe(now.getTime() + MINUTE_MS)
  })

  test('ends the run when the key is wrong', async () => {
    const one = await placed()
    step(15 * MINUTE_MS)
    const wrong = new Failure('wrong-key', { pt: 'wrong', en: 'wrong' })
    await expect(world.follow(one, failingReads(world.client, wrong))).rejects.toBe(wrong)
  })

  test('because the service lost the order shuts the gate until it is back', async () => {
    const one = await placed()
    step(15 * MINUTE_MS)
    await world.follow(one, failingReads(world.client, null))
    expect(await listed(one)).toMatchObject({ gate: 'shut', gateReason: 'order-missing' })
    expect(await world.debtsAre(one)).toEqual(new Set(['ordered']))
    step(HOUR_MS)
    await world.follow(one)
    expect(await listed(one)).toMatchObject({ gate: 'open' })
  })
})
