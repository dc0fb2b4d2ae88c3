import { beforeEach, expect, test } from 'vitest'
import { openPlanningStore } from '../../support/ledger/planning-store.ts'
import { CHUNK_VEHICLES, openVehicleStore } from '../../../src/ledger/vehicles/vehicles.ts'
import { systemRandom } from '../../../src/random.ts'
import { claimOne } from '../../support/ledger/claim-one.ts'
import { ledgerForFile } from '../../support/ledger-for-file.ts'

const HOUR_MS = 3_600_000
const remote = {
  serviceId: '5f0f6a0e-6a43-4c86-9f41-0d3c7c1b1f7e',
  plate: 'ABC1D23',
  uf: 'SP',
  nickname: '',
}

let fleetId: string
let accountId: string

const { database, db } = await ledgerForFile()
const vehicles = openVehicleStore(db)
const effects = openPlanningStore(db)
beforeEach(async () => {
  accountId = systemRandom.uuid()
  const { rows } = await database.pool.query(
    `insert into frota.fleet (name, account_id, created_at) values ($1, $2, now())
     returning id`,
    [accountId, accountId],
  )
  fleetId = String(rows[0].id)
})

/** Vehicles as an import leaves them, each with a register effect. */
async function imported(count: number): Promise<string[]> {
  const { rows } = await database.pool.query(
    `insert into frota.vehicle (fleet_id, account_id, renavam, plate, uf, owner_sealed, owner_hash,
       owner_masked, created_at, updated_at)
     select $1, $2, lpad(n::text, 11, '0'), 'ABC1D23', 'SP', '\\x01', 'h', 'm', now(), now()
     from generate_series(1, $3::integer) n returning id`,
    [fleetId, accountId, count],
  )
  const ids = rows.map((row) => String(row.id))
  await effects.plan(
    ids.map((vehicleId, rank) => {
      return { kind: 'register', key: `${accountId}:${rank}`, fleetId, vehicleId, rank }
    }),
  )
  return ids
}

/** Through an effect's transaction, as the stage does it. */
async function settle(vehicleId: string, refusal?: string, sent?: Uint8Array): Promise<void> {
  const due = await effects.due(fleetId, 'register', 1_000)
  const id = due.planned.find((effect) => effect.vehicleId === vehicleId)?.id ?? ''
  const claimed = await claimOne(effects, id, 'test', HOUR_MS)
  const to = refusal === undefined ? 'adopted' : 'rejected'
  const move = { from: 'claimed', to, why: 'test' } as const
  await effects.settle(id, claimed?.epoch ?? 0, move, (tx) =>
    refusal === undefined
      ? vehicles.markRegistered(tx, vehicleId, remote, sent)
      : vehicles.markRefused(tx, vehicleId, refusal),
  )
}

test('a fleet is registered in chunks that hold every vehicle once', async () => {
  const ids = await imported(CHUNK_VEHICLES * 2 + 7)
  const chunks = await vehicles.registerChunks(fleetId)
  expect(chunks.reduce((sum, { rows }) => sum + rows.count, 0)).toBe(ids.length)
  const work = await Promise.all(
    chunks.map(({ chunk }) => vehicles.registerChunk(fleetId, Number(chunk))),
  )
  expect(Math.max(...work.map((chunk) => chunk.length))).toBeLessThanOrEqual(CHUNK_VEHICLES)
  expect(work.flat().map(({ vehicle }) => vehicle.id)).toEqual(ids)
})

test('a chunk has the same fingerprint until one of its vehicles is settled', async () => {
  const [first = ''] = await imported(2)
  const print = async (): Promise<string> =>
    (await vehicles.registerChunks(fleetId)).map(({ rows }) => rows.fingerprint).join()
  const before = await print()
  expect(await print()).toBe(before)
  await settle(first)
  expect(await print()).not.toBe(before)
})

test('a chunk holds what is to be sent or looked up now, and nothing of another fleet', async () => {
  const [sent = '', waiting = '', done = '', doubted = ''] = await imported(4)
  await settle(done)
  const { planned } = await effects.due(fleetId, 'register', 10)
  const idOf = (vehicleId: string): string =>
    planned.find((effect) => effect.vehicleId === vehicleId)?.id ?? ''
  const claim = await claimOne(effects, idOf(waiting), 'test', HOUR_MS)
  const later = { from: 'claimed', to: 'planned', why: 'x', notBeforeInMs: HOUR_MS } as const
  await effects.settle(idOf(waiting), claim?.epoch ?? 0, later)
  const claimed = await claimOne(effects, idOf(doubted), 'test', HOUR_MS)
  const intent = { baseline: [], bodyHash: 'h', slotId: null, deadlineInMs: -1 }
  await effects.intend(idOf(doubted), claimed?.epoch ?? 0, intent)
  await effects.recover({ everything: false, lookUpInMs: -1 })
  const chunks = await vehicles.registerChunks(fleetId)
  const work = await Promise.all(
    chunks.map(({ chunk }) => vehicles.registerChunk(fleetId, Number(chunk))),
  )
  expect(new Set(work.flat().map(({ vehicle }) => vehicle.id))).toEqual(new Set([sent, doubted]))
  expect(await vehicles.registerChunks(systemRandom.uuid())).toEqual([])
})

test('a registered vehicle keeps what the service knows, and no document', async () => {
  const [id = ''] = await imported(1)
  expect(await vehicles.ownerSealed(id)).not.toBeNull()
  await settle(id)
  expect(await vehicles.byId(id)).toMatchObject({
    state: 'registered',
    serviceId: remote.serviceId,
    remotePlate: 'ABC1D23',
    ownerKept: false,
  })
  expect(await vehicles.ownerSealed(id)).toBeNull()
})

test('the document of an owner who came while another was sent is kept for the service', async () => {
  const [same = '', other = ''] = await imported(2)
  await settle(same, undefined, (await vehicles.ownerSealed(same)) ?? undefined)
  expect(await vehicles.ownerSealed(same)).toBeNull()
  await settle(other, undefined, Buffer.from('of the owner before'))
  expect(await vehicles.ownerSealed(other)).not.toBeNull()
})

test('a refused vehicle keeps its reason and its document, for another try', async () => {
  const [id = ''] = await imported(1)
  await settle(id, 'status 422: uf')
  expect(await vehicles.byId(id)).toMatchObject({
    state: 'refused',
    refusal: 'status 422: uf',
    ownerKept: true,
  })
})

test('vehicles are found by plate in their fleet', async () => {
  const [first = '', second = ''] = await imported(2)
  const named = await vehicles.named(fleetId, 'ABC1D23')
  expect(named.vehicles.map(({ id }) => id)).toEqual([second, first])
  expect((await vehicles.named(systemRandom.uuid(), 'ABC1D23')).vehicles).toEqual([])
  expect(await vehicles.byId(systemRandom.uuid())).toBeNull()
})

test('what a file changed is told to the service until the service has it', async () => {
  const [id = '', same = ''] = await imported(2)
  await settle(id)
  await settle(same)
  expect(await vehicles.toUpdate(fleetId, 0n, 10)).toEqual([])
  await database.pool.query(`update frota.vehicle set nickname = 'New' where id = $1`, [id])
  const [changed] = await vehicles.toUpdate(fleetId, 0n, 10)
  expect(changed?.id).toBe(id)
  expect(await vehicles.toUpdate(fleetId, changed?.seq ?? 0n, 10)).toEqual([])
  await vehicles.markRemote(id, { ...remote, nickname: 'New' })
  expect(await vehicles.toUpdate(fleetId, 0n, 10)).toEqual([])
})
