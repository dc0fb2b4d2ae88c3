import { expect, test } from 'vitest'
import type { Client } from '../../../src/client/client.ts'
import { Failure } from '../../../src/failure.ts'
import { beforeRequests, changingCalls } from '../changed-client.ts'
import { openOrderWorld, type Approved } from './order-world.ts'
import { forFile } from '../../support/for-file.ts'

const HOUR_MS = 3_600_000
const CODE_MS = 1_000

const world = await forFile(
  openOrderWorld({
    providerDelay: { minMs: CODE_MS, maxMs: CODE_MS },
    orderExpiresAfterMs: 1_000 * HOUR_MS,
    pixExpiresAfterMs: 12 * HOUR_MS,
  }),
)
const { step, listed } = world

/** With a code that may be paid. */
async function payable(): Promise<Approved> {
  const one = await world.placed()
  step(10 * CODE_MS)
  await world.follow(one)
  expect(await listed(one)).toMatchObject({ gate: 'open', renewals: 0 })
  return one
}

/** Until the order was read so often that a code which was asked for is there. */
async function settle(one: Approved, client?: Client): Promise<void> {
  await world.follow(one, client)
  step(10 * CODE_MS)
  await world.follow(one, client)
}

/** Counts what is asked for a new code. */
function counting() {
  const asked = { count: 0 }
  const client = beforeRequests(world.client, (operation) => {
    if (operation === 'renewPix') asked.count += 1
  })
  return { asked, client }
}

test('a code that ran out unpaid is replaced by one that may be paid', async () => {
  const one = await payable()
  const first = await listed(one)
  step(13 * HOUR_MS)
  await settle(one)
  const second = await listed(one)
  expect(second).toMatchObject({ gate: 'open', renewals: 1, standing: 'open' })
  expect(second.pixCode).not.toBe(first.pixCode)
  expect(second.totalCents).toBe(first.totalCents)
  expect(second.pixExpiresAt?.getTime()).toBeGreaterThan(world.now().getTime())
  expect(await world.ordersAt(one)).toHaveLength(1)
})

test('what the answer was does not count: the order is read afterwards', async () => {
  const one = await payable()
  step(13 * HOUR_MS)
  await settle(
    one,
    changingCalls(world.client, 'renewPix', () => ({ outcome: 'in-doubt', why: 'cut' })),
  )
  expect(await listed(one)).toMatchObject({ gate: 'open', renewals: 1 })
})

test('an order that was paid meanwhile gets no new code', async () => {
  const one = await payable()
  await world.pay(one)
  step(13 * HOUR_MS)
  const { asked, client } = counting()
  await world.follow(one, client)
  expect(asked.count).toBe(0)
  expect(await listed(one)).toMatchObject({ gate: 'shut', renewals: 0 })
})

test('of two that ask at the same moment one does', async () => {
  const one = await payable()
  step(13 * HOUR_MS)
  const { asked, client } = counting()
  await Promise.all([world.follow(one, client), world.follow(one, client)])
  expect(asked.count).toBe(1)
})

test('a wrong key ends the run', async () => {
  const one = await payable()
  step(13 * HOUR_MS)
  const stop = new Failure('wrong-key', { pt: 'wrong', en: 'wrong' })
  const refused = { outcome: 'answered', ok: false, status: 401, detail: '', stop } as const
  const refusing = changingCalls(world.client, 'renewPix', () => refused)
  await expect(world.follow(one, refusing)).rejects.toBe(stop)
})
