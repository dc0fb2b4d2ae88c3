import { describe, expect, test } from 'vitest'
import type { CallResult } from '../../src/client/answer.ts'
import { answerUnfit } from '../../src/client/failures.ts'
import { EffectsAtWork } from '../../src/effects/effects-at-work.ts'
import { lookUpDelays } from '../../src/effects/look-up-delays.ts'
import { latestIntents, recoverEffects } from '../../src/effects/recover-effects.ts'
import type { EffectTools } from '../../src/effects/tools.ts'
import { Failure } from '../../src/failure.ts'
import { answer, HOUR_MS, match, one, setup, two, unfit, type Stage } from './perform-world.ts'

test('what is answered is recorded once, and a second job of the same effect ends quietly', async () => {
  const world = await setup('consult')
  expect(await world.perform()).toEqual({ outcome: 'done' })
  expect(await world.perform()).toEqual({ outcome: 'done' })
  expect(world.effect()).toMatchObject({ state: 'done', remoteId: one, baseline: ['old'] })
  expect([world.told, world.usages.length]).toEqual([['done'], 1])
})

describe('effects that are claimed together', () => {
  test('are performed with their claim, and nothing is left to release', async () => {
    const world = await setup('register', { budget: null })
    const claimed = await world.claim()
    expect(world.effect()).toMatchObject({ state: 'claimed', epoch: 1 })
    const { id = '' } = world.effect() ?? {}
    expect(await claimed.perform(id)).toEqual({ outcome: 'done' })
    await claimed.release()
    expect(world.effect()).toMatchObject({ state: 'done', epoch: 1 })
  })

  test('are planned again without their turn, and at work until then', async () => {
    const atWork = new EffectsAtWork()
    const world = await setup('register', { budget: null }, { atWork })
    const { id = '' } = world.effect() ?? {}
    const claimed = await world.claim()
    expect(atWork.has(id)).toBe(true)
    await claimed.release()
    expect([world.effect()?.state, world.effect()?.sends]).toEqual(['planned', 0])
    expect(atWork.has(id)).toBe(false)
  })

  test('are not claimed while their kind is blocked', async () => {
    const world = await setup('order', {}, { blocked: () => 'an older ledger' })
    const claimed = await world.claim()
    expect(world.effect()?.state).toBe('planned')
    const { id = '' } = world.effect() ?? {}
    expect(await claimed.perform(id)).toMatchObject({ outcome: 'snoozed', why: 'an older ledger' })
  })
})

describe('before anything is sent', () => {
  const never: Partial<Stage> = { send: () => Promise.reject(new Error('must not be sent')) }

  test('what is there, answered in another form, is for a person, and the run goes on', async () => {
    const world = await setup('order', { ...never, prepare: () => Promise.reject(unfit) })
    const reason = 'unreadable: listOrders: results[0].total_amount: 1.5'
    expect(await world.perform()).toEqual({ outcome: 'refused', reason })
    expect(world.effect()).toMatchObject({ state: 'quarantined', reason, sends: 0 })
  })

  test('a list that nobody can read sends nothing, and is read again', async () => {
    const list = answerUnfit('https://x', 'listOrders', 'body: […]', 'layout-unfit')
    const world = await setup('order', { ...never, prepare: () => Promise.reject(list) })
    const reason = 'unreadable: listOrders: body: […]'
    expect(await world.perform()).toMatchObject({ outcome: 'snoozed', why: reason })
    const waits = { state: 'planned', reason, notBeforeInMs: 898_000, sends: 0 }
    expect(world.effect()).toMatchObject(waits)
  })

  test('what is there is adopted without a slot', async () => {
    const adopt = { adopt: match(two), why: 'there' }
    const world = await setup('order', { ...never, prepare: async () => adopt })
    expect(await world.perform()).toEqual({ outcome: 'done' })
    expect(world.effect()).toMatchObject({ state: 'adopted', remoteId: two })
    expect([world.told, world.usages]).toEqual([['adopted'], []])
  })

  test('a stage may refuse, ask for a person, or wait', async () => {
    const refused = await setup('order', { ...never, prepare: async () => ({ refuse: 'no' }) })
    expect(await refused.perform()).toEqual({ outcome: 'refused', reason: 'no' })
    const odd = await setup('order', { ...never, prepare: async () => ({ quarantine: 'odd' }) })
    expect(await odd.perform()).toEqual({ outcome: 'refused', reason: 'odd' })
    expect(odd.effect()?.state).toBe('quarantined')
    const wait = { snoozeMs: HOUR_MS, why: 'later' }
    const later = await setup('order', { ...never, prepare: async () => wait })
    expect(await later.perform()).toMatchObject({ outcome: 'snoozed', why: 'later' })
    expect(await later.perform()).toMatchObject({ outcome: 'snoozed', why: 'later' })
    expect(later.effect()?.state).toBe('planned')
  })

  test('a preparation that fails leaves the effect planned, and says why', async () => {
    const failure = new Failure('service-unreachable', { pt: 'x', en: 'x' })
    const world = await setup('order', { ...never, prepare: () => Promise.reject(failure) })
    await expect(world.perform()).rejects.toBe(failure)
    expect(world.effect()).toMatchObject({ state: 'planned', sends: 0 })
  })

  test('who was frozen in the middle of its reading reads again before it sends', async () => {
    let readings = 0
    const world = await setup('order', {
      prepare: async () => {
        readings += 1
        if (readings === 1) world.advance(200_000)
        return { ready: 'body', baseline: [`reading ${readings}`], bodyHash: 'hash' }
      },
    })
    expect(await world.perform()).toEqual({ outcome: 'done' })
    expect(world.effect()).toMatchObject({ state: 'done', baseline: ['reading 2'] })
  })

  test('a reading that is slow each time is not sent on', async () => {
    const world = await setup('order', {
      ...never,
      prepare: async () => {
        world.advance(200_000)
        return { ready: 'body', baseline: [], bodyHash: 'hash' }
      },
    })
    expect(await world.perform()).toMatchObject({ outcome: 'snoozed' })
    expect(world.effect()).toMatchObject({ state: 'planned', sends: 0 })
  })

  test('without a slot the effect stays planned until one is free', async () => {
    const gate = {
      withSlot: async () => ({ granted: false, nextFreeAtMs: 0, waitMs: HOUR_MS }) as const,
    }
    const world = await setup('order', never, { gate })
    expect(await world.perform()).toMatchObject({ outcome: 'snoozed' })
    expect(world.effect()).toMatchObject({ state: 'planned', notBeforeInMs: HOUR_MS, sends: 0 })
    // Another credential may come back, or have a unit sooner than those that were asked.
    const budget = { bucket: ['a', 'b'] }
    const several = await setup('consult', { ...never, budget }, { gate })
    expect(await several.perform()).toMatchObject({ outcome: 'snoozed' })
    expect(several.effect()).toMatchObject({ state: 'planned', notBeforeInMs: 1_000, sends: 0 })
  })

  /** A stage whose second look says `again`, after a slot that took ten minutes. */
  async function waited(again: () => ReturnType<Stage['prepare']>, more: Partial<Stage> = never) {
    let looks = 0
    const prepare: Stage['prepare'] = () => {
      looks += 1
      const ready = { ready: 'body', baseline: [looks], bodyHash: 'hash' }
      return looks === 1 ? Promise.resolve(ready) : again()
    }
    const world = await setup('order', { ...more, prepare })
    world.onSlot(() => world.advance(600_000))
    return world
  }

  test('after a long wait for the slot everything is looked at again', async () => {
    const ready = { ready: 'body', baseline: ['fresh'], bodyHash: 'hash' }
    const world = await waited(async () => ready, {})
    expect(await world.perform()).toEqual({ outcome: 'done' })
    expect(world.effect()).toMatchObject({ state: 'done', baseline: ['fresh'] })
  })

  test('what somebody else did in the meantime sends nothing and gives the slot back', async () => {
    const world = await waited(async () => ({ quarantine: 'ordered by somebody else' }))
    expect(await world.perform()).toMatchObject({ outcome: 'refused' })
    expect(world.effect()).toMatchObject({ state: 'quarantined', sends: 0 })
    expect(world.usages).toMatchObject([{ ending: 'never-sent' }])
  })

  test('a second look that fails gives the slot back too', async () => {
    const failure = new Failure('service-unreachable', { pt: 'x', en: 'x' })
    const world = await waited(() => Promise.reject(failure))
    await expect(world.perform()).rejects.toBe(failure)
    expect(world.effect()).toMatchObject({ state: 'planned', sends: 0 })
    expect(world.usages).toMatchObject([{ ending: 'never-sent' }])
  })

  test('a journal that cannot be written lets nothing leave', async () => {
    const journal = {
      append: () => Promise.reject(new Failure('disk-full', { pt: 'full', en: 'full' })),
    }
    const world = await setup('order', never, { journal })
    await expect(world.perform()).rejects.toMatchObject({ code: 'disk-full' })
    expect(world.effect()?.state).toBe('planned')
  })

  test('blocked money waits', async () => {
    const world = await setup('order', never, { blocked: () => 'an older backup was restored' })
    expect(await world.perform()).toMatchObject({ outcome: 'snoozed' })
    expect(world.effect()).toMatchObject({ state: 'planned', epoch: 0 })
  })
})

describe('a request that left without leave', () => {
  const answered = { outcome: 'answered', ok: true, status: 201, body: one } as const
  const stale: EffectTools['gate'] = {
    withSlot: async (_request, use) => {
      const used = await use({ useId: one, bucket: 'b', maySend: () => false })
      return { granted: true, value: used.value }
    },
  }
  const asking = (times: number): Partial<Stage> => ({
    send: async (_ready, leave) => {
      for (let time = 0; time < times; time += 1) leave.mayLeave()
      return answered
    },
  })

  test.each([
    ['nobody asked', asking(0), {}],
    ['it was asked for twice, as two requests would', asking(2), {}],
    ['it was refused', asking(1), { gate: stale }],
  ])('is an error, and its outcome is looked up: %s', async (_name, stage, tools) => {
    const world = await setup('order', stage, tools)
    await expect(world.perform()).rejects.toThrow('The order stage sent without leave.')
    expect([world.effect()?.state, world.told]).toEqual(['intent', []])
    await world.store.recover({ everything: true, lookUpInMs: 0 })
    expect(world.effect()).toMatchObject({ state: 'in-doubt', sends: 1, doubts: 1 })
  })
})

describe('the slot', () => {
  const used = async (result: CallResult<string>): Promise<unknown> => {
    const world = await setup('consult', answer(result))
    await world.perform().catch(() => undefined)
    const { value: _, ...usage } = world.usages[0] ?? { value: undefined }
    return usage
  }
  const cause = new Failure('service-unreachable', { pt: 'x', en: 'x' })
  const refusal = { outcome: 'answered', ok: false, status: 429, detail: '' } as const

  test('is used up by an answer that ends the run', async () => {
    expect(await used({ ...refusal, status: 401, stop: cause })).toEqual({ ending: 'answered' })
  })

  test('learns of a 429 and what it asks for', async () => {
    expect(await used(refusal)).toEqual({ ending: 'answered', throttled: {} })
    expect(await used({ ...refusal, retryAfterMs: 9 })).toEqual({
      ending: 'answered',
      throttled: { retryAfterMs: 9 },
    })
  })
})

test('a wrong key ends the run and the effect waits for the right one', async () => {
  const stop = new Failure('wrong-key', { pt: 'x', en: 'x' })
  const refusal = { outcome: 'answered', ok: false, status: 401, detail: '', stop } as const
  const world = await setup('consult', answer(refusal))
  await expect(world.perform()).rejects.toBe(stop)
  expect(world.effect()?.state).toBe('planned')
})

describe('a conflict', () => {
  const conflict = answer({ outcome: 'answered', ok: false, status: 409, detail: 'exists' })

  test('is adopted when it is there, rejected when it is not', async () => {
    const there = await setup('register', { ...conflict, lookUp: async () => [match(two)] })
    await there.perform()
    expect(there.effect()).toMatchObject({ state: 'adopted', remoteId: two, answerStatus: 409 })
    const absent = await setup('register', conflict)
    await absent.perform()
    expect(absent.effect()?.state).toBe('rejected')
    expect(absent.told).toEqual(['rejected'])
  })

  test('is in doubt when it cannot be looked up', async () => {
    const lookUp = () => Promise.reject(new Error('unreachable'))
    const world = await setup('register', { ...conflict, lookUp })
    expect(await world.perform()).toMatchObject({ outcome: 'snoozed' })
    expect(world.effect()?.state).toBe('in-doubt')
  })
})

test('the latest intent of each effect is what a start compares with the ledger', async () => {
  const record = (effectId: string, epoch: number) => {
    return { effectId, epoch, baseline: [epoch], bodyHash: `hash ${epoch}` }
  }
  const others = [{ checkpoint: '7' }, { effectId: 'c' }, { epoch: 9 }]
  const records = [record('a', 1), record('b', 4), ...others, record('a', 3), record('a', 2)]
  expect(latestIntents([...records, { effectId: 'd', epoch: 1 }])).toEqual([
    record('a', 3),
    record('b', 4),
    { effectId: 'd', epoch: 1, baseline: null, bodyHash: '' },
  ])
  const world = await setup('order')
  const journal = { readAll: async () => [record(world.effect()?.id ?? '', 1), record('gone', 1)] }
  const recovered = await recoverEffects(
    { store: world.store, journal, delays: lookUpDelays() },
    true,
  )
  expect(recovered).toEqual({ restored: 1, unknown: ['gone'], replanned: 0, doubted: 0, freed: 0 })
  expect(world.effect()).toMatchObject({ state: 'in-doubt', baseline: [1] })
})
