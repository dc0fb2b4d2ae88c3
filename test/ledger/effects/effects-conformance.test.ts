import { describe, expect, test } from 'vitest'
import type { Effect } from '../../../src/ledger/effects/effects.ts'
import type { NewEffect } from '../../support/ledger/planning-store.ts'
import { systemRandom } from '../../../src/random.ts'
import { forFile } from '../../support/for-file.ts'
import { worlds } from './effect-worlds.ts'
import { claimOne } from '../../support/ledger/claim-one.ts'

const HOUR_MS = 3_600_000

describe.each(worlds)('effects in $name', async ({ open }) => {
  const world = await forFile(open())

  async function planned(extra: Partial<NewEffect> = {}): Promise<Effect> {
    const { fleetId, vehicleId } = await world.fleet()
    const key = systemRandom.uuid()
    await world.store.plan([{ kind: 'order', key, fleetId, vehicleId, ...extra }])
    return found(await world.store.findByKey(extra.kind ?? 'order', extra.key ?? key))
  }

  async function intended(
    extra: Partial<NewEffect> = {},
    deadlineInMs = HOUR_MS,
    holder = 'me',
  ): Promise<Effect> {
    const { id } = await planned(extra)
    const claimed = found(await claimOne(world.store, id, holder, HOUR_MS))
    const intent = { baseline: { ids: ['a'] }, bodyHash: 'hash', slotId: null, deadlineInMs }
    return found(await world.store.intend(id, claimed.epoch, intent))
  }

  test('planning the same key twice plans it once', async () => {
    const { fleetId, vehicleId } = await world.fleet()
    const effects = ['a', 'b', 'a'].map((key) => ({
      kind: 'register' as const,
      key: `${vehicleId}:${key}`,
      fleetId,
      vehicleId,
    }))
    expect(await world.store.plan(effects.slice(0, 2))).toBe(2)
    expect(await world.store.plan(effects)).toBe(0)
    expect(await world.store.counts(fleetId)).toMatchObject({ register: { planned: 2 } })
  })

  test('an effect is claimed by one of many', async () => {
    const { id } = await planned()
    const holders = Array.from({ length: 8 }, (_, index) => `worker ${index}`)
    const claims = await Promise.all(
      holders.map((holder) => claimOne(world.store, id, holder, HOUR_MS)),
    )
    expect(claims.filter((claim) => claim !== null)).toHaveLength(1)
  })

  test('look-ups that wait are told by kind, of equal ones the last', async () => {
    const [{ fleetId }, { fleetId: other }] = [await world.fleet(), await world.fleet()]
    const doubted = async (hours: number, fleet: string): Promise<void> => {
      const effect = await intended({ fleetId: fleet })
      const notBeforeInMs = hours * HOUR_MS
      const doubt = { from: 'intent', to: 'in-doubt', why: 'x', notBeforeInMs } as const
      await world.store.settle(effect.id, effect.epoch, doubt)
    }
    await doubted(1, other)
    await doubted(1, fleetId)
    await doubted(3, fleetId)
    await planned({ fleetId })
    const lookUps = await world.store.lookUps(fleetId)
    const lastMs = Math.max(...lookUps.map(({ dueMs }) => dueMs))
    expect(
      new Set(lookUps.map(({ kind, state, lookups }) => `${kind} ${state} ${lookups}`)),
    ).toEqual(new Set(['order in-doubt 0']))
    const [first] = await world.store.lookUps(other)
    expect(lastMs - (first?.dueMs ?? 0)).toBeGreaterThanOrEqual(2 * HOUR_MS)
  })

  test('an effect that is not due is not claimed', async () => {
    const { id } = await planned({ notBeforeInMs: HOUR_MS })
    expect(await claimOne(world.store, id, 'me', HOUR_MS)).toBeNull()
    expect(found(await world.store.find(id)).notBeforeInMs).toBeGreaterThan(0)
  })

  test('an intent keeps its baseline and every move leaves an event', async () => {
    const effect = await intended()
    expect(effect).toMatchObject({ state: 'intent', baseline: { ids: ['a'] }, sends: 1, epoch: 1 })
    const remoteId = systemRandom.uuid()
    const move = {
      from: 'intent',
      to: 'done',
      why: 'answered',
      remoteId,
      answerStatus: 201,
    } as const
    const settled = await world.store.settle(effect.id, effect.epoch, move)
    expect(settled).toMatchObject({ state: 'done', remoteId, answerStatus: 201 })
    expect(await world.moves(effect.id)).toEqual([
      'planned claimed',
      'claimed intent',
      'intent done',
    ])
  })

  test('a wrong epoch changes nothing and records nothing', async () => {
    const effect = await intended()
    let recorded = 0
    const move = { from: 'intent', to: 'done', why: 'answered' } as const
    const settled = await world.store.settle(effect.id, effect.epoch + 1, move, () => {
      recorded += 1
      return Promise.resolve()
    })
    expect([settled, recorded]).toEqual([null, 0])
    expect(await world.store.intend(effect.id, effect.epoch, intentOf())).toBeNull()
    expect(found(await world.store.find(effect.id)).state).toBe('intent')
  })

  test('a record that fails takes its move with it', async () => {
    const effect = await intended()
    const move = { from: 'intent', to: 'done', why: 'answered' } as const
    const settling = world.store.settle(effect.id, effect.epoch, move, () =>
      Promise.reject(new Error('the disk is full')),
    )
    await expect(settling).rejects.toThrow('the disk is full')
    expect(found(await world.store.find(effect.id)).state).toBe('intent')
    expect(await world.moves(effect.id)).toEqual(['planned claimed', 'claimed intent'])
  })

  test('a return to planned fences whoever held it', async () => {
    const effect = await intended()
    const back = { from: 'intent', to: 'planned', why: 'never sent' } as const
    const planned = found(await world.store.settle(effect.id, effect.epoch, back))
    expect(planned.epoch).toBe(effect.epoch + 1)
    expect(found(await claimOne(world.store, effect.id, 'other', HOUR_MS)).epoch).toBe(3)
  })

  test('a look-up is taken by one, and by another only after its lease', async () => {
    const effect = await intended()
    const doubt = { from: 'intent', to: 'in-doubt', why: 'timeout', notBeforeInMs: -1 } as const
    const doubted = found(await world.store.settle(effect.id, effect.epoch, doubt))
    expect(doubted).toMatchObject({ doubts: 1, lookups: 0 })
    const first = found(await world.store.claimLookUp(effect.id, 'me', HOUR_MS))
    expect(first.state).toBe('in-doubt')
    expect(await world.store.claimLookUp(effect.id, 'other', HOUR_MS)).toBeNull()
    expect(await world.store.settle(effect.id, effect.epoch, move)).toBeNull()
    const next = found(await world.store.settle(effect.id, first.epoch, move))
    expect(next).toMatchObject({ state: 'in-doubt', lookups: 1 })
  })

  test('only what passed its deadline is taken from a living holder', async () => {
    const late = await intended({}, -1)
    const waiting = await intended()
    const { id: claimed } = await planned()
    await claimOne(world.store, claimed, 'me', -1)
    await world.store.recover({ everything: false, lookUpInMs: -1 })
    expect(found(await world.store.find(late.id))).toMatchObject({ state: 'in-doubt', doubts: 1 })
    expect(found(await world.store.find(waiting.id)).state).toBe('intent')
    expect(found(await world.store.find(claimed))).toMatchObject({ state: 'planned', epoch: 2 })
  })

  test('a lonely start takes everything that was under way', async () => {
    const effect = await intended()
    const recovered = await world.store.recover({ everything: true, lookUpInMs: HOUR_MS })
    expect(recovered.doubted).toBeGreaterThanOrEqual(1)
    expect(found(await world.store.find(effect.id)).state).toBe('in-doubt')
    const move = { from: 'intent', to: 'done', why: 'answered late' } as const
    expect(await world.store.settle(effect.id, effect.epoch, move)).toBeNull()
  })

  test('what a holder left that is gone is taken, long before its time; nobody else is touched', async () => {
    const left = await intended({}, HOUR_MS, 'gone')
    const other = await intended({}, HOUR_MS, 'there')
    const { id: claimed } = await planned()
    await claimOne(world.store, claimed, 'gone', HOUR_MS)
    expect(await world.store.holdersAtWork()).toEqual(expect.arrayContaining(['gone', 'there']))
    await world.store.recover({ everything: false, gone: ['gone'], lookUpInMs: -1 })
    expect(found(await world.store.find(left.id))).toMatchObject({ state: 'in-doubt', doubts: 1 })
    expect(found(await world.store.find(claimed)).state).toBe('planned')
    expect(found(await world.store.find(other.id)).state).toBe('intent')
    expect(await world.store.holdersAtWork()).not.toContain('gone')
    const move = { from: 'intent', to: 'done', why: 'answered late' } as const
    expect(await world.store.settle(left.id, left.epoch, move)).toBeNull()
  })

  test('what a living holder let go of is taken by its epoch, and what it has by now is not', async () => {
    const left = await intended({}, HOUR_MS, 'mine')
    const kept = await intended({}, HOUR_MS, 'mine')
    const { id: returned } = await planned()
    const before = found(await claimOne(world.store, returned, 'mine', HOUR_MS))
    const held = await world.store.heldBy('mine')
    expect(held.map(({ id }) => id).toSorted()).toEqual([left.id, kept.id, returned].toSorted())
    await world.store.settle(returned, before.epoch, { from: 'claimed', to: 'planned', why: 'x' })
    await claimOne(world.store, returned, 'mine', HOUR_MS)
    const letGo = held.filter(({ id }) => id !== kept.id)
    await world.store.recover({ everything: false, letGo, lookUpInMs: -1 })
    expect(found(await world.store.find(left.id)).state).toBe('in-doubt')
    expect(found(await world.store.find(kept.id)).state).toBe('intent')
    expect(found(await world.store.find(returned)).state).toBe('claimed')
    expect((await world.store.heldBy('nobody')).length).toBe(0)
  })

  test('a look-up whose holder is gone is due again at a start, and not counted', async () => {
    const effect = await intended()
    const doubt = { from: 'intent', to: 'in-doubt', why: 'cut', notBeforeInMs: -1 } as const
    await world.store.settle(effect.id, effect.epoch, doubt)
    const taken = found(await world.store.claimLookUp(effect.id, 'me', HOUR_MS))
    expect(await world.store.holdersAtWork()).toContain('me')
    await world.store.recover({ everything: false, gone: ['somebody'], lookUpInMs: -1 })
    expect(await world.store.claimLookUp(effect.id, 'other', HOUR_MS)).toBeNull()
    const { freed } = await world.store.recover({ everything: true, lookUpInMs: -1 })
    expect(freed).toBeGreaterThanOrEqual(1)
    const move = { from: 'in-doubt', to: 'in-doubt', why: 'late', lookedUp: true } as const
    expect(await world.store.settle(effect.id, taken.epoch, move)).toBeNull()
    const again = found(await world.store.claimLookUp(effect.id, 'other', HOUR_MS))
    expect(again).toMatchObject({ state: 'in-doubt', lookups: 0 })
  })

  test('a look-up that waits for its time keeps it at a start', async () => {
    const effect = await intended()
    const move = { from: 'intent', to: 'in-doubt', why: 'cut', notBeforeInMs: HOUR_MS } as const
    await world.store.settle(effect.id, effect.epoch, move)
    await world.store.recover({ everything: true, lookUpInMs: -1 })
    expect(await world.store.claimLookUp(effect.id, 'other', HOUR_MS)).toBeNull()
  })

  test('a forgotten intent is put back, a finished or returned one is left alone', async () => {
    const forgotten = await planned()
    const returned = await intended()
    const finished = await intended()
    const why = 'x'
    await world.store.settle(returned.id, returned.epoch, { from: 'intent', to: 'planned', why })
    await world.store.settle(finished.id, finished.epoch, { from: 'intent', to: 'done', why })
    const journaled = (effectId: string, epoch: number) => {
      return { effectId, epoch, baseline: { ids: ['b'] }, bodyHash: 'h' }
    }
    const nobody = systemRandom.uuid()
    const restored = await world.store.restore(
      [
        journaled(forgotten.id, 1),
        journaled(returned.id, 1),
        journaled(finished.id, 1),
        journaled(nobody, 1),
      ],
      HOUR_MS,
    )
    expect(restored).toEqual({ restored: 1, unknown: [nobody] })
    expect(found(await world.store.find(forgotten.id))).toMatchObject({
      state: 'in-doubt',
      epoch: 1,
      baseline: { ids: ['b'] },
    })
    expect(found(await world.store.find(returned.id)).state).toBe('planned')
    expect(found(await world.store.find(finished.id)).state).toBe('done')
  })

  test('what is due comes by rank, and the rest says when', async () => {
    const { fleetId, vehicleId } = await world.fleet()
    const make = (key: string, rank: number, notBeforeInMs?: number): NewEffect => {
      const due = notBeforeInMs === undefined ? {} : { notBeforeInMs }
      return { kind: 'consult', key: `${fleetId}:${key}`, fleetId, vehicleId, rank, ...due }
    }
    await world.store.plan([make('c', 3), make('a', 1), make('b', 2), make('later', 0, HOUR_MS)])
    const due = await world.store.due(fleetId, 'consult', 2)
    expect(due.planned.map((effect) => effect.rank)).toEqual([1, 2])
    expect(due.lookUps).toEqual([])
    expect(due.nextInMs).toBeGreaterThan(0)
    const of = async (id: string) => (await world.store.due(fleetId, 'consult', 2, id)).planned
    expect(await of(systemRandom.uuid())).toEqual([])
    expect(await of(vehicleId)).toHaveLength(2)
    expect((await world.store.due(fleetId, 'order', 2)).nextInMs).toBeNull()
  })

  test('a retired effect frees its key; one under way cannot be retired', async () => {
    const effect = await intended()
    await world.store.retire(effect.id)
    const { key, fleetId, vehicleId } = effect
    const kind = 'order'
    expect(await world.store.plan([{ kind, key, fleetId, vehicleId }])).toBe(0)
    const move = { from: 'intent', to: 'rejected', why: 'no' } as const
    await world.store.settle(effect.id, effect.epoch, move)
    await world.store.retire(effect.id)
    expect(await world.store.plan([{ kind, key, fleetId, vehicleId }])).toBe(1)
  })
})

const move = {
  from: 'in-doubt',
  to: 'in-doubt',
  why: 'not found yet',
  lookedUp: true,
  notBeforeInMs: HOUR_MS,
} as const

function intentOf() {
  return { baseline: null, bodyHash: 'hash', slotId: null, deadlineInMs: HOUR_MS }
}

function found(effect: Effect | null): Effect {
  if (effect === null) throw new Error('The effect is not there.')
  return effect
}
