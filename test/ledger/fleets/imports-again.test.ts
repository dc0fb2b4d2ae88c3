import { expect, test } from 'vitest'
import { openImportStore } from '../../../src/ledger/fleets/imports-sql.ts'
import { Comparison } from '../../../src/reconciliation/intake/compare.ts'
import { tooManyToRemove } from '../../../src/reconciliation/intake/import-refusal.ts'
import { openVehicleWorld, type TestFleet } from '../vehicles/vehicle-world.ts'

const [A, B, C] = ['00000000001', '00000000002', '00000000003'] as const

const world = await openVehicleWorld()
const { pool } = world.database
const imports = openImportStore(world.db, pool)

let seconds = 0
async function received(fleet: TestFleet, sha256: string, defaultsHash = 'plain') {
  seconds += 1
  const at = new Date(Date.UTC(2026, 5, 1, 0, 0, seconds))
  const file = { fleetId: fleet.id, fileName: 'f.csv', sha256, byteLength: 1, defaultsHash, at }
  return imports.receive(file)
}

async function applied(fleet: TestFleet, sha256: string): Promise<string> {
  const { id } = await received(fleet, sha256)
  const counts = { read: 0, accepted: 0, repaired: 0, rejected: 0, duplicate: 0, skipped: 0 }
  seconds += 1
  await imports.apply(id, {
    understood: {},
    counts,
    at: new Date(Date.UTC(2026, 5, 1, 0, 0, seconds)),
  })
  return id
}

test('the last file again is the import that is there, in whatever state', async () => {
  const fleet = await world.fleet()
  const waiting = await received(fleet, 'a')
  expect(await received(fleet, 'a')).toMatchObject({ id: waiting.id, state: 'received' })
  const id = await applied(fleet, 'a')
  expect(id).toBe(waiting.id)
  expect(await received(fleet, 'a')).toMatchObject({ id, state: 'applied' })
})

test('an earlier file is imported again after another one, once', async () => {
  const fleet = await world.fleet()
  const first = await applied(fleet, 'a')
  const other = await applied(fleet, 'b')
  const again = await received(fleet, 'a')
  expect(again.state).toBe('received')
  expect([first, other]).not.toContain(again.id)
  expect(await received(fleet, 'a')).toMatchObject({ id: again.id })
  expect(await applied(fleet, 'a')).toBe(again.id)
  expect(await received(fleet, 'a')).toMatchObject({ id: again.id, state: 'applied' })
  const third = await applied(fleet, 'b')
  expect(third).not.toBe(other)
  expect(await applied(fleet, 'a')).not.toBe(again.id)
})

test('the same bytes with another wish, or of another fleet, are another import', async () => {
  const fleet = await world.fleet()
  const id = await applied(fleet, 'a')
  expect((await received(fleet, 'a', 'update owners')).id).not.toBe(id)
  expect((await received(await world.fleet(), 'a')).id).not.toBe(id)
})

test('what a file would leave out is counted before it is applied', async () => {
  const fleet = await world.fleet()
  await fleet.apply([{ renavam: A }, { renavam: B }, { renavam: C }])
  await fleet.registered(A, B)
  await fleet.apply([{ renavam: A }, { renavam: C }])
  const known = await imports.known(fleet)
  const comparison = new Comparison(known, new Set(), new Set())
  const values = {
    plate: 'ABC1D23',
    uf: 'SP',
    ownerDocument: '',
    nickname: '',
    extras: {},
  } as const
  comparison.add({ renavam: C, ...values }, 'h')
  const { overlap } = comparison.result()
  expect(overlap).toMatchObject({ current: 2, shared: 1, registered: 2, removable: 2 })
  expect(tooManyToRemove(overlap)?.code).toBe('F-DEACTIVATE')
})

test.each([
  [10, 5, undefined],
  [10, 6, 'F-DEACTIVATE'],
  [1, 1, 'F-DEACTIVATE'],
  [0, 0, undefined],
])('of %i vehicles at the service %i would go: %s', (registered, removable, code) => {
  expect(tooManyToRemove({ registered, removable })?.code).toBe(code)
})
