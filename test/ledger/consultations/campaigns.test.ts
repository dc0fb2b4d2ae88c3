import { describe, expect, test } from 'vitest'
import { openPlanningStore } from '../../support/ledger/planning-store.ts'
import { DAY_MS, later, openCampaignWorld, START } from './campaign-world.ts'
import { memberOf } from '../../support/ledger/member-of.ts'
import { forFile } from '../../support/for-file.ts'

const world = await forFile(openCampaignWorld())

const when = { staleBefore: later(-7 * DAY_MS), failedBefore: later(1e12), at: START }

async function openWith(fleetId: string): Promise<string> {
  const campaign = await world.campaigns.open(fleetId, START)
  await world.campaigns.join(campaign.id, when)
  return campaign.id
}

async function effects(
  campaignId: string,
): Promise<{ key: string; state: string; rank: number }[]> {
  return world.db
    .selectFrom('frota.effect')
    .select(['key', 'state', 'rank'])
    .where('campaign_id', '=', campaignId)
    .orderBy('rank')
    .execute()
}

describe('membership', () => {
  test('a fleet has one open campaign, however often and by how many it is opened', async () => {
    const fleetId = await world.fleet()
    const opened = await Promise.all([1, 2, 3].map(() => world.campaigns.open(fleetId, START)))
    expect(new Set(opened.map(({ id }) => id)).size).toBe(1)
    expect(await world.campaigns.current(fleetId)).toEqual(opened[0])
  })

  test('only vehicles of the fleet whose answer is stale join', async () => {
    const fleetId = await world.fleet()
    await world.vehicle(fleetId)
    await world.vehicle(fleetId, { latestAnswerAt: later(-8 * DAY_MS) })
    await world.vehicle(fleetId, { latestAnswerAt: later(-6 * DAY_MS) })
    await world.vehicle(fleetId, { inFleet: false })
    await world.vehicle(fleetId, { state: 'refused' })
    await world.vehicle(fleetId, { state: 'planned' })
    await world.vehicle(await world.fleet())
    expect(await world.campaigns.stale(fleetId, when)).toBe(3)
    const { id } = await world.campaigns.open(fleetId, START)
    expect(await world.campaigns.join(id, when)).toBe(3)
    expect(await world.campaigns.join(id, when)).toBe(0)
    expect(await world.campaigns.counts(id)).toEqual({
      members: 3,
      open: 3,
      answered: 0,
      failed: 0,
      stuck: 0,
      excluded: 0,
      unregistered: 1,
      asked: 0,
    })
  })

  test('who leaves the fleet leaves the campaign with the reason, and may come back', async () => {
    const fleetId = await world.fleet()
    const leaving = await world.vehicle(fleetId)
    const refused = await world.vehicle(fleetId, { state: 'planned' })
    const id = await openWith(fleetId)
    await world.change(leaving, { inFleet: false })
    await world.change(refused, { state: 'refused' })
    expect(await world.campaigns.leave(id, START)).toBe(2)
    expect(await memberOf(world.campaigns, id, leaving)).toMatchObject({
      state: 'excluded',
      reason: 'left',
    })
    // Of the two only the refused one is still a vehicle of the fleet.
    expect(await world.campaigns.counts(id)).toMatchObject({ members: 1, excluded: 1 })
    await world.change(leaving, { inFleet: true })
    expect(await world.campaigns.join(id, when)).toBe(1)
    expect(await memberOf(world.campaigns, id, leaving)).toMatchObject({
      state: 'open',
      ordinal: 1,
      reason: null,
    })
  })

  test('a registration that waits for a person holds no campaign open', async () => {
    const fleetId = await world.fleet()
    const vehicleId = await world.vehicle(fleetId, { state: 'planned' })
    const id = await openWith(fleetId)
    const effects = openPlanningStore(world.db)
    await effects.plan([{ kind: 'register', key: vehicleId, fleetId, vehicleId }])
    const settle = (state: 'needs-person' | 'done') =>
      world.db
        .updateTable('frota.effect')
        .set({ state })
        .where('vehicle_id', '=', vehicleId)
        .execute()
    expect(await world.campaigns.leave(id, START)).toBe(0)
    await settle('needs-person')
    expect(await world.campaigns.leave(id, START)).toBe(1)
    expect(await memberOf(world.campaigns, id, vehicleId)).toMatchObject({ reason: 'unregistered' })
    expect(await world.campaigns.join(id, when)).toBe(0)
    expect(await world.campaigns.stale(fleetId, when)).toBe(0)
    await settle('done')
    await world.change(vehicleId, { state: 'registered' })
    expect(await world.campaigns.join(id, when)).toBe(1)
  })

  test('who comes back after a refused consultation is asked under the next ordinal', async () => {
    const fleetId = await world.fleet()
    const vehicleId = await world.vehicle(fleetId)
    const id = await openWith(fleetId)
    await world.campaigns.plan(id, START)
    await world.db
      .updateTable('frota.effect')
      .set({ state: 'rejected' })
      .where('campaign_id', '=', id)
      .execute()
    await world.change(vehicleId, { inFleet: false })
    await world.campaigns.leave(id, START)
    await world.change(vehicleId, { inFleet: true })
    await world.campaigns.join(id, when)
    expect(await world.campaigns.plan(id, START)).toBe(1)
    expect(await memberOf(world.campaigns, id, vehicleId)).toMatchObject({ ordinal: 2 })
  })

  test('who was asked in vain rests before the next campaign takes it', async () => {
    const fleetId = await world.fleet()
    const vehicleId = await world.vehicle(fleetId)
    const id = await openWith(fleetId)
    const reason = 'x'
    await world.campaigns.endMember({
      campaignId: id,
      vehicleId,
      state: 'failed',
      reason,
      at: START,
    })
    await world.campaigns.close(id, START)
    const rests = { ...when, failedBefore: START }
    expect(await world.campaigns.stale(fleetId, rests)).toBe(0)
    const rested = { ...when, failedBefore: later(1) }
    expect(await world.campaigns.stale(fleetId, rested)).toBe(1)
    const next = await world.campaigns.open(fleetId, START)
    expect(await world.campaigns.join(next.id, rests)).toBe(0)
    expect(await world.campaigns.join(next.id, rested)).toBe(1)
  })

  test('a campaign closes when no member is open, and not before', async () => {
    const fleetId = await world.fleet()
    const vehicleId = await world.vehicle(fleetId)
    const id = await openWith(fleetId)
    expect(await world.campaigns.close(id, START)).toBe(false)
    const failed = { campaignId: id, vehicleId, state: 'failed', reason: 'x', at: START } as const
    expect(await world.campaigns.endMember(failed)).toBe(true)
    expect(await world.campaigns.endMember(failed)).toBe(false)
    expect(await world.campaigns.close(id, later(1))).toBe(true)
    expect(await world.campaigns.close(id, later(2))).toBe(false)
    expect(await world.campaigns.latest(fleetId)).toMatchObject({ id, closedAt: later(1) })
    expect(await world.campaigns.current(fleetId)).toBeUndefined()
  })
})

describe('planning', () => {
  test('each open, registered member gets one consultation, however often it is planned', async () => {
    const fleetId = await world.fleet()
    const first = await world.vehicle(fleetId)
    const second = await world.vehicle(fleetId)
    await world.vehicle(fleetId, { state: 'planned' })
    const id = await openWith(fleetId)
    expect(await world.campaigns.unplanned(id)).toEqual({ unplanned: 2, planned: 0 })
    expect(await world.campaigns.plan(id, START)).toBe(2)
    expect(await world.campaigns.plan(id, START)).toBe(0)
    expect(await world.campaigns.unplanned(id)).toEqual({ unplanned: 0, planned: 2 })
    const keys = (await effects(id)).map(({ key }) => key)
    expect(keys.toSorted()).toEqual([`${first}:${id}:1`, `${second}:${id}:1`].toSorted())
  })

  test('ranks reach the members and the consultations that did not leave yet', async () => {
    const fleetId = await world.fleet()
    const [first, second, third] = [
      await world.vehicle(fleetId),
      await world.vehicle(fleetId),
      await world.vehicle(fleetId),
    ]
    const id = await openWith(fleetId)
    await world.campaigns.plan(id, START)
    await world.db
      .updateTable('frota.effect')
      .set({ state: 'intent' })
      .where('key', '=', `${third}:${id}:1`)
      .execute()
    await world.campaigns.writeRanks(id, [
      { vehicleId: second, rank: 1, reasons: [{ reason: 'never-answered' }] },
      { vehicleId: first, rank: 2, reasons: [] },
      { vehicleId: third, rank: 3, reasons: [] },
    ])
    expect(await world.campaigns.place(id, second)).toEqual({ place: 1, waiting: 2 })
    expect(await world.campaigns.place(id, first)).toEqual({ place: 2, waiting: 2 })
    expect((await effects(id)).map(({ rank }) => rank)).toEqual([0, 1, 2])
    expect((await memberOf(world.campaigns, id, second))?.rankReasons).toEqual([
      { reason: 'never-answered' },
    ])
  })

  test('the facts of ranking hold what the last answer shows and nobody paid', async () => {
    const fleetId = await world.fleet()
    const vehicleId = await world.vehicle(fleetId, { latestAnswerAt: later(-9 * DAY_MS) })
    const id = await openWith(fleetId)
    await world.campaigns.plan(id, START)
    const { id: consultationId } = await world.asked(id, vehicleId)
    const debt = (ordinal: number, state: 'open' | 'paid', shown: boolean) => ({
      vehicle_id: vehicleId,
      fingerprint: 'ticket',
      ordinal,
      kind: 'ticket',
      grp: 'ticket',
      description: 'x',
      year: null,
      due_date: null,
      amount_cents: 100n,
      previous_amount_cents: null,
      is_payable: true,
      state,
      state_since: START,
      shown,
      first_seen_at: START,
      last_seen_at: START,
      first_consultation_id: consultationId,
      last_consultation_id: consultationId,
    })
    await world.db
      .insertInto('frota.debt')
      .values([debt(0, 'open', true), debt(1, 'open', true), debt(2, 'paid', true)])
      .execute()
    expect(await world.campaigns.rankFacts(id, '2026-03-10')).toMatchObject([
      {
        vehicleId,
        latestAnswerAt: later(-9 * DAY_MS),
        openDebts: 2,
        openCents: 200n,
      },
    ])
  })

  test('failed and stuck members can be asked again, each only so often', async () => {
    const fleetId = await world.fleet()
    const failed = await world.vehicle(fleetId)
    const stuck = await world.vehicle(fleetId)
    const id = await openWith(fleetId)
    await world.campaigns.plan(id, START)
    const end = { campaignId: id, reason: 'x', at: START }
    await world.campaigns.endMember({ ...end, vehicleId: failed, state: 'failed' })
    await world.campaigns.endMember({ ...end, vehicleId: stuck, state: 'stuck' })
    const rested = { failedBefore: later(1), stuckBefore: START }
    const again = { rested, ordinalMax: 2 }
    expect(await world.campaigns.askAgain(id, { ...again, rested: { failedBefore: START } })).toBe(
      0,
    )
    expect(await world.campaigns.askAgain(id, again)).toBe(1)
    expect(await world.campaigns.plan(id, START)).toBe(1)
    expect((await effects(id)).map(({ key }) => key)).toContain(`${failed}:${id}:2`)
    await world.campaigns.endMember({ ...end, vehicleId: failed, state: 'failed' })
    expect(await world.campaigns.askAgain(id, again)).toBe(0)
  })
})
