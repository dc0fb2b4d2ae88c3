/** What a change of plate or state ends in the ledger, by hand and by a file. */
import { describe, expect, test } from 'vitest'
import { openReportSource } from '../../../src/ledger/reports/report-source.ts'
import { openVehicleStore } from '../../../src/ledger/vehicles/vehicles.ts'
import { later, START } from '../consultations/campaign-world.ts'
import { openPlanWorld, some, ticket, type Planned } from '../orders/plan-world.ts'
import { memberOf } from '../../support/ledger/member-of.ts'
import { testEngine } from '../../support/database.ts'
import { forFile } from '../../support/for-file.ts'

/** The embedded engine has one session, so each round of it is like the one before. */
const ROUNDS = testEngine() === 'postgresql' ? 12 : 2
/** As the vehicles of the world are made, but for the plate. */
const PLATE = 'ABC1234'

const world = await forFile(openPlanWorld())
const vehicles = openVehicleStore(world.ledger.db)

async function query(text: string, values: readonly unknown[]): Promise<object[]> {
  return (await world.ledger.database.pool.query<object>(text, [...values])).rows
}

/** A registered vehicle of SP with the plate above, answered with two debts, one of them ordered. */
async function answered(): Promise<Planned & { ordered: string; open: string }> {
  const one = await world.vehicle()
  await query(
    `update frota.vehicle set plate = $2, remote_plate = $2, remote_uf = 'SP',
       remote_nickname = '' where id = $1`,
    [one.vehicleId, PLATE],
  )
  await one.answer([ticket(), ticket({ description: 'Ordered before' })])
  const [open, ordered] = await one.shown()
  const move = { why: 'test', at: START, from: ['open'] as const }
  const ids = [some(ordered).id]
  await world.ledger.debts.move({ ...move, ids, to: 'ordered' })
  return { ...one, open: some(open).id, ordered: some(ordered).id }
}

function fix(vehicleId: string, said: { plate?: string; uf?: string; nickname?: string }) {
  return vehicles.edit(vehicleId, { person: 'Ana', ...said })
}

async function standing({ vehicleId, open, ordered }: Awaited<ReturnType<typeof answered>>) {
  const debts = await world.ledger.debts.ofVehicle(vehicleId)
  const debt = (id: string) => debts.find((each) => each.id === id)
  const [vehicle] = await query(
    `select latest_answer_at is null as forgotten, identity_told as told from frota.vehicle
     where id = $1`,
    [vehicleId],
  )
  const plans = await query('select state, reason from frota.order_plan where vehicle_id = $1', [
    vehicleId,
  ])
  return {
    ...vehicle,
    open: [debt(open)?.state, debt(open)?.shown],
    ordered: [debt(ordered)?.state, debt(ordered)?.shown],
    plans,
    known: (await world.ledger.consultations.ofVehicle(vehicleId)).length,
  }
}

const KEPT = {
  forgotten: false,
  told: true,
  open: ['proposed', true],
  ordered: ['ordered', true],
  plans: [{ state: 'proposed', reason: null }],
  known: 1,
}
const ENDED = {
  forgotten: true,
  told: false,
  open: ['gone', false],
  ordered: ['ordered', false],
  plans: [{ state: 'void', reason: 'identity-changed' }],
  known: 0,
}

describe('a person who says', () => {
  test.each([
    ['the Mercosul form of the plate', 'nothing', { plate: 'ABC1C34' }, KEPT],
    ['a nickname', 'nothing', { nickname: 'Van' }, KEPT],
    ['what is so already', 'nothing', { plate: PLATE, uf: 'SP' }, KEPT],
    ['another plate', 'the answer', { plate: 'ABC1235' }, ENDED],
    ['another state', 'the answer', { uf: 'RJ' }, ENDED],
    ['both', 'the answer', { plate: 'XYZ1D23', uf: 'RJ' }, ENDED],
  ] as const)('%s ends %s', async (_, __, said, expected) => {
    const one = await answered()
    some(await one.propose([some((await one.shown())[0])]))
    const fixed = await fix(one.vehicleId, said)
    expect(fixed.asksAnew).toBe(expected === ENDED)
    expect(await standing(one)).toEqual(expected)
  })

  test('another plate has the void proposal and the debt that left told with the reason', async () => {
    const one = await answered()
    const planId = some(await one.propose([some((await one.shown())[0])]))
    await fix(one.vehicleId, { plate: 'ABC1235' })
    const events = await world.ledger.debts.history(one.vehicleId)
    expect(events.slice(-2)).toMatchObject([
      { event: 'gone', why: 'identity-changed' },
      { event: 'gone', why: 'identity-changed' },
    ])
    const told = await query(
      `select what, actor, facts::json ->> 'reason' as reason from frota.audit
       where plan_id = $1 order by seq`,
      [planId],
    )
    expect(told.at(-1)).toEqual({ what: 'voided', actor: 'Ana', reason: 'identity-changed' })
  })

  test('another state of a vehicle with an approved plan leaves it to the order gate', async () => {
    const one = await answered()
    const planId = some(await one.propose([some((await one.shown())[0])]))
    await world.approve(planId)
    expect(await world.plans.find(planId)).toMatchObject({ isFormer: false })
    await fix(one.vehicleId, { uf: 'RJ' })
    expect(await world.plans.find(planId)).toMatchObject({ state: 'approved', isFormer: true })
  })

  test('and takes it back, asks anew all the same', async () => {
    const one = await answered()
    await fix(one.vehicleId, { uf: 'RJ' })
    await fix(one.vehicleId, { uf: 'SP' })
    expect(await standing(one)).toMatchObject({ forgotten: true, told: false, known: 0 })
    const due = await vehicles.toUpdate(one.fleetId, 0n, 10)
    expect(due.map(({ id }) => id)).toEqual([one.vehicleId])
  })
})

test('nothing is proposed from an answer of before, not even by who considers it just then', async () => {
  const one = await answered()
  const answer = await one.unconsidered()
  await fix(one.vehicleId, { uf: 'RJ' })
  expect(await world.plans.unconsidered(one.fleetId, 10)).toEqual([])
  expect(await one.propose([], answer)).toBeNull()
})

test('a report speaks of neither the answer nor its items, and closes', async () => {
  const one = await answered()
  await fix(one.vehicleId, { uf: 'RJ' })
  const source = openReportSource(world.ledger.db, false)
  const campaign = await world.ledger.campaigns.latest(one.fleetId)
  const campaignId = some(campaign).id
  const scope = {
    fleetId: one.fleetId,
    campaign: null,
    import: null,
    extras: [],
    since: START.toISOString(),
    campaignId,
    laterRun: null,
    previousEndedAt: null,
    readLater: false,
  }
  expect(await source.totals(scope, [])).toMatchObject({ answerItems: { rows: 0, cents: 0n } })
  const pages: unknown[] = []
  for await (const page of source.vehicles(scope)) pages.push(...page)
  expect(pages).toMatchObject([{ answeredAt: null, consultation: null }])
})

async function pending() {
  const one = await world.vehicle()
  const { id: campaignId } = await world.ledger.campaigns.open(one.fleetId, START)
  const always = { staleBefore: later(1e9), failedBefore: later(1e12) }
  await world.ledger.campaigns.join(campaignId, { ...always, at: START })
  await world.ledger.campaigns.plan(campaignId, START)
  const asked = await world.ledger.asked(campaignId, one.vehicleId)
  return { ...one, campaignId, asked }
}

describe('the question', () => {
  const sums = { stage: 'ready', totalCents: 0n, itemsCents: 0n, flags: [], foundNewDebts: false }

  const ready = (id: string): Promise<boolean> =>
    world.ledger.consultations.transaction(async (tx) =>
      (await world.ledger.consultations.ready([{ ...sums, id, at: START }], tx)).has(id),
    )

  test('that is under way ends without an answer, and its member is asked again', async () => {
    const { vehicleId, campaignId, asked } = await pending()
    await query("update frota.effect set state = 'done' where id = $1", [asked.effectId])
    await fix(vehicleId, { uf: 'RJ' })
    expect(await ready(asked.id)).toBe(false)
    expect(await world.ledger.consultation(asked.id)).toMatchObject({
      status: 'stuck',
      problem: 'identity-changed',
    })
    const member = await memberOf(world.ledger.campaigns, campaignId, vehicleId)
    expect(member).toMatchObject({ state: 'open', ordinal: 2 })
  })

  test('that did not leave yet keeps its ordinal', async () => {
    const { vehicleId, campaignId } = await pending()
    await fix(vehicleId, { uf: 'RJ' })
    const member = await memberOf(world.ledger.campaigns, campaignId, vehicleId)
    expect(member).toMatchObject({ state: 'open', ordinal: 1 })
  })

  test.each([
    ['left before the service was told', 'asked', '-1 second', START, 'ended'],
    ['left after it was told', 'asked', '1 second', START, 'pending'],
    ['left at a time that nobody knows', 'adopted', null, START, 'ended'],
    ['was there before it was told', 'fresh', null, new Date('2026-03-09T00:00:00Z'), 'ended'],
    ['was there, and asked after it', 'joined', null, new Date('2026-03-11T00:00:00Z'), 'pending'],
  ] as const)('that %s is recorded as it should', async (_, origin, left, askedAt, becomes) => {
    const { vehicleId, campaignId, asked } = await pending()
    await query('update frota.vehicle set identity_since = $2 where id = $1', [vehicleId, START])
    await query(
      'update frota.effect set intent_at = $2::timestamptz + $3::interval where id = $1',
      [asked.effectId, START, left],
    )
    const id = world.ledger.uuid()
    const again = { ...asked, id, origin, askedAt }
    expect(await world.ledger.consultations.record(again)).toBe(becomes)
    const member = await memberOf(world.ledger.campaigns, campaignId, vehicleId)
    const ordinal = becomes === 'pending' ? 1 : 2
    expect(member).toMatchObject({ state: 'open', ordinal })
    const status = becomes === 'pending' ? 'pending' : 'stuck'
    expect(await world.ledger.consultation(id)).toMatchObject({ status })
  })

  test('that comes back while the service is not told yet answers nobody', async () => {
    const { vehicleId, campaignId, asked } = await pending()
    await fix(vehicleId, { uf: 'RJ' })
    const again = { ...asked, id: world.ledger.uuid() }
    expect(await world.ledger.consultations.record(again)).toBe('ended')
    const member = await memberOf(world.ledger.campaigns, campaignId, vehicleId)
    expect(member).toMatchObject({ state: 'open', ordinal: 2 })
  })

  test('and a change at the same moment: no answer of before is left, and nobody waits', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { vehicleId, asked } = await pending()
      const [got] = await Promise.all([ready(asked.id), fix(vehicleId, { uf: 'RJ' })])
      const [row] = await query(
        `select latest_answer_at, (select bool_and(is_former) from frota.consultation
           where vehicle_id = vehicle.id) as former from frota.vehicle where id = $1`,
        [vehicleId],
      )
      expect({ ...row, got }).toEqual({ latest_answer_at: null, former: true, got })
    }
  })
})

test('a question that is noted and a change at the same moment: it answers nobody', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const { vehicleId, asked } = await pending()
    const again = { ...asked, id: world.ledger.uuid() }
    await Promise.all([world.ledger.consultations.record(again), fix(vehicleId, { uf: 'RJ' })])
    const found = await query('select is_former, status from frota.consultation where id = $1', [
      again.id,
    ])
    expect(found).toEqual([{ is_former: true, status: 'stuck' }])
  }
})

test('an approval and a change at the same moment: approved before it, or not at all', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const one = await answered()
    const planId = some(await one.propose([some((await one.shown())[0])]))
    const [approval] = await Promise.all([world.approve(planId), fix(one.vehicleId, { uf: 'RJ' })])
    const plan = await world.plans.find(planId)
    expect(plan).toMatchObject({ state: approval.approved ? 'approved' : 'void', isFormer: true })
  }
})
