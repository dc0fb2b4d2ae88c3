/** The policy approves as much as its limits let it, oldest first, and says why the rest waits. */
import { expect, test } from 'vitest'
import { openOrderStore } from '../../../src/ledger/orders/orders-sql.ts'
import { approveProposals } from '../../../src/reconciliation/orders/deciding/approve-proposals.ts'
import { defaultPlanPolicy } from '../../../src/reconciliation/consultations/plan-policy.ts'
import { orderPolicy } from '../../../src/reconciliation/orders/policy/order-policy.ts'
import type { OrderPolicy } from '../../../src/reconciliation/orders/policy/order-policy.ts'
import { START } from '../../ledger/consultations/campaign-world.ts'
import { openPlanWorld, some, ticket } from '../../ledger/orders/plan-world.ts'
import { manualClock } from '../../support/clock.ts'
import { forFile } from '../../support/for-file.ts'

const DAY_MS = 24 * 3_600_000

const world = await forFile(openPlanWorld())

/** A fleet with a previewed proposal of 100,00 for each cost centre. */
async function proposed(costCentres: readonly string[], to?: string): Promise<string> {
  const fleetId = to ?? (await world.ledger.fleet())
  for (const costCentre of costCentres) {
    const one = await world.vehicle(fleetId)
    await world.ledger.db
      .updateTable('frota.vehicle')
      .set({ cost_centre: costCentre })
      .where('id', '=', one.vehicleId)
      .execute()
    await one.answer([ticket()])
    some(await one.propose())
  }
  return fleetId
}

function toolsOf(fleetId: string, policy: Partial<OrderPolicy>, atMs = START.getTime()) {
  const { plans, ledger } = world
  const clock = manualClock(atMs)
  const all = { ...orderPolicy('pix', 1_000_00n), ...policy }
  const orders = openOrderStore(ledger.db)
  const planPolicy = defaultPlanPolicy()
  return {
    fleetId,
    plans,
    orders,
    debts: ledger.debts,
    policy: all,
    planPolicy,
    clock,
    zone: 'UTC',
  }
}

async function approve(fleetId: string, policy: Partial<OrderPolicy>, atMs = START.getTime()) {
  const { plans } = world
  const { approved } = await approveProposals(toolsOf(fleetId, policy, atMs))
  const listed = await plans.list(fleetId, 100)
  const waiting = listed.filter(({ state }) => state === 'proposed')
  return { approved, waits: waiting.map(({ waitsFor }) => waitsFor) }
}

test('the policy approves up to its amount, to the cent', async () => {
  const fleetId = await proposed([''])
  const [plan] = await world.plans.list(fleetId, 1)
  const total = plan?.totalCents ?? plan?.debtsCents ?? 0n
  expect(total).toBeGreaterThanOrEqual(100_00n)
  const below = await approve(fleetId, { approveUpToCents: total - 1n })
  expect(below).toMatchObject({ approved: 0, waits: [null] })
  expect(await approve(fleetId, { approveUpToCents: total })).toMatchObject({ approved: 1 })
})

test('one approval after the other counts in the limits of the next', async () => {
  const fleetId = await proposed(['', '', '', '', ''])
  const policy = { perDayCents: 300_00n }
  const over = 'over-day-limit'
  expect(await approve(fleetId, policy)).toEqual({ approved: 3, waits: [over, over] })
  expect(await approve(fleetId, policy)).toEqual({ approved: 0, waits: [over, over] })
})

test('a cost centre that is full keeps no other one waiting', async () => {
  const fleetId = await proposed(['north', 'north', 'south'])
  const perCostCentre = {
    period: 'month',
    defaultCents: 100_00n,
    byKey: new Map(),
  } as const
  expect(await approve(fleetId, { perCostCentre })).toEqual({
    approved: 2,
    waits: ['over-cost-centre-limit'],
  })
})

test('what the limit of its cost centre makes wait takes no room of the run or the day', async () => {
  const fleetId = await proposed(['north', 'north', 'north'])
  expect((await approve(fleetId, {})).approved).toBe(3)
  const north = (cents: bigint) => {
    const byKey = new Map([['north', { name: 'north', cents }]])
    return { period: 'month', defaultCents: null, byKey } as const
  }
  await proposed(['south', 'south', 'north'], fleetId)
  // Of the three approved orders of north one is possible, which with one of south is all.
  const perCostCentre = north(150_00n)
  const waits = ['over-cost-centre-limit', 'over-run-limit']
  const first = await approve(fleetId, { perRunCents: 250_00n, perCostCentre })
  expect(first).toEqual({ approved: 1, waits: expect.arrayContaining(waits) as unknown })
  await proposed(['south'], fleetId)
  const none = { perDayCents: 200_00n, perCostCentre: north(99_99n) }
  expect((await approve(fleetId, none)).approved).toBe(1)
})

test('a call that approves nothing says that it looked, so that the next one looks further', async () => {
  const fleetId = await proposed(['north', 'north', 'north', 'south'])
  const perCostCentre = {
    period: 'month',
    defaultCents: 100_00n,
    byKey: new Map(),
  } as const
  const tools = toolsOf(fleetId, { perCostCentre })
  const { plans } = tools
  const one: typeof plans.approvable = (id, which) => plans.approvable(id, { ...which, limit: 1 })
  const calls: number[] = []
  for (let lookedAt = 1; lookedAt > 0;) {
    const call = await approveProposals({ ...tools, plans: { ...plans, approvable: one } })
    calls.push(call.approved)
    lookedAt = call.lookedAt
  }
  // Which of the four comes first is chance; no proposal of one that is full hides the other one.
  expect(calls.toSorted((a, b) => a - b)).toEqual([0, 0, 0, 1, 1])
})

test('what waited is approved when its time has come', async () => {
  const fleetId = await proposed(['', ''])
  const policy = { perDayCents: 100_00n }
  expect((await approve(fleetId, policy)).approved).toBe(1)
  const { rows } = await world.ledger.database.pool.query<{ id: string }>(
    `select id from frota.order_plan where fleet_id = $1 and state = 'approved'`,
    [fleetId],
  )
  const share = { cents: 100_00n, period: { day: '2026-03-10', from: '2026-03-01' }, at: START }
  await world.plans.commit(rows[0]?.id ?? '', share, () => undefined)
  const nextDay = START.getTime() + DAY_MS
  expect(await approve(fleetId, policy, nextDay)).toEqual({ approved: 1, waits: [] })
})

test('what needs two people is not approved by the policy', async () => {
  const fleetId = await proposed([''])
  expect((await approve(fleetId, { twoPeopleAboveCents: 99_99n })).approved).toBe(0)
  expect((await approve(fleetId, { twoPeopleAboveCents: 100_00n })).approved).toBe(1)
})

test('what a fleet of another account has proposed or ordered waits for a person', async () => {
  const [first, second] = [await proposed(['']), await proposed([''])]
  const { pool } = world.ledger.database
  await pool.query(
    `with other as (update frota.fleet set account_id = gen_random_uuid() where id = $2
       returning account_id)
     update frota.vehicle set account_id = other.account_id,
       renavam = (select renavam from frota.vehicle where fleet_id = $1)
     from other where fleet_id = $2`,
    [first, second],
  )
  await pool.query(
    `update frota.debt set state = 'approved' where vehicle_id in
       (select id from frota.vehicle where fleet_id = $1)`,
    [first],
  )
  expect(await approve(second, {})).toEqual({ approved: 0, waits: ['held-elsewhere'] })
  const [{ id } = { id: '' }] = await world.plans.list(second, 1)
  expect(await world.approve(id)).toMatchObject({ approved: true })
})
