/** A state that the service's coverage does not offer gets no slot, and is asked once it is. */
import { beforeEach, expect, test } from 'vitest'
import { UFS } from '../../../src/fleet/uf.ts'
import { Failure } from '../../../src/failure.ts'
import { openVehicleStore } from '../../../src/ledger/vehicles/vehicles.ts'
import { openCampaign } from '../../../src/reconciliation/consultations/open-campaign.ts'
import { planConsultations } from '../../../src/reconciliation/consultations/plan-consultations.ts'
import { statesNotOffered } from '../../../src/reconciliation/consultations/read-coverage.ts'
import { whyVehicle } from '../../../src/reconciliation/consultations/why-vehicle.ts'
import { readScenario } from '../../../src/service/faults/read-scenario.ts'
import { DAY_MS } from '../../ledger/consultations/campaign-world.ts'
import { MINUTE_MS } from '../../service/support/open-service.ts'
import { openAskingWorld, type Registered } from './asking-world.ts'
import { changingReads } from '../changed-client.ts'
import { memberOf as memberIn } from '../../support/ledger/member-of.ts'
import { forFile } from '../../support/for-file.ts'

const DARK = UFS.filter((_, at) => at % 2 === 0).toSorted()
const scenario = readScenario(
  JSON.stringify({ coverage: DARK.map((uf) => ({ uf, consultation: false })) }),
)
const zone = 'America/Sao_Paulo'
const TODAY = '2026-03-10'
const mode = 'open-or-join'

let fleetId: string
let dark: Registered
let lit: Registered

const world = await forFile(openAskingWorld({ scenario }))
beforeEach(async () => {
  fleetId = await world.ledger.fleet()
  const made = new Map<boolean, Registered>()
  while (made.size < 2) {
    const one = await world.vehicle(fleetId, 'ready')
    const isDark = DARK.some((uf) => uf === one.uf)
    if (made.has(isDark)) await world.ledger.change(one.vehicleId, { inFleet: false })
    else made.set(isDark, one)
  }
  dark = made.get(true) as Registered
  lit = made.get(false) as Registered
})

const tools = () => ({ ...world.asking, campaigns: world.ledger.campaigns, zone })
const memberOf = (campaignId: string, { vehicleId }: Registered) =>
  memberIn(world.ledger.campaigns, campaignId, vehicleId)

async function open(notOffered: readonly string[]): Promise<string> {
  await openCampaign(tools(), { fleetId, mode, notOffered })
  const { id = '' } = (await world.ledger.campaigns.latest(fleetId)) ?? {}
  await planConsultations(tools(), id)
  return id
}

async function asked(campaignId: string): Promise<number> {
  const before = await world.slotsUsed()
  for (const { vehicleId } of await world.ledger.campaigns.rankFacts(campaignId, TODAY)) {
    await world.ask(await world.effectOf(campaignId, vehicleId))
  }
  world.bench.clock.step(MINUTE_MS)
  await world.collect(fleetId)
  return (await world.slotsUsed()) - before
}

test('coverage is read from the service as it is', async () => {
  expect(await statesNotOffered(world.client)).toEqual(DARK)
})

test.each<[string, () => Promise<unknown>]>([
  [
    'cannot be read',
    () =>
      Promise.reject(new Failure('service-refused', { pt: 'an odd answer', en: 'an odd answer' })),
  ],
  ['is not there', () => Promise.resolve(null)],
  ['names no state', () => Promise.resolve({ count: 0, next: null, previous: null, results: [] })],
])('coverage that %s keeps nobody from being asked', async (_, read) => {
  expect(await statesNotOffered(changingReads(world.client, read))).toEqual([])
})

test('a state that is not offered gets no slot, and is asked once it is offered', async () => {
  const id = await open(await statesNotOffered(world.client))
  expect(await asked(id)).toBe(1)
  expect(await memberOf(id, lit)).toMatchObject({ state: 'answered' })
  expect(await memberOf(id, dark)).toMatchObject({
    state: 'excluded',
    reason: 'state-not-offered',
  })
  expect(await world.consultationsAt(dark.serviceId)).toBe(0)
  world.bench.clock.step(DAY_MS)
  const again = await open([])
  expect(await world.ledger.campaigns.rankFacts(again, TODAY)).toMatchObject([
    { vehicleId: dark.vehicleId },
  ])
  expect(await asked(again)).toBe(1)
  expect(await world.consultationsAt(dark.serviceId)).toBe(1)
})

test('nothing is opened only to say again what is not offered', async () => {
  await world.ledger.change(lit.vehicleId, { inFleet: false })
  const first = await open(DARK)
  expect(await memberOf(first, dark)).toMatchObject({ reason: 'state-not-offered' })
  world.bench.clock.step(DAY_MS)
  expect(await open(DARK)).toBe(first)
  expect(await openCampaign(tools(), { fleetId, mode, notOffered: DARK })).toMatchObject({
    campaign: null,
    joined: 0,
  })
})

test('a state that is switched off meanwhile lets its vehicles leave, but not who was asked', async () => {
  const id = await open([])
  await world.ask(await world.effectOf(id, lit.vehicleId))
  const all = [...UFS]
  expect(await openCampaign(tools(), { fleetId, mode, notOffered: all })).toMatchObject({ left: 1 })
  expect(await memberOf(id, lit)).toMatchObject({ state: 'open' })
  expect(await memberOf(id, dark)).toMatchObject({ reason: 'state-not-offered' })
  const due = await world.effects.due(fleetId, 'consult', 10)
  expect(due.planned).toEqual([])
  expect((await world.ledger.campaigns.current(fleetId))?.id).toBe(id)
  expect(await openCampaign(tools(), { fleetId, mode, notOffered: [] })).toMatchObject({
    joined: 1,
  })
  expect(await memberOf(id, dark)).toMatchObject({ state: 'open', ordinal: 1, reason: null })
  await planConsultations(tools(), id)
  expect(await asked(id)).toBe(1)
})

test('why says it', async () => {
  await open(DARK)
  const { effects } = world
  const { consultations } = world.ledger
  const vehicles = openVehicleStore(world.ledger.db)
  const stores = { ...tools(), consultations, vehicles, effects }
  const why = await whyVehicle(stores, { fleetId, name: dark.plate })
  expect(why).toMatchObject({ found: true, vehicles: [{ hold: { hold: 'state-not-offered' } }] })
})
