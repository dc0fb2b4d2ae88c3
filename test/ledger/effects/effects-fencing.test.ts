/** Whoever lost an effect changes nothing of it, and a journal puts back only what was forgotten. */
import { describe, expect, test } from 'vitest'
import type { Effect } from '../../../src/ledger/effects/effects.ts'
import { systemRandom } from '../../../src/random.ts'
import { forFile } from '../../support/for-file.ts'
import { worlds } from './effect-worlds.ts'
import { claimOne } from '../../support/ledger/claim-one.ts'

const HOUR_MS = 3_600_000
const INTENT = { baseline: ['known'], bodyHash: 'hash', slotId: null, deadlineInMs: HOUR_MS }
const why = 'test'

describe.each(worlds)('effects in $name', async ({ open }) => {
  const world = await forFile(open())

  const there = (effect: Effect | null): Effect => {
    if (effect === null) throw new Error('The effect is not there.')
    return effect
  }
  const find = async (id: string): Promise<Effect> => there(await world.store.find(id))

  async function claimed(holder = 'first'): Promise<Effect> {
    const { fleetId, vehicleId } = await world.fleet()
    const key = systemRandom.uuid()
    await world.store.plan([{ kind: 'order', key, fleetId, vehicleId }])
    const { id } = there(await world.store.findByKey('order', key))
    return there(await claimOne(world.store, id, holder, HOUR_MS))
  }

  async function intended(): Promise<Effect> {
    const { id, epoch } = await claimed()
    return there(await world.store.intend(id, epoch, INTENT))
  }

  test('a worker whose claim was taken over stores no intent beside the one who has it', async () => {
    const { id, epoch } = await claimed()
    await world.store.recover({ everything: false, gone: ['first'], lookUpInMs: 0 })
    const second = there(await claimOne(world.store, id, 'second', HOUR_MS))
    expect(second.epoch).toBeGreaterThan(epoch)
    expect(await world.store.intend(id, epoch, INTENT)).toBeNull()
    expect(await find(id)).toMatchObject({ state: 'claimed', holder: 'second', sends: 0 })
    expect(await world.store.intend(id, second.epoch, INTENT)).toMatchObject({ sends: 1 })
  })

  test('a retired effect is not claimed any more, whatever a person says of it later', async () => {
    const { id, epoch } = await intended()
    await world.store.settle(id, epoch, { from: 'intent', to: 'quarantined', why })
    await world.store.retire(id)
    const planned = await world.store.settle(id, epoch, { from: 'quarantined', to: 'planned', why })
    expect(planned).toMatchObject({ state: 'planned', active: false })
    expect(await claimOne(world.store, id, 'second', HOUR_MS)).toBeNull()
  })

  test('only an intent that ends in doubt counts as a doubt, not each look-up after it', async () => {
    const { id, epoch } = await intended()
    const doubt = { from: 'intent', to: 'in-doubt', why, notBeforeInMs: -1 } as const
    expect(await world.store.settle(id, epoch, doubt)).toMatchObject({ doubts: 1 })
    const look = there(await world.store.claimLookUp(id, 'first', HOUR_MS))
    const move = { from: 'in-doubt', to: 'in-doubt', why, lookedUp: true } as const
    expect(await world.store.settle(id, look.epoch, move)).toMatchObject({ doubts: 1, lookups: 1 })
  })

  describe('the journal', () => {
    const restore = async ({ id }: Effect, epoch: number): Promise<Partial<Effect>> => {
      const intent = { effectId: id, epoch, baseline: ['journal'], bodyHash: 'h' }
      const { restored } = await world.store.restore([intent], HOUR_MS)
      const { state, sends, doubts, baseline } = await find(id)
      expect(restored).toBe(state === 'in-doubt' ? 1 : 0)
      return { state, sends, doubts, baseline }
    }
    const inDoubt = { state: 'in-doubt', doubts: 1, baseline: ['journal'] }

    test('puts back an intent of a claim that the ledger still has', async () => {
      const effect = await claimed()
      expect(await restore(effect, effect.epoch)).toEqual({ ...inDoubt, sends: 1 })
    })

    test('puts back an intent that is newer than the one that the ledger has', async () => {
      const effect = await intended()
      expect(await restore(effect, effect.epoch + 1)).toEqual({ ...inDoubt, sends: 2 })
    })

    test('leaves the same intent alone', async () => {
      const effect = await intended()
      const same = { state: 'intent', sends: 1, doubts: 0, baseline: ['known'] }
      expect(await restore(effect, effect.epoch)).toEqual(same)
    })

    test.each(['done', 'adopted', 'rejected', 'quarantined'] as const)(
      'leaves alone what is over: %s',
      async (to) => {
        const effect = await intended()
        await world.store.settle(effect.id, effect.epoch, { from: 'intent', to, why })
        const same = { state: to, sends: 1, doubts: 0, baseline: ['known'] }
        expect(await restore(effect, effect.epoch + 1)).toEqual(same)
      },
    )
  })
})
