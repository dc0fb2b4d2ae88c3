import { describe, expect, test } from 'vitest'
import { lastLookUpAfterMs, lookUpDelays } from '../../src/effects/look-up-delays.ts'
import { Failure } from '../../src/failure.ts'
import type { SentKind } from '../../src/ledger/effects/effects.ts'
import { doubt, HOUR_MS, match, one, setup, two, unfit, type Stage } from './perform-world.ts'

describe('in doubt', () => {
  /** The waits between the look-ups until it is no longer in doubt. */
  async function climb(kind: SentKind, stage: Partial<Stage> = {}) {
    const world = await setup(kind, { ...doubt, ...stage })
    await world.perform()
    const waits: number[] = []
    while (world.effect()?.state === 'in-doubt') {
      const waitMs = world.effect()?.notBeforeInMs ?? 0
      waits.push(waitMs / 1_000)
      world.advance(waitMs)
      await world.perform()
    }
    return { ...world, waits }
  }

  test('it is looked up six times, the last a quarter of an hour later', async () => {
    const { waits } = await climb('consult')
    expect(waits).toEqual([2, 8, 20, 90, 180, 600])
    const untilLast = [0, 2, 6].map((lookups) => lastLookUpAfterMs(lookUpDelays(1), lookups))
    expect(untilLast).toEqual([898_000, 870_000, 0])
  })

  test('a test scale shortens every wait alike', () => {
    expect(lookUpDelays(0.5)).toEqual({
      delaysMs: [1_000, 5_000, 15_000, 60_000, 150_000, 450_000],
      heldMs: 3 * HOUR_MS,
      retryMs: 15_000,
    })
  })

  test('nobody looks before it is due', async () => {
    let looks = 0
    const lookUp = async () => {
      looks += 1
      return []
    }
    const world = await setup('consult', { ...doubt, lookUp })
    await world.perform()
    const untilMs = world.nowMs() + 2_000
    expect(await world.perform()).toEqual({ outcome: 'snoozed', untilMs, why: 'reset' })
    expect(looks).toBe(0)
  })

  test('one match is adopted, several are quarantined', async () => {
    const adopted = await climb('order', { lookUp: async () => [match(two)] })
    expect(adopted.effect()).toMatchObject({ state: 'adopted', remoteId: two, sends: 1 })
    const torn = await climb('order', { lookUp: async () => [match(one), match(two)] })
    expect(torn.effect()?.state).toBe('quarantined')
    expect(torn.told).toEqual(['quarantined'])
  })

  test('a look-up that is answered in another form proves nothing, and is repeated ever later', async () => {
    const lookUp = () => Promise.reject(unfit)
    const world = await setup('order', { ...doubt, lookUp })
    await world.perform()
    for (const waitMs of [2_000, 30_000, 32_000]) {
      expect(world.effect()?.notBeforeInMs).toBe(waitMs)
      world.advance(waitMs)
      expect(await world.perform()).toMatchObject({ outcome: 'snoozed' })
    }
    const reason = 'unreadable: listOrders: results[0].total_amount: 1.5'
    expect(world.effect()).toMatchObject({ state: 'in-doubt', reason, sends: 1, lookups: 0 })
  })

  test('a look-up that fails proves nothing', async () => {
    const world = await setup('order', {
      ...doubt,
      lookUp: () => Promise.reject(new Failure('service-unreachable', { pt: 'x', en: 'x' })),
    })
    await world.perform()
    for (let look = 0; look < 20; look += 1) {
      world.advance(HOUR_MS)
      await expect(world.perform()).rejects.toMatchObject({ code: 'service-unreachable' })
    }
    const again = { state: 'in-doubt', lookups: 0, notBeforeInMs: 30_000 }
    expect(world.effect()).toMatchObject(again)
  })

  test('a vehicle or consultation that is not found is sent again, three times at most', async () => {
    for (const kind of ['register', 'consult'] as const) {
      const world = await climb(kind)
      for (let turn = 0; turn < 40; turn += 1) {
        world.advance(HOUR_MS)
        await world.perform()
      }
      expect(world.effect()).toMatchObject({ state: 'needs-person', sends: 3, doubts: 3 })
    }
  })

  test('an order that is not found is held six hours and looked up again before it is sent', async () => {
    let looks = 0
    const lookUp = async () => {
      looks += 1
      return []
    }
    const world = await climb('order', { lookUp })
    expect(world.effect()).toMatchObject({ state: 'held', notBeforeInMs: 6 * HOUR_MS })
    world.advance(6 * HOUR_MS)
    await world.perform()
    expect(world.effect()).toMatchObject({ state: 'planned', sends: 1 })
    expect([looks, world.told]).toEqual([7, []])
  })
})
