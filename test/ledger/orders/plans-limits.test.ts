import { describe, expect, test } from 'vitest'
import type { Commitment, Spent, Waiting } from '../../../src/ledger/orders/plans-limits.ts'
import { openRunStore } from '../../../src/ledger/runs/runs.ts'
import { later, START } from '../consultations/campaign-world.ts'
import { openPlanWorld, some } from './plan-world.ts'
import { claimOne } from '../../support/ledger/claim-one.ts'
import { forFile } from '../../support/for-file.ts'

const WAIT = { answeredSince: new Date(0), at: START, until: later(24 * 3_600_000) }

const DAY = { day: '2026-03-10', from: '2026-03-01' }
const NEXT_DAY = { day: '2026-03-11', from: '2026-03-01' }
const NEXT_MONTH = { day: '2026-04-01', from: '2026-04-01' }
const CENTS = 100_00n
const until = later(3_600_000)

const world = await forFile(openPlanWorld())

type Sum = keyof Spent
const limit =
  (of: Sum, cents: bigint) =>
  (spent: Spent): Waiting | undefined =>
    spent[of] + CENTS > cents ? { why: 'over-day-limit', until } : undefined

const noLimit = (): undefined => undefined

function commit(
  planId: string,
  over: (spent: Spent) => Waiting | undefined,
  period = DAY,
): Promise<Commitment> {
  return world.plans.commit(planId, { cents: CENTS, period, at: START }, over)
}

/** Approved plans of one fleet, one for each cost centre that is given. */
async function approved(
  costCentres: readonly string[],
): Promise<{ fleetId: string; planIds: string[] }> {
  const fleetId = await world.ledger.fleet()
  const planIds: string[] = []
  for (const costCentre of costCentres) {
    const one = await world.vehicle(fleetId)
    await world.ledger.db
      .updateTable('frota.vehicle')
      .set({ cost_centre: costCentre })
      .where('id', '=', one.vehicleId)
      .execute()
    await one.answer()
    const planId = some(await one.propose())
    expect((await world.approve(planId)).approved).toBe(true)
    planIds.push(planId)
  }
  return { fleetId, planIds }
}

async function startRun(fleetId: string) {
  const runs = openRunStore(world.ledger.db)
  const settings = { flavour: 'machine', locale: 'en', zone: 'UTC', serviceOrigin: '' } as const
  const start = { command: 'reconcile', holder: 'test', simulated: true, settings, at: START }
  const run = await runs.start({ ...start, fleetId, after: 0 })
  return { ...run, end: () => runs.end(run.id, { state: 'done', at: START }) }
}

const count = (all: readonly Commitment[]): number => all.filter((each) => each.committed).length

describe('a limit', () => {
  test('is not exceeded by any number of orders at once', async () => {
    const { planIds } = await approved(Array.from({ length: 12 }, () => ''))
    const seen: bigint[] = []
    const all = await Promise.all(
      planIds.map((id) =>
        commit(id, (spent) => {
          seen.push(spent.dayCents)
          return limit('dayCents', 5n * CENTS)(spent)
        }),
      ),
    )
    expect(count(all)).toBe(5)
    expect(all.filter((each) => !each.committed)).toContainEqual({
      committed: false,
      why: 'over-day-limit',
    })
    // Each decided about what all before it had taken, none about the same room as another one.
    expect(seen.filter((cents) => cents < 5n * CENTS)).toHaveLength(5)
    expect(new Set(seen).size).toBe(6)
  })

  test('of a day is there again the next day, that of a month the next month', async () => {
    const { planIds } = await approved(['', '', ''])
    const [first = '', second = '', third = ''] = planIds
    expect((await commit(first, noLimit)).committed).toBe(true)
    const day = limit('dayCents', CENTS)
    expect((await commit(second, day)).committed).toBe(false)
    expect((await commit(second, day, NEXT_DAY)).committed).toBe(true)
    const month = limit('costCentreCents', 2n * CENTS)
    expect((await commit(third, month, NEXT_DAY)).committed).toBe(false)
    expect((await commit(third, month, NEXT_MONTH)).committed).toBe(true)
  })

  test('of a cost centre counts its own vehicles only, however the file spells it', async () => {
    const { planIds } = await approved(['north', 'south', 'NORTH '])
    const [north = '', south = '', again = ''] = planIds
    const over = limit('costCentreCents', CENTS)
    expect((await commit(north, over)).committed).toBe(true)
    expect((await commit(south, over)).committed).toBe(true)
    expect((await commit(again, over)).committed).toBe(false)
  })

  test('of a run counts that run, and another fleet has its own', async () => {
    const { fleetId, planIds } = await approved(['', ''])
    const others = await approved([''])
    const [first = '', second = ''] = planIds
    const over = limit('runCents', CENTS)
    const run = await startRun(fleetId)
    expect((await commit(first, over)).committed).toBe(true)
    expect((await commit(second, over)).committed).toBe(false)
    expect((await commit(others.planIds[0] ?? '', limit('dayCents', CENTS))).committed).toBe(true)
    await run.end()
    await startRun(fleetId)
    expect((await commit(second, over)).committed).toBe(true)
  })

  test('counts an order once, however often it was tried', async () => {
    const { planIds } = await approved([''])
    const [planId = ''] = planIds
    const over = limit('dayCents', CENTS)
    for (let tries = 0; tries < 3; tries += 1) {
      expect((await commit(planId, over)).committed).toBe(true)
    }
  })

  test('keeps the share of an order that waits: an earlier request may have been processed', async () => {
    const { fleetId, planIds } = await approved([''])
    const [planId = ''] = planIds
    await commit(planId, noLimit)
    const waiting = { why: 'over-day-limit', until }
    expect((await commit(planId, () => waiting, NEXT_DAY)).committed).toBe(false)
    expect(await world.plans.expected(fleetId, DAY)).toMatchObject({ dayCents: CENTS })
  })

  test('gets back what came to nothing, and learns what an order really costs', async () => {
    const { fleetId, planIds } = await approved(['', ''])
    const [first = '', second = ''] = planIds
    await commit(first, noLimit)
    await commit(second, noLimit)
    const { plans, orders } = world
    await orders.transaction((tx) =>
      plans.markOrdered(first, { totalCents: 109_90n, at: START }, tx),
    )
    const to = { from: ['approved'], state: 'void', reason: 'service-refused', at: START } as const
    expect(await plans.release(second, to)).toBe(true)
    const spent = await plans.expected(fleetId, DAY)
    expect(spent).toMatchObject({ dayCents: 109_90n, runCents: 0n })
    expect(spent.byCostCentre).toEqual(new Map([['', 109_90n]]))
  })
})

describe('what to expect', () => {
  test('is what is ordered, and what is approved and on its way', async () => {
    const { fleetId, planIds } = await approved(['north', 'south'])
    const run = await startRun(fleetId)
    const waiting = (costCentre: string) => ({ costCentre, cents: CENTS })
    const none = await world.plans.expected(fleetId, DAY)
    expect(none).toMatchObject({ runCents: 0n, dayCents: 0n, byCostCentre: new Map() })
    expect(new Set(none.approved)).toEqual(new Set([waiting('north'), waiting('south')]))
    await commit(planIds[0] ?? '', noLimit)
    expect(await world.plans.expected(fleetId, DAY)).toEqual({
      runCents: CENTS,
      dayCents: CENTS,
      byCostCentre: new Map([['north', CENTS]]),
      approved: [waiting('south')],
    })
    await run.end()
    expect(await world.plans.expected(fleetId, NEXT_DAY)).toMatchObject({ dayCents: 0n })
  })
})

describe('an order that waits for a limit', () => {
  test('says why, and is looked at anew by the next run, once', async () => {
    const { fleetId, planIds } = await approved([''])
    const [planId = ''] = planIds
    const { plans, effects } = world
    const first = await startRun(fleetId)
    await commit(planId, () => ({ why: 'over-run-limit', until }))
    const listed = async () => (await plans.list(fleetId, 10))[0]
    expect(await listed()).toMatchObject({ waitsFor: 'over-run-limit', waitsUntil: until })
    const { planned } = await effects.due(fleetId, 'order', 10)
    const id = some(planned[0]).id
    const claimed = some(await claimOne(effects, id, 'test', 60_000))
    const why = 'over-run-limit'
    const wait = { from: 'claimed', to: 'planned', why, notBeforeInMs: 3_600_000 } as const
    await effects.settle(id, claimed.epoch, wait)
    expect((await effects.due(fleetId, 'order', 10)).planned).toEqual([])
    expect(await plans.renewWaits(fleetId, WAIT)).toBe(0)
    await first.end()
    expect(await plans.renewWaits(fleetId, WAIT)).toBe(0)
    await startRun(fleetId)
    expect(await plans.renewWaits(fleetId, WAIT)).toBe(1)
    expect((await effects.due(fleetId, 'order', 10)).planned).toHaveLength(1)
    expect(await plans.renewWaits(fleetId, WAIT)).toBe(0)
    expect((await commit(planId, noLimit)).committed).toBe(true)
    expect(await listed()).toMatchObject({ waitsFor: null, waitsUntil: null })
  })

  test('as a proposal is not for the policy to approve before its time', async () => {
    const { one, planId } = await world.proposed()
    await world.plans.wait(planId, { why: 'over-day-limit', until })
    const which = { method: 'pix', upToCents: 1_000_00n, limit: 10 } as const
    expect(await world.plans.approvable(one.fleetId, { ...which, at: START })).toEqual([])
    const after = await world.plans.approvable(one.fleetId, { ...which, at: until })
    expect(after.map(({ id }) => id)).toEqual([planId])
  })
})

test('the first preview that is recorded stays: what somebody saw is what is approved', async () => {
  const { planId } = await world.proposed()
  const known = { preview: 'known', feeCents: 1n, totalCents: 100_01n, hash: 'other' } as const
  expect(await world.plans.recordPreview(planId, known)).toBe(false)
  expect(await world.plans.find(planId)).toMatchObject({ preview: 'unknown', feeCents: null })
})
