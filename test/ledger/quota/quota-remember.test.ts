/** A ledger that forgot uses is told of them, and what it knows stays as it is. */
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Reservation } from '../../../src/ledger/quota/quota.ts'
import { bucket, HOLD_MS, memoryWorld, SECOND_MS, sqlWorld, START_MS } from './quota-worlds.ts'

const KNOWN = 19

test.each([
  ['memory', memoryWorld],
  ['sql', sqlWorld],
] as const)('the quota ledger in %s occupies forgotten uses anew', async (_kind, open) => {
  await using world = await open()
  const { ledger } = world
  const name = `consultations/${randomUUID()}`
  const reserve = (useId: string = randomUUID()): Promise<Reservation> =>
    ledger.reserve({ bucket: name, useId, holder: 'test', purpose: 'effect-1' })
  await world.setNow(START_MS)
  await ledger.ensureBucket(bucket({ name }))
  const known = randomUUID()
  await reserve(known)
  for (let taken = 1; taken < KNOWN; taken += 1) await reserve()

  await world.setNow(START_MS + SECOND_MS)
  const forgotten = { bucket: name, useId: randomUUID(), purpose: 'effect-2' }
  const uses = [{ ...forgotten, useId: known }, forgotten]
  const elsewhere = { ...forgotten, bucket: `${name}/unknown`, useId: randomUUID() }
  expect(await ledger.remember([...uses, elsewhere], 'later')).toBe(1)
  expect(await ledger.remember(uses, 'later')).toBe(0)
  expect(await reserve()).toMatchObject({ granted: false, used: KNOWN + 1 })

  const shown = (await ledger.uses(name)).find(({ useId }) => useId === forgotten.useId)
  expect(shown).toMatchObject({ state: 'in-doubt', holder: 'later', purpose: 'effect-2' })
  const { lingerMs } = bucket({ name })
  expect(shown?.freeAtMs).toBe(START_MS + SECOND_MS + lingerMs + HOLD_MS)
  // It ended in doubt already, so an ending of somebody else changes nothing.
  await ledger.settle(forgotten.useId, 'never-sent')
  expect(await reserve()).toMatchObject({ granted: false, used: KNOWN + 1 })
})
