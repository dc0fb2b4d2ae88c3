import { describe, expect, test } from 'vitest'
import type { Clock } from '../../../src/clock.ts'
import { openCampaign } from '../../../src/reconciliation/consultations/open-campaign.ts'
import type { CampaignMode } from '../../../src/reconciliation/consultations/open-campaign.ts'
import { defaultPlanPolicy } from '../../../src/reconciliation/consultations/plan-policy.ts'
import { planConsultations } from '../../../src/reconciliation/consultations/plan-consultations.ts'
import { openVehicleStore } from '../../../src/ledger/vehicles/vehicles.ts'
import {
  DAY_MS,
  later,
  openCampaignWorld,
  START,
} from '../../ledger/consultations/campaign-world.ts'
import { memberOf } from '../../support/ledger/member-of.ts'
import { forFile } from '../../support/for-file.ts'

const world = await forFile(openCampaignWorld())
const tools = toolsAt(START)

function toolsAt(at: Date, planPolicy = defaultPlanPolicy()) {
  const clock: Clock = { now: () => at.getTime(), uptime: () => 0, sleep: async () => {} }
  const zone = 'America/Sao_Paulo'
  return { campaigns: world.campaigns, clock, zone, planPolicy }
}

const mode = 'open-or-join'

test('a fleet whose answers are all fresh opens nothing', async () => {
  const fleetId = await world.fleet()
  await world.vehicle(fleetId, { latestAnswerAt: later(-DAY_MS) })
  const opened = await openCampaign(tools, { fleetId, mode })
  expect(opened).toMatchObject({ campaign: null, opened: false, joined: 0 })
})

test('the next night joins the same campaign, with the vehicles that are new', async () => {
  const fleetId = await world.fleet()
  await world.vehicle(fleetId)
  const first = await openCampaign(tools, { fleetId, mode })
  expect(first).toMatchObject({ opened: true, joined: 1 })
  await world.vehicle(fleetId)
  const second = await openCampaign(toolsAt(later(DAY_MS)), { fleetId, mode })
  expect(second).toMatchObject({ opened: false, joined: 1, campaign: first.campaign })
})

test('resume goes on with what is open and takes nobody in', async () => {
  const fleetId = await world.fleet()
  await world.vehicle(fleetId)
  expect((await openCampaign(tools, { fleetId, mode: 'resume' })).campaign).toBeNull()
  const { campaign } = await openCampaign(tools, { fleetId, mode })
  await world.vehicle(fleetId)
  const resumed = await openCampaign(tools, { fleetId, mode: 'resume' })
  expect(resumed).toMatchObject({ campaign, opened: false, joined: 0 })
})

test('a campaign whose last open vehicle left the fleet closes', async () => {
  const fleetId = await world.fleet()
  const vehicleId = await world.vehicle(fleetId)
  const { campaign } = await openCampaign(tools, { fleetId, mode })
  await world.change(vehicleId, { inFleet: false })
  expect(await openCampaign(tools, { fleetId, mode })).toMatchObject({ campaign: null, left: 1 })
  expect(await world.campaigns.latest(fleetId)).toMatchObject({ ...campaign, closedAt: START })
})

test('planning ranks who waits and plans each once, however often it is called', async () => {
  const fleetId = await world.fleet()
  const fresh = { plate: 'ABC1D23', uf: 'RR' }
  const stale = await world.vehicle(fleetId, { ...fresh, latestAnswerAt: later(-9e8) })
  const unknown = await world.vehicle(fleetId, fresh)
  const due = await world.vehicle(fleetId, {
    plate: 'ABC1D25',
    uf: 'RR',
    latestAnswerAt: later(-8e8),
  })
  await world.vehicle(fleetId, { state: 'planned' })
  const { campaign } = await openCampaign(tools, { fleetId, mode })
  const id = campaign?.id ?? ''
  expect(await planConsultations(tools, id)).toEqual({ waiting: 3, planned: 3 })
  expect(await planConsultations(tools, id)).toEqual({ waiting: 3, planned: 0 })
  expect((await memberOf(world.campaigns, id, due))?.rankReasons).toMatchObject([
    { reason: 'due-soon', date: '2026-03-25', daysAway: 15, points: 300, weight: 400 },
    { reason: 'stale', days: 9, weight: 50 },
  ])
  for (const [at, vehicleId] of [unknown, due, stale].entries()) {
    expect(await world.campaigns.place(id, vehicleId)).toEqual({ place: at + 1, waiting: 3 })
  }
  expect(await world.campaigns.place(id, world.uuid())).toEqual({ place: null, waiting: 3 })
})

test('a vehicle registered later is planned by the next call', async () => {
  const fleetId = await world.fleet()
  const vehicleId = await world.vehicle(fleetId, { state: 'planned' })
  const { campaign } = await openCampaign(tools, { fleetId, mode })
  const id = campaign?.id ?? ''
  expect(await planConsultations(tools, id)).toEqual({ waiting: 0, planned: 0 })
  await world.change(vehicleId, { state: 'registered' })
  expect((await world.campaigns.unplanned(id)).unplanned).toBe(1)
  expect(await planConsultations(tools, id)).toEqual({ waiting: 1, planned: 1 })
})

test('what failed is asked again in the same campaign when it rested, and so often at most', async () => {
  const fleetId = await world.fleet()
  const vehicleId = await world.vehicle(fleetId)
  await world.vehicle(fleetId)
  const policy = { ...defaultPlanPolicy(), askedMax: 2 }
  const { campaign } = await openCampaign(toolsAt(START, policy), { fleetId, mode })
  const campaignId = campaign?.id ?? ''
  const fail = (at: Date): Promise<boolean> =>
    world.campaigns.endMember({ campaignId, vehicleId, state: 'failed', reason: 'x', at })
  const nextNight = async (hours: number, how: CampaignMode = mode) => {
    const at = later(hours * 3_600_000)
    await openCampaign(toolsAt(at, policy), { fleetId, mode: how })
    return (await memberOf(world.campaigns, campaignId, vehicleId))?.state
  }
  await fail(START)
  expect(await nextNight(19)).toBe('failed')
  expect(await nextNight(21)).toBe('open')
  await fail(later(21 * 3_600_000))
  expect(await nextNight(100)).toBe('failed')
  expect(await nextNight(100, 'retry')).toBe('failed')
})

test('a person who asks again does not wait for the rest', async () => {
  const fleetId = await world.fleet()
  const vehicleId = await world.vehicle(fleetId)
  await world.vehicle(fleetId)
  const { campaign } = await openCampaign(tools, { fleetId, mode })
  const campaignId = campaign?.id ?? ''
  const reason = 'vehicle_not_found: nobody'
  await world.campaigns.endMember({ campaignId, vehicleId, state: 'failed', reason, at: START })
  await openCampaign(tools, { fleetId, mode })
  expect((await memberOf(world.campaigns, campaignId, vehicleId))?.state).toBe('failed')
  await openCampaign(tools, { fleetId, mode: 'retry' })
  expect((await memberOf(world.campaigns, campaignId, vehicleId))?.state).toBe('open')
})

describe('a closed campaign in which one was answered and one failed', () => {
  const nightLater = later(DAY_MS)

  async function closed(policy = defaultPlanPolicy()) {
    const fleetId = await world.fleet()
    const answered = await world.vehicle(fleetId)
    const failed = await world.vehicle(fleetId)
    const { campaign } = await openCampaign(toolsAt(START, policy), { fleetId, mode })
    const campaignId = campaign?.id ?? ''
    const end = { campaignId, reason: 'x', at: START }
    await world.campaigns.endMember({ ...end, vehicleId: answered, state: 'answered' })
    await world.campaigns.endMember({ ...end, vehicleId: failed, state: 'failed' })
    await world.change(answered, { latestAnswerAt: START })
    await world.campaigns.close(campaignId, START)
    return { fleetId, campaignId, answered, failed }
  }

  test('retry opens it again for the one that failed', async () => {
    const { fleetId, campaignId, failed } = await closed()
    const opened = await openCampaign(tools, { fleetId, mode: 'retry' })
    expect(opened).toMatchObject({ campaign: { id: campaignId }, opened: false, askedAgain: 1 })
    expect(await world.campaigns.current(fleetId)).toMatchObject({ id: campaignId })
    expect(await world.campaigns.counts(campaignId)).toMatchObject({ answered: 1, open: 1 })
    const member = await memberOf(world.campaigns, campaignId, failed)
    expect(member).toMatchObject({ state: 'open', ordinal: 2 })
  })

  test('retry leaves it closed when nobody failed, and takes no stale vehicle in', async () => {
    const { fleetId, campaignId, failed } = await closed()
    await world.change(failed, { inFleet: false })
    const left = await openCampaign(tools, { fleetId, mode: 'retry' })
    expect(left).toMatchObject({ campaign: null, askedAgain: 1, left: 1 })
    await world.vehicle(fleetId)
    const nobody = await openCampaign(tools, { fleetId, mode: 'retry' })
    expect(nobody).toMatchObject({ campaign: null, opened: false, askedAgain: 0, joined: 0 })
    expect(await world.campaigns.latest(fleetId)).toMatchObject({ id: campaignId, closedAt: START })
    const none = await openCampaign(tools, { fleetId: await world.fleet(), mode: 'retry' })
    expect(none).toMatchObject({ campaign: null, opened: false })
  })

  test('retry of one vehicle opens it, answered or not, however often it was asked, and no other', async () => {
    const { fleetId, answered, failed: earlier } = await closed()
    const [later1, later2] = [await world.vehicle(fleetId), await world.vehicle(fleetId)]
    // While what failed rests, the new vehicles get a campaign of their own.
    const { campaign } = await openCampaign(toolsAt(later(1)), { fleetId, mode })
    const campaignId = campaign?.id ?? ''
    for (const vehicleId of [later1, later2]) {
      const end = { campaignId, vehicleId, reason: 'x', at: later(2) } as const
      await world.campaigns.endMember({ ...end, state: 'failed' })
    }
    await world.campaigns.close(campaignId, later(2))
    const once = toolsAt(later(3), { ...defaultPlanPolicy(), askedMax: 1 })
    const stateOf = async (id: string) => (await memberOf(world.campaigns, campaignId, id))?.state
    const vehicles = [answered, earlier, later1, later2]
    const ask = (vehicleId: string) => openCampaign(once, { fleetId, mode: 'retry', vehicleId })
    expect(await ask(answered)).toMatchObject({ campaign: { id: campaignId }, askedAgain: 1 })
    expect(await ask(later1)).toMatchObject({ campaign: { id: campaignId }, askedAgain: 1 })
    const states = ['open', undefined, 'open', 'failed']
    expect(await Promise.all(vehicles.map(stateOf))).toEqual(states)
    expect(await ask(earlier)).toMatchObject({ campaign: { id: campaignId }, askedAgain: 1 })
    expect(await stateOf(earlier)).toBe('open')
  })

  test('retry finds one that failed before the last campaign, while it was not asked too often', async () => {
    const { fleetId, failed: earlier } = await closed()
    const { fleetId: otherId } = await closed()
    const fresh = await world.vehicle(fleetId)
    const { campaign } = await openCampaign(toolsAt(later(1)), { fleetId, mode })
    const campaignId = campaign?.id ?? ''
    const end = { campaignId, vehicleId: fresh, reason: 'x', at: later(2) } as const
    await world.campaigns.endMember({ ...end, state: 'answered' })
    await world.change(fresh, { latestAnswerAt: later(2) })
    await world.campaigns.close(campaignId, later(2))
    expect(await world.campaigns.countUnanswered(fleetId)).toBe(1)
    const most = toolsAt(later(3), { ...defaultPlanPolicy(), askedMax: 1 })
    expect(await openCampaign(most, { fleetId, mode: 'retry' })).toMatchObject({ askedAgain: 0 })
    const opened = await openCampaign(toolsAt(later(3)), { fleetId, mode: 'retry' })
    expect(opened).toMatchObject({ campaign: { id: campaignId }, askedAgain: 1 })
    expect((await memberOf(world.campaigns, campaignId, earlier))?.state).toBe('open')
    expect(await world.campaigns.countUnanswered(fleetId)).toBe(0)
    expect(await world.campaigns.countUnanswered(otherId)).toBe(1)
    const failing = { ...end, vehicleId: earlier, state: 'failed', at: later(4) } as const
    await world.campaigns.endMember(failing)
    await world.change(earlier, { inFleet: false })
    expect(await world.campaigns.countUnanswered(fleetId)).toBe(0)
  })

  test('the next night goes on with it while nothing else is stale', async () => {
    const { fleetId, campaignId } = await closed()
    const opened = await openCampaign(toolsAt(nightLater), { fleetId, mode })
    expect(opened).toMatchObject({ campaign: { id: campaignId }, opened: false, askedAgain: 1 })
  })

  test('the next night opens another when more than the failed one is stale', async () => {
    const { fleetId, campaignId } = await closed()
    await world.vehicle(fleetId)
    const opened = await openCampaign(toolsAt(nightLater), { fleetId, mode })
    expect(opened).toMatchObject({ opened: true, joined: 2, askedAgain: 0 })
    expect(opened.campaign?.id).not.toBe(campaignId)
  })

  test('the next night goes on with it for one whose plate or state changed since', async () => {
    const { fleetId, campaignId, answered, failed } = await closed()
    const vehicles = openVehicleStore(world.db)
    expect((await openCampaign(tools, { fleetId, mode })).campaign).toBeNull()
    for (const id of [answered, failed]) await vehicles.edit(id, { person: 'Ana', uf: 'RJ' })
    const opened = await openCampaign(tools, { fleetId, mode })
    expect(opened).toMatchObject({ campaign: { id: campaignId }, opened: false, askedAgain: 2 })
    for (const id of [answered, failed]) {
      const member = await memberOf(world.campaigns, campaignId, id)
      expect(member).toMatchObject({ state: 'open', ordinal: 2 })
    }
  })

  test('one that was asked as often as it may be rests until the fleet is stale', async () => {
    const policy = { ...defaultPlanPolicy(), askedMax: 1 }
    const { fleetId, campaignId } = await closed(policy)
    const next = await openCampaign(toolsAt(nightLater, policy), { fleetId, mode })
    expect(next).toMatchObject({ campaign: null, opened: false })
    const stale = await openCampaign(toolsAt(later(8 * DAY_MS), policy), { fleetId, mode })
    expect(stale).toMatchObject({ opened: true, joined: 2 })
    expect(stale.campaign?.id).not.toBe(campaignId)
  })
})
