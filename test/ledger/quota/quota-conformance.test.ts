/** What both quota ledgers promise, statement by statement. */
import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Ending, Reservation } from '../../../src/ledger/quota/quota.ts'
import { forFile } from '../../support/for-file.ts'
import {
  bucket,
  HOLD_MS,
  LEASE_MS,
  memoryWorld,
  SECOND_MS,
  sqlWorld,
  START_MS,
  WINDOW_MS,
} from './quota-worlds.ts'

const worlds = { memory: memoryWorld, sql: sqlWorld }

describe.each(Object.entries(worlds))('the quota ledger in %s', async (_kind, open) => {
  let name = ''
  const world = await forFile(open())
  beforeEach(async () => {
    name = `consultations/${randomUUID()}`
    await at(0)
    await world.ledger.ensureBucket(bucket({ name }))
  })

  const at = (offsetMs: number): Promise<void> => world.setNow(START_MS + offsetMs)

  const reserve = (useId: string = randomUUID()): Promise<Reservation> =>
    world.ledger.reserve({ bucket: name, useId, holder: 'test', purpose: 'effect-1' })

  async function take(count: number): Promise<string[]> {
    const useIds: string[] = []
    for (let taken = 0; taken < count; taken += 1) {
      const useId = randomUUID()
      expect(await reserve(useId)).toMatchObject({ granted: true, useId })
      useIds.push(useId)
    }
    return useIds
  }

  const settle = (useId: string | undefined, ending: Ending): Promise<void> =>
    world.ledger.settle(useId ?? '', ending)

  test('grants twenty at once and names the instant at which the next unit frees', async () => {
    await take(20)
    expect(await reserve()).toEqual({
      granted: false,
      nowMs: START_MS,
      nextFreeAtMs: START_MS + LEASE_MS + HOLD_MS,
      used: 20,
      max: 20,
    })
  })

  test('an answer frees its unit a window and a margin later, not before', async () => {
    const [first] = await take(20)
    await at(7 * SECOND_MS)
    await settle(first, 'answered')
    await at(7 * SECOND_MS + HOLD_MS - 1)
    expect(await reserve()).toMatchObject({
      granted: false,
      nextFreeAtMs: START_MS + 7 * SECOND_MS + HOLD_MS,
    })
    await at(7 * SECOND_MS + HOLD_MS)
    await take(1)
  })

  test('a use that nobody settles, as after a kill, costs its lease and no more', async () => {
    await take(20)
    await at(LEASE_MS + HOLD_MS - 1)
    expect(await reserve()).toMatchObject({ granted: false })
    await at(LEASE_MS + HOLD_MS)
    await take(20)
  })

  test('a use in doubt keeps the bound of its reserve', async () => {
    const [first] = await take(20)
    await at(70 * SECOND_MS)
    await settle(first, 'in-doubt')
    const facts = await world.ledger.facts(name)
    expect(new Set(facts.freeAtsMs)).toEqual(new Set([START_MS + LEASE_MS + HOLD_MS]))
  })

  test('a request that was certainly never sent gives its unit back at once', async () => {
    const [first] = await take(20)
    await settle(first, 'never-sent')
    await take(1)
    expect(await reserve()).toMatchObject({ granted: false })
  })

  test('only the first ending of a use counts', async () => {
    const [first] = await take(20)
    await settle(first, 'answered')
    await settle(first, 'never-sent')
    expect(await reserve()).toMatchObject({ granted: false, nextFreeAtMs: START_MS + HOLD_MS })
  })

  test('an ending later than the lease, as of a frozen process, occupies its unit anew', async () => {
    const [answered, aborted] = await take(2)
    await at(WINDOW_MS)
    await settle(answered, 'answered')
    await settle(aborted, 'in-doubt')
    const facts = await world.ledger.facts(name)
    expect(facts.freeAtsMs).toEqual([
      START_MS + WINDOW_MS + HOLD_MS,
      START_MS + WINDOW_MS + HOLD_MS + 120 * SECOND_MS,
    ])
  })

  test('a clock that runs backwards frees nothing and reserves at no earlier instant', async () => {
    const [first] = await take(20)
    await settle(first, 'answered')
    await at(-WINDOW_MS)
    expect(await reserve()).toMatchObject({ granted: false, nowMs: START_MS })
    await at(HOLD_MS)
    await take(1)
    await at(0)
    expect((await world.ledger.facts(name)).nowMs).toBe(START_MS + HOLD_MS)
  })

  test('an unknown bucket is a bug', async () => {
    await expect(world.ledger.facts('other')).rejects.toThrow('unknown quota bucket')
    await expect(
      world.ledger.reserve({
        bucket: 'other',
        useId: randomUUID(),
        holder: '',
        purpose: '',
      }),
    ).rejects.toThrow('unknown quota bucket')
  })

  test('the same attempt never reserves twice', async () => {
    const [first] = await take(1)
    await expect(reserve(first)).rejects.toThrow(/exists|duplicate key/)
  })

  test('a 429 fills the bucket with foreign units, and our own releases are single probes', async () => {
    const useIds = await take(3)
    await settle(useIds[0], 'answered')
    await at(5 * SECOND_MS)
    await settle(useIds[1], 'answered')
    await settle(useIds[2], 'answered')
    const facts = await world.ledger.throttled(name, {})
    expect(facts).toMatchObject({ used: 20, free: 0, throttles: 1 })
    expect(facts.paceMs).toBeUndefined()
    await at(HOLD_MS)
    await take(1)
    expect(await reserve()).toMatchObject({ granted: false })
    const states = (await world.ledger.uses(name)).map((use) => `${use.units} ${use.state}`)
    expect(states).toContain('17 foreign')
  })

  test('nothing leaves before Retry-After, even if units are free', async () => {
    await world.ledger.throttled(name, { retryAfterMs: 2 * HOLD_MS })
    await at(2 * HOLD_MS - 1)
    expect(await world.ledger.facts(name)).toMatchObject({
      free: 20,
      nextFreeAtMs: START_MS + 2 * HOLD_MS,
      notBeforeMs: START_MS + 2 * HOLD_MS,
    })
    expect(await reserve()).toMatchObject({
      granted: false,
      nextFreeAtMs: START_MS + 2 * HOLD_MS,
    })
    await at(2 * HOLD_MS)
    await take(20)
  })

  test('429s while the bucket is padded are failed probes and teach no pace', async () => {
    await world.ledger.throttled(name, {})
    await at(HOLD_MS - 1)
    expect(await world.ledger.throttled(name, {})).toMatchObject({ throttles: 1 })
    expect((await world.ledger.facts(name)).paceMs).toBeUndefined()
  })

  test('the second unexpected 429 teaches a pace that then spaces every unit', async () => {
    await world.ledger.throttled(name, {})
    await at(2 * HOLD_MS)
    const facts = await world.ledger.throttled(name, {})
    const paceMs = HOLD_MS / 20 + 500
    expect(facts).toMatchObject({ throttles: 2, paceMs })
    await at(3 * HOLD_MS)
    await take(1)
    expect(await reserve()).toMatchObject({
      granted: false,
      nextFreeAtMs: START_MS + 3 * HOLD_MS + paceMs,
    })
    await at(3 * HOLD_MS + paceMs)
    await take(1)
  })

  test('a forward step of the clock is undone once for what was occupied before it', async () => {
    const useIds = await take(20)
    await Promise.all(useIds.map((useId) => settle(useId, 'answered')))
    const stepMs = 2 * WINDOW_MS
    await at(stepMs)
    const seen = { sinceMs: START_MS, stepMs }
    expect(await world.ledger.shift(name, seen)).toBe(true)
    expect(await world.ledger.shift(name, seen)).toBe(false)
    expect(await reserve()).toMatchObject({
      granted: false,
      nextFreeAtMs: START_MS + stepMs + HOLD_MS,
    })
  })

  test('remembers what each machine saw last of its clock', async () => {
    const { ledger } = world
    expect(await ledger.lastLook(name, 'boot-1')).toEqual({ nowMs: START_MS })
    await ledger.keepLook(name, { machine: 'boot-1', uptimeMs: 1_000.5 })
    await at(SECOND_MS)
    await ledger.keepLook(name, { machine: 'boot-2', uptimeMs: 50 })
    await ledger.keepLook(name, { machine: 'boot-2', uptimeMs: 60 })
    await at(2 * SECOND_MS)
    const nowMs = START_MS + 2 * SECOND_MS
    expect(await ledger.lastLook(name, 'boot-1')).toEqual({
      nowMs,
      last: { uptimeMs: 1_000.5, ledgerMs: START_MS },
    })
    expect(await ledger.lastLook(name, 'boot-2')).toEqual({
      nowMs,
      last: { uptimeMs: 60, ledgerMs: START_MS + SECOND_MS },
    })
  })

  test('new settings count for what is occupied already', async () => {
    const useIds = await take(2)
    await settle(useIds[0], 'answered')
    await world.ledger.ensureBucket(bucket({ name, windowMs: 2 * WINDOW_MS, unitsMax: 2 }))
    await at(HOLD_MS + LEASE_MS)
    expect(await reserve()).toMatchObject({
      granted: false,
      max: 2,
      nextFreeAtMs: START_MS + HOLD_MS + WINDOW_MS,
    })
    await world.ledger.ensureBucket(bucket({ name, windowMs: 2 * WINDOW_MS, unitsMax: 3 }))
    await take(1)
  })

  test('shows who occupies what, soonest free first', async () => {
    const [first, second] = await take(2)
    await at(SECOND_MS)
    await settle(second, 'answered')
    expect(await world.ledger.uses(name)).toEqual([
      {
        useId: second,
        bucket: name,
        units: 1,
        state: 'answered',
        holder: 'test',
        purpose: 'effect-1',
        reservedAtMs: START_MS,
        settledAtMs: START_MS + SECOND_MS,
        freeAtMs: START_MS + SECOND_MS + HOLD_MS,
      },
      expect.objectContaining({ useId: first, state: 'reserved' }),
    ])
  })
})
