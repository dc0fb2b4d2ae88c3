import { expect, test } from 'vitest'
import { wallClock } from '../../src/clock.ts'
import { openMemoryEffectStore } from '../support/ledger/effects-memory.ts'
import { atCommit } from '../support/ledger/memory-tx.ts'
import { seededRandom } from '../../src/random.ts'
import { claimOne } from '../support/ledger/claim-one.ts'

test('what is recorded in memory happens with the move, or not at all', async () => {
  const store = openMemoryEffectStore({ clock: wallClock, random: seededRandom(1) })
  await store.plan([{ kind: 'order', key: 'key', fleetId: 'f', vehicleId: 'v' }])
  const id = store.all()[0]?.id ?? ''
  const epoch = (await claimOne(store, id, 'test', 1_000))?.epoch ?? 0
  const move = { from: 'claimed', to: 'adopted', why: 'there' } as const
  const written: string[] = []
  const failing = store.settle(id, epoch, move, async (tx) => {
    atCommit(tx, () => written.push('first'))
    throw new Error('the record fails')
  })
  await expect(failing).rejects.toThrow('the record fails')
  expect([written, store.all()[0]?.state]).toEqual([[], 'claimed'])
  const overtaken = await store.settle(id, epoch, move, async (tx) => {
    atCommit(tx, () => written.push('second'))
    await store.settle(id, epoch, { from: 'claimed', to: 'planned', why: 'overtaken' })
  })
  expect([overtaken, written, store.all()[0]?.state]).toEqual([null, [], 'planned'])
  const again = await claimOne(store, id, 'test', 1_000)
  await store.settle(id, again?.epoch ?? 0, move, async (tx) => {
    atCommit(tx, () => written.push('third'))
  })
  expect([written, store.all()[0]?.state]).toEqual([['third'], 'adopted'])
})
