/** What a living process holds although it is not at it any more: its connection had broken. */
import { expect, test } from 'vitest'
import { EffectsAtWork } from '../../src/effects/effects-at-work.ts'
import { lookUpDelays } from '../../src/effects/look-up-delays.ts'
import { sweepEffects } from '../../src/effects/recover-effects.ts'
import type { Recovered } from '../../src/ledger/effects/effects.ts'
import { HOUR_MS, one, setup, type Stage } from './perform-world.ts'

const lost = new Error('Connection terminated unexpectedly')

/** A process whose ledger takes no further move from when `cut` is called until `fix` is. */
async function openProcess(stage: Partial<Stage> = {}, holder = 'test') {
  const atWork = new EffectsAtWork()
  const world = await setup('consult', stage, { atWork })
  const whole = { ...world.store }
  return {
    ...world,
    cut: () => void Object.assign(world.store, { settle: () => Promise.reject(lost) }),
    fix: () => void Object.assign(world.store, whole),
    sweep: (): Promise<Recovered> => {
      const own = { holder, atWork }
      return sweepEffects({ store: world.store, delays: lookUpDelays(), own })
    },
  }
}

test('a claim that could not be given back is planned again at once, long before its time', async () => {
  const world = await openProcess({ prepare: () => Promise.reject(lost) })
  world.cut()
  await expect(world.perform()).rejects.toBe(lost)
  expect(world.effect()).toMatchObject({ state: 'claimed' })
  world.fix()
  expect(await world.sweep()).toEqual({ replanned: 1, doubted: 0, freed: 0 })
  expect(world.effect()).toMatchObject({ state: 'planned', sends: 0 })
})

test('an intent whose answer could not be written is in doubt at once, and never planned', async () => {
  const world = await openProcess()
  world.cut()
  await expect(world.perform()).rejects.toBe(lost)
  world.fix()
  expect(await world.sweep()).toEqual({ replanned: 0, doubted: 1, freed: 0 })
  expect(world.effect()).toMatchObject({ state: 'in-doubt', sends: 1, doubts: 1 })
})

test('a look-up that could not be noted is due again at once, and not counted', async () => {
  const world = await openProcess({ lookUp: () => Promise.reject(lost) })
  world.cut()
  await expect(world.perform()).rejects.toBe(lost)
  world.fix()
  await world.sweep()
  world.advance(HOUR_MS)
  world.cut()
  await expect(world.perform()).rejects.toBe(lost)
  world.fix()
  expect(await world.sweep()).toEqual({ replanned: 0, doubted: 0, freed: 1 })
  expect(world.effect()).toMatchObject({ state: 'in-doubt', lookups: 0 })
})

test('what is on its way is left alone', async () => {
  const swept: Recovered[] = []
  const world = await openProcess({
    prepare: async () => {
      swept.push(await world.sweep())
      return { ready: 'body', baseline: ['old'], bodyHash: 'hash' }
    },
    send: async (_ready, leave) => {
      leave.mayLeave()
      swept.push(await world.sweep())
      return { outcome: 'answered', ok: true, status: 201, body: one }
    },
  })
  expect(await world.perform()).toEqual({ outcome: 'done' })
  expect(swept).toEqual(Array.from({ length: 2 }, () => ({ replanned: 0, doubted: 0, freed: 0 })))
  expect(world.effect()).toMatchObject({ state: 'done', doubts: 0 })
})

test('a job that was started twice ends once, and the other start is still at work', async () => {
  const atWork = new EffectsAtWork()
  const [first, second] = [atWork.begin('a'), atWork.begin('a')]
  first()
  expect(atWork.has('a')).toBe(true)
  second()
  expect(atWork.has('a')).toBe(false)
})

test('nobody frees what another living process holds', async () => {
  const world = await openProcess({}, 'another')
  world.cut()
  await expect(world.perform()).rejects.toBe(lost)
  world.fix()
  expect(await world.sweep()).toEqual({ replanned: 0, doubted: 0, freed: 0 })
  expect(world.effect()).toMatchObject({ state: 'intent' })
})
