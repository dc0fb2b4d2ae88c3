/** Who is asked again, and when: by kind of vehicle, by how its last question ended, by its state. */
import { beforeEach, expect, test } from 'vitest'
import type { StaleCriteria } from '../../../src/ledger/consultations/campaigns.ts'
import { DAY_MS, later, openCampaignWorld, START } from './campaign-world.ts'
import { openVehicleStore } from '../../../src/ledger/vehicles/vehicles.ts'
import { memberOf } from '../../support/ledger/member-of.ts'
import { forFile } from '../../support/for-file.ts'

let fleetId: string

const world = await forFile(openCampaignWorld())
beforeEach(async () => {
  fleetId = await world.fleet()
})

const HOUR_MS = 3_600_000
const rested: StaleCriteria = {
  staleBefore: later(-7 * DAY_MS),
  failedBefore: later(-20 * HOUR_MS),
  stuckBefore: later(-2 * HOUR_MS),
  lasting: { codes: ['vehicle_not_found', 'vehicle-inactive'], before: later(-7 * DAY_MS) },
}

async function ended(state: 'failed' | 'stuck', reason: string, hoursAgo: number): Promise<string> {
  const vehicleId = await world.vehicle(fleetId)
  const { id } = await world.campaigns.open(fleetId, START)
  await world.campaigns.join(id, { ...rested, at: later(-30 * DAY_MS) })
  const at = later(-hoursAgo * HOUR_MS)
  await world.campaigns.endMember({ campaignId: id, vehicleId, state, reason, at })
  return id
}

test.each([
  ['failed', 'authority_timeout: away', 19, false],
  ['failed', 'authority_timeout: away', 21, true],
  ['failed', 'failed without an error code', 21, true],
  ['failed', 'vehicle_not_found: nobody', 21, false],
  ['failed', 'vehicle_not_found', 21, false],
  ['failed', 'vehicle_not_found: nobody', 169, true],
  ['failed', 'vehicle-inactive', 21, false],
  ['stuck', 'still-pending', 1, false],
  ['stuck', 'still-pending', 3, true],
] as const)('%s with "%s" %i hours ago: asked again is %s', async (state, reason, hours, again) => {
  const id = await ended(state, reason, hours)
  expect(await world.campaigns.stale(fleetId, rested)).toBe(Number(again))
  const most = { rested, ordinalMax: 2 }
  expect(await world.campaigns.askAgain(id, { ...most, ordinalMax: 1 })).toBe(0)
  expect(await world.campaigns.askAgain(id, most)).toBe(Number(again))
})

test.each([true, false])(
  'once another owner was told, a failed one is asked at once',
  async (open) => {
    const id = await ended('failed', 'vehicle_not_found: other owner', 1)
    if (!open) await world.campaigns.close(id, START)
    const members = world.db.selectFrom('frota.campaign_member').where('campaign_id', '=', id)
    const { vehicle_id: vehicleId } = await members.select('vehicle_id').executeTakeFirstOrThrow()
    const remote = { serviceId: world.uuid(), plate: 'ABC1D23', uf: 'SP', nickname: '' }
    const waits = async (): Promise<boolean> =>
      (await memberOf(world.campaigns, id, vehicleId))?.state === 'open' ||
      (await world.campaigns.stale(fleetId, rested)) === 1
    await openVehicleStore(world.db).markRemote(vehicleId, remote)
    expect(await waits()).toBe(false)
    await openVehicleStore(world.db).markRemote(vehicleId, remote, Buffer.from('owner'))
    expect(await waits()).toBe(true)
  },
)

test('each kind of vehicle has a freshness of its own', async () => {
  const answered = { latestAnswerAt: later(-3 * DAY_MS) }
  const due = await world.vehicle(fleetId, { ...answered, uf: 'RR', plate: 'ABC1D25' })
  const owing = await world.vehicle(fleetId, { ...answered, uf: 'RR', plate: 'ABC1D23' })
  const soon = await world.vehicle(fleetId, { ...answered, uf: 'RR', plate: 'ABC1D23' })
  await world.vehicle(fleetId, { ...answered, uf: 'RR', plate: 'ABC1D23' })
  const { id } = await world.campaigns.open(fleetId, START)
  await world.campaigns.join(id, { ...rested, staleBefore: START, at: START })
  await world.campaigns.plan(id, START)
  await owe(id, owing, '2026-09-01')
  await owe(id, soon, '2026-03-12')
  const stale = (dueSoonDays: number, openDebtsDays: number): Promise<number> =>
    world.campaigns.stale(fleetId, {
      ...rested,
      kinds: {
        dueSoonBefore: later(-dueSoonDays * DAY_MS),
        openDebtsBefore: later(-openDebtsDays * DAY_MS),
        dueSoon: ['RR5'],
        dueFrom: '2026-03-10',
        dueUntil: '2026-04-09',
      },
    })
  expect(await stale(7, 7)).toBe(0)
  expect(await stale(2, 7)).toBe(2)
  expect(await stale(7, 2)).toBe(1)
  expect(await stale(2, 2)).toBe(3)
  expect(await world.campaigns.factsOf(due, '2026-03-10')).toMatchObject({ dues: [], openDebts: 0 })
  expect(await world.campaigns.factsOf(soon, '2026-03-10')).toMatchObject({
    openDebts: 1,
    latestAskedAt: START,
    dues: [{ group: 'ticket', year: null, dueDate: '2026-03-12', open: true }],
  })
})

async function owe(campaignId: string, vehicleId: string, dueDate: string): Promise<void> {
  const { id } = await world.asked(campaignId, vehicleId)
  await world.db
    .insertInto('frota.debt')
    .values({
      vehicle_id: vehicleId,
      fingerprint: 'ticket',
      ordinal: 0,
      kind: 'ticket',
      grp: 'ticket',
      description: 'x',
      year: null,
      due_date: dueDate,
      amount_cents: 100n,
      previous_amount_cents: null,
      is_payable: true,
      state: 'open',
      state_since: START,
      shown: true,
      first_seen_at: START,
      last_seen_at: START,
      first_consultation_id: id,
      last_consultation_id: id,
    })
    .execute()
}
