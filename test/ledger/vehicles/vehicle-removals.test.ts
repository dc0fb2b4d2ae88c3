import { expect, test } from 'vitest'
import type { ReportScope } from '../../../src/ledger/reports/report-scope.ts'
import { openReportSource } from '../../../src/ledger/reports/report-source.ts'
import { openVehicleWorld, type TestFleet } from './vehicle-world.ts'
import { nowAt } from '../../support/now-at.ts'

const [A, B, C] = ['00000000001', '00000000002', '00000000003'] as const

const world = await openVehicleWorld()

async function fleetOf(...renavams: readonly string[]): Promise<TestFleet> {
  const fleet = await world.fleet()
  await fleet.apply(renavams.map((renavam) => ({ renavam })))
  await fleet.registered(...renavams)
  return fleet
}

async function due(fleet: TestFleet): Promise<string[]> {
  return (await world.vehicles.removalsDue(fleet.id, 0n, 10)).map(({ id }) => id)
}

test('absent vehicles are never removed unless the import says so', async () => {
  const fleet = await fleetOf(A, B)
  expect(await fleet.apply([{ renavam: A }])).toMatchObject({ missing: 1, removalsAsked: 0 })
  expect(await due(fleet)).toEqual([])
})

test('absent registered vehicles are removed when the import says so', async () => {
  const fleet = await fleetOf(A, B)
  const asked = await fleet.apply([{ renavam: A }, { renavam: C }], { deactivateMissing: true })
  expect(asked).toMatchObject({ missing: 1, removalsAsked: 1 })
  const id = await fleet.idOf(B)
  expect(await due(fleet)).toEqual([id])
  await world.vehicles.markRemoved(id)
  await world.vehicles.markRemoved(id)
  expect(await due(fleet)).toEqual([])
  expect(await fleet.history()).toEqual([
    '2 in_fleet: true > false',
    '2 state: registered > removed',
  ])
  expect(await fleet.registerEffects()).toEqual(['1 adopted', '3 planned'])
})

test('what holds removals is kept with the import, and a later file removes', async () => {
  const fleet = await fleetOf(A, B)
  const removalsHeld = { why: 'rejected', count: 2 } as const
  const applied = await fleet.apply([{ renavam: A }], { deactivateMissing: true, removalsHeld })
  expect(applied).toMatchObject({ missing: 1, removalsAsked: 0 })
  expect(applied.removalsHeld).toEqual(removalsHeld)
  expect(await due(fleet)).toEqual([])
  const again = await fleet.apply([{ renavam: A }], { deactivateMissing: true })
  expect(again).toMatchObject({ missing: 0, removalsAsked: 1, removalsHeld: null })
})

test('a removed vehicle that a later file names is registered anew', async () => {
  const fleet = await fleetOf(A, B)
  await fleet.apply([{ renavam: A }], { deactivateMissing: true })
  await world.vehicles.markRemoved(await fleet.idOf(B))
  await fleet.apply([{ renavam: A }, { renavam: B, owner: '2' }])
  expect(await fleet.state(B)).toMatchObject({
    state: 'planned',
    in_fleet: true,
    service_id: null,
    remote_plate: null,
    sealed: 'sealed 2',
  })
  expect(await fleet.registerEffects()).toEqual(['1 adopted', '2 planned'])
  expect((await fleet.history()).slice(2)).toEqual([
    '2 owner: mask 1 > mask 2',
    '2 in_fleet: false > true',
    '2 state: removed > planned',
  ])
})

test('a file that names it again takes the request back', async () => {
  const fleet = await fleetOf(A, B)
  await fleet.apply([{ renavam: A }], { deactivateMissing: true })
  await fleet.apply([{ renavam: A }, { renavam: B }])
  expect(await due(fleet)).toEqual([])
  expect(await fleet.state(B)).toMatchObject({ state: 'registered', removal_asked_at: null })
})

test('money under way holds a removal back, and says why', async () => {
  const fleet = await fleetOf(A, B)
  const id = await fleet.idOf(B)
  const { pool } = world.database
  await pool.query(
    `insert into frota.payment_order (id, fleet_id, vehicle_id, method, status, standing,
       debts_cents, fee_cents, total_cents, created_at, updated_at)
     values (gen_random_uuid(), $1, $2, 'pix', 'awaiting_payment', 'open', 1, 0, 1, now(), now())`,
    [fleet.id, id],
  )
  await pool.query(
    `insert into frota.effect (kind, key, fleet_id, vehicle_id, state, created_at, updated_at)
     values ('order', $2::uuid::text, $1, $2::uuid, 'in-doubt', now(), now())`,
    [fleet.id, id],
  )
  await fleet.apply([{ renavam: A }], { deactivateMissing: true })
  expect(await due(fleet)).toEqual([])
  expect(await world.vehicles.askRemoval(id, 'Ana')).toEqual({
    asked: false,
    holds: ['order-open', 'order-in-doubt'],
  })
  await pool.query(`update frota.payment_order set standing = 'settled' where vehicle_id = $1`, [
    id,
  ])
  await pool.query(
    `update frota.effect set state = 'done' where kind = 'order' and vehicle_id = $1`,
    [id],
  )
  expect(await due(fleet)).toEqual([id])
})

test('the report tells which owner differs, which change was refused, which removal waits', async () => {
  const fleet = await fleetOf(A, B, C)
  const told = async (): Promise<string[]> => {
    const source = openReportSource(world.db, false)
    const lines: string[] = []
    for (const code of ['owner-differs', 'vehicle-untold', 'removal-held'] as const) {
      for await (const page of source.exceptions(scopeOf(fleet), code, nowAt('2026-12-01'))) {
        lines.push(...page.map(({ renavam, detail }) => `${code} ${renavam.at(-1)}: ${detail}`))
      }
    }
    return lines
  }
  expect(await told()).toEqual([])
  await fleet.apply([{ renavam: A, owner: '2' }, { renavam: B }], { deactivateMissing: true })
  await world.vehicles.markUntold(await fleet.idOf(B), 'status 422: uf')
  await world.database.pool.query(
    `insert into frota.foreign_order (id, fleet_id, vehicle_id, why, method, status, standing,
       total_cents, first_seen_at, last_seen_at)
     values (gen_random_uuid(), $1, $2, 'found', 'pix', 'x', 'open', 1, now(), now())`,
    [fleet.id, await fleet.idOf(C)],
  )
  expect(await told()).toEqual([
    'owner-differs 1: mask 2',
    'vehicle-untold 2: status 422: uf',
    'removal-held 3: order-open',
  ])
})

function scopeOf({ id: fleetId }: TestFleet): ReportScope {
  const since = '2026-01-01T00:00:00Z'
  const none = {
    campaign: null,
    import: null,
    extras: [],
    laterRun: null,
    previousEndedAt: null,
    readLater: false,
  }
  return { ...none, fleetId, since, campaignId: '00000000-0000-0000-0000-000000000000' }
}

test('a person’s removal leaves the plan at once; one never sent needs no request', async () => {
  const fleet = await fleetOf(A)
  const id = await fleet.idOf(A)
  expect(await world.vehicles.askRemoval(id, 'Ana')).toMatchObject({ asked: true })
  expect(await fleet.state(A)).toMatchObject({ in_fleet: false, state: 'registered' })
  expect(await due(fleet)).toEqual([id])
  await world.vehicles.markRemoved(id, 'Ana')
  await fleet.apply([{ renavam: B }])
  const other = await fleet.idOf(B)
  expect(await world.vehicles.askRemoval(other, 'Ana')).toEqual({ asked: true, serviceId: null })
  expect(await fleet.registerEffects()).toEqual([])
  expect(await fleet.history()).toEqual([
    '1 in_fleet: true > false by Ana',
    '1 state: registered > removed by Ana',
    '2 in_fleet: true > false by Ana',
    '2 state: planned > removed by Ana',
  ])
})

test('what the service refused is kept with the vehicle until it took the change', async () => {
  const fleet = await fleetOf(A)
  const id = await fleet.idOf(A)
  await world.vehicles.markUntold(id, 'status 422: plate')
  expect(await world.vehicles.byId(id)).toMatchObject({ refusal: 'status 422: plate' })
  const remote = { serviceId: id, plate: 'ABC1D23', uf: 'SP', nickname: '' }
  await world.vehicles.markRemote(id, remote)
  expect(await world.vehicles.byId(id)).toMatchObject({ refusal: null })
})
