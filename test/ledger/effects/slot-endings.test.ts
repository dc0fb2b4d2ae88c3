/** A move tells the quota how the request of its slot ended, if it is made at all. */
import { describe, expect, test } from 'vitest'
import { consultationBucket } from '../../../src/quota/bucket-settings.ts'
import { systemRandom } from '../../../src/random.ts'
import { claimOne } from '../../support/ledger/claim-one.ts'
import { forFile } from '../../support/for-file.ts'
import { worlds } from './effect-worlds.ts'

const HOUR_MS = 3_600_000

describe.each(worlds)('slots of effects in $name', async ({ open }) => {
  const world = await forFile(open())

  test.each([
    ['a move that is made ends the slot of its request', 0, 'answered'],
    ['a move that comes too late leaves the slot to the gate', 1, 'reserved'],
  ])('%s', async (_name, epochsBehind, state) => {
    const { store, quota } = world
    const bucket = consultationBucket({ credential: state, perHour: 20, simulated: false })
    await quota.ensureBucket(bucket)
    const useId = systemRandom.uuid()
    await quota.reserve({ bucket: bucket.name, useId, holder: 'me', purpose: 'x' })
    const key = systemRandom.uuid()
    await store.plan([{ kind: 'order', key, ...(await world.fleet()) }])
    const { id = '' } = (await store.findByKey('order', key)) ?? {}
    const { epoch = 0 } = (await claimOne(store, id, 'me', HOUR_MS)) ?? {}
    const intent = { baseline: null, bodyHash: 'hash', slotId: useId, deadlineInMs: HOUR_MS }
    await store.intend(id, epoch, intent)
    const move = { from: 'intent', to: 'rejected', why: 'x', slotEnding: 'answered' } as const
    await store.settle(id, epoch - epochsBehind, move)
    expect(await quota.uses(bucket.name)).toMatchObject([{ useId, state }])
  })
})
