/** A vehicle whose plate or state changed is asked about only once the service knows of it. */
import { beforeEach, expect, test } from 'vitest'
import { openVehicleStore, type VehicleFacts } from '../../../src/ledger/vehicles/vehicles.ts'
import { MINUTE_MS } from '../../service/support/open-service.ts'
import { updateVehicles } from '../../../src/reconciliation/vehicles/update-vehicles.ts'
import { openAskingWorld, type Registered } from './asking-world.ts'
import { losingAnswers } from '../changed-client.ts'
import { memberOf } from '../../support/ledger/member-of.ts'
import { forFile } from '../../support/for-file.ts'

const SKEW_MINUTES = 5

let fleetId: string
let one: Registered
let campaignId: string

const world = await forFile(openAskingWorld())
const vehicles = openVehicleStore(world.ledger.db)
beforeEach(async () => {
  fleetId = await world.ledger.fleet()
  one = await world.vehicle(fleetId, 'ready')
  await vehicles.markRemote(one.vehicleId, { ...one, nickname: '' })
  campaignId = await world.plan(fleetId)
})

async function ask(asking = world.asking) {
  await world.ledger.campaigns.plan(campaignId, new Date(world.bench.clock.now()))
  return world.ask(await world.effectOf(campaignId, one.vehicleId), { asking })
}

async function atService(): Promise<Record<string, unknown>> {
  return (await world.bench.send('GET', `/api/v1/vehicles/${one.serviceId}`)).body
}

async function facts(): Promise<VehicleFacts> {
  const found = await vehicles.byId(one.vehicleId)
  if (found === null) throw new Error('unreachable')
  return found
}

function fix(said: { plate?: string; uf?: string }) {
  return vehicles.edit(one.vehicleId, { person: 'Ana', ...said })
}

const otherUf = (): string => (one.uf === 'MG' ? 'ES' : 'MG')
const member = () => memberOf(world.ledger.campaigns, campaignId, one.vehicleId)

test('the service is told first, and then asked', async () => {
  const uf = otherUf()
  await fix({ uf })
  expect(await ask()).toEqual({ outcome: 'done' })
  expect(await atService()).toMatchObject({ uf, latest_consultation_status: 'pending' })
  const { identityTold, identitySince, remoteUf } = await facts()
  expect([identityTold, remoteUf]).toEqual([true, uf])
  expect(identitySince).not.toBeNull()
  expect(await world.ledger.consultations.ofVehicle(one.vehicleId)).toHaveLength(1)
})

test('after a PATCH whose answer was lost it is told again, though the ledger changed back', async () => {
  const uf = otherUf()
  await fix({ uf })
  const telling = { ...world.asking, vehicles }
  const lost = await updateVehicles({ ...telling, client: losingAnswers(world.client) }, fleetId)
  expect(lost).toBe(0)
  expect(await atService()).toMatchObject({ uf })
  await fix({ uf: one.uf })
  expect(await updateVehicles(telling, fleetId)).toBe(1)
  expect(await atService()).toMatchObject({ uf: one.uf })
  expect(await facts()).toMatchObject({ identityTold: true })
})

test('while the service cannot be told, nothing is asked', async () => {
  await fix({ uf: otherUf() })
  const client = losingAnswers(world.client)
  expect(await ask({ ...world.asking, client })).toMatchObject({ outcome: 'snoozed' })
  expect(await world.consultationsAt(one.serviceId)).toBe(0)
  expect(await member()).toMatchObject({ state: 'open', ordinal: 1 })
})

test('what the service refuses ends the part in the campaign with the reason', async () => {
  await fix({ uf: 'ZZ' })
  expect(await ask()).toMatchObject({ outcome: 'refused' })
  expect(await member()).toMatchObject({ state: 'failed', reason: 'identity-untold' })
  expect((await facts()).refusal).toMatch(/^status 422/)
  expect(await world.consultationsAt(one.serviceId)).toBe(0)
})

test('what somebody else changed at the service is told over before it is asked', async () => {
  const path = `/api/v1/vehicles/${one.serviceId}`
  await world.bench.send('PATCH', path, { body: { uf: otherUf() } })
  expect(await ask()).toEqual({ outcome: 'done' })
  expect(await atService()).toMatchObject({ uf: one.uf, latest_consultation_status: 'pending' })
})

test('the other form of the plate at the service is no reason to tell or to wait', async () => {
  const plate = `${one.plate.slice(0, 4)}${'ABCDEFGHIJ'.charAt(Number(one.plate[4]))}`
  const body = { plate: plate + one.plate.slice(5) }
  await world.bench.send('PATCH', `/api/v1/vehicles/${one.serviceId}`, { body })
  expect(await ask()).toEqual({ outcome: 'done' })
  expect(await atService()).toMatchObject(body)
})

test.each([
  ['just after it was told', SKEW_MINUTES - 1, 2],
  ['long after it was told', SKEW_MINUTES + 1, 1],
])('an answer that somebody asked for %s: %i minutes', async (_, minutes, askedInAll) => {
  const path = `/api/v1/vehicles/${one.serviceId}/consultations`
  await world.bench.send('POST', path)
  const since = new Date(world.bench.clock.now() - minutes * MINUTE_MS)
  world.bench.clock.step(MINUTE_MS)
  await world.ledger.database.pool.query(
    'update frota.vehicle set identity_since = $2 where id = $1',
    [one.vehicleId, since],
  )
  expect(await ask()).toEqual({ outcome: 'done' })
  expect(await world.consultationsAt(one.serviceId)).toBe(askedInAll)
})
