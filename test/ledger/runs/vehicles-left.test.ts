/** Which vehicles a later run goes on with, read from the rows alone. */
import { expect, test } from 'vitest'
import { MISMATCHES } from '../../../src/reconciliation/orders/order-reasons.ts'
import { openProposalReader } from '../../../src/ledger/orders/proposal-lines.ts'
import { openReportSource } from '../../../src/ledger/reports/report-source.ts'
import { openRunStore } from '../../../src/ledger/runs/runs.ts'
import { later, START } from '../consultations/campaign-world.ts'
import { openPlanWorld, some } from '../orders/plan-world.ts'
import { claimOne } from '../../support/ledger/claim-one.ts'
import { forFile } from '../../support/for-file.ts'
import { nowAt } from '../../support/now-at.ts'

const world = await forFile(openPlanWorld())

function left(fleetId: string, campaignId: string | null = null, at = START): Promise<number> {
  return openRunStore(world.ledger.db).vehiclesLeft({ fleetId, campaignId, at })
}

async function sql(text: string, values: unknown[] = []): Promise<void> {
  await world.ledger.database.pool.query(text, values)
}

test('a member of the campaign without an answer is left, one whose answer was read is not', async () => {
  const one = await world.vehicle()
  const { id } = await world.ledger.campaigns.open(one.fleetId, START)
  const always = { staleBefore: later(1e9), failedBefore: later(1e12), at: START }
  await world.ledger.campaigns.join(id, always)
  expect(await left(one.fleetId, id)).toBe(1)
  await one.answer()
  expect(await left(one.fleetId, id)).toBe(0)
})

test('an answer that could be read now is left although no campaign is open', async () => {
  const one = await world.vehicle()
  const { id } = await world.ledger.campaigns.open(one.fleetId, START)
  const always = { staleBefore: later(1e9), failedBefore: later(1e12), at: START }
  await world.ledger.campaigns.join(id, always)
  await world.ledger.campaigns.plan(id, START)
  await world.ledger.asked(id, one.vehicleId)
  expect(await left(one.fleetId)).toBe(1)
  expect(await left(one.fleetId, null, later(-1))).toBe(0)
})

test('a proposal without its price is left from when the price may be asked again', async () => {
  const { one, planId } = await world.proposed()
  expect(await left(one.fleetId)).toBe(0)
  await sql("update frota.order_plan set preview = 'pending' where id = $1", [planId])
  expect(await left(one.fleetId)).toBe(1)
  await sql('update frota.order_plan set preview_due_at = $2 where id = $1', [planId, later(10)])
  expect([await left(one.fleetId), await left(one.fleetId, null, later(10))]).toEqual([0, 1])
})

test('an approved order that was not sent is left, but not one by card that a person withdraws', async () => {
  const { one, planId } = await world.proposed()
  expect(await world.approve(planId)).toMatchObject({ approved: true })
  expect(await left(one.fleetId)).toBe(1)
  await sql("update frota.order_plan set method = 'credit_card' where id = $1", [planId])
  expect(await left(one.fleetId)).toBe(0)
})

test('an order in doubt is left, until it is found', async () => {
  const one = await world.vehicle()
  await one.answer()
  await world.approve(some(await one.propose()))
  const { planned } = await world.effects.due(one.fleetId, 'order', 1)
  const { id } = some(planned[0])
  const { epoch } = some(await claimOne(world.effects, id, 'test', 1_000))
  await world.effects.intend(id, epoch, {
    baseline: [],
    bodyHash: 'hash',
    slotId: null,
    deadlineInMs: 1_000,
  })
  await world.effects.settle(id, epoch, { from: 'intent', to: 'in-doubt', why: 'cut' })
  expect(await left(one.fleetId)).toBe(1)
  await world.effects.settle(id, epoch, { from: 'in-doubt', to: 'adopted', why: 'found' })
  expect(await left(one.fleetId)).toBe(0)
})

test('a vehicle that waits for several things is one vehicle', async () => {
  const one = await world.vehicle()
  await one.answer()
  await world.approve(some(await one.propose()))
  const key = 'register again'
  const { fleetId, vehicleId } = one
  await world.effects.plan([{ kind: 'register', key, fleetId, vehicleId }])
  expect(await left(fleetId)).toBe(1)
})

test('a proposal of a vehicle that left is not listed, counted, written, priced or reported', async () => {
  const { one, planId } = await world.proposed()
  const { db } = world.ledger
  const { fleetId } = one
  const waits = "preview = 'pending', waits_for = 'run-limit'"
  await sql(`update frota.order_plan set ${waits} where id = $1`, [planId])
  const source = openReportSource(db, false)
  const scope = {
    fleetId,
    campaign: null,
    import: null,
    extras: [],
    since: START.toISOString(),
    campaignId: fleetId,
    laterRun: null,
    previousEndedAt: null,
    readLater: false,
  }
  const seen = async (): Promise<number[]> => {
    const written = (await Array.fromAsync(openProposalReader(db).pages(fleetId))).flat()
    return [
      (await world.plans.list(fleetId, 10)).length,
      (await world.plans.counts(fleetId)).proposed.plans,
      new Set(written.map((line) => line.planId)).size,
      (await world.plans.unpreviewed(fleetId, 10, START)).plans.length,
      await left(fleetId),
      (await source.totals(scope, MISMATCHES)).proposals.rows,
      (await source.firstExceptions(scope, 'order-waits', { ...nowAt(START), limit: 1 })).rows,
    ]
  }
  const all = [1, 1, 1, 1, 1, 1, 1]
  expect(await seen()).toEqual(all)
  await world.ledger.change(one.vehicleId, { inFleet: false })
  expect(await seen()).toEqual(all.map(() => 0))
  await world.ledger.change(one.vehicleId, { inFleet: true })
  expect(await seen()).toEqual(all)
  const other = await world.ledger.fleet()
  await sql('update frota.vehicle set fleet_id = $1 where id = $2', [other, one.vehicleId])
  expect(await seen()).toEqual(all.map(() => 0))
  expect((await world.plans.find(planId))?.inFleet).toBe(false)
})
