/** Who helps with a night asks, orders and looks up what is planned, and decides nothing. */
import { expect, test } from 'vitest'
import { dueJobs } from '../../jobs/all.ts'
import type { Tools } from '../../jobs/tools.ts'
import { DEFAULT_ORDER_POLICY } from '../../src/reconciliation/orders/policy/order-policy.ts'
import { defaultPlanPolicy } from '../../src/reconciliation/consultations/plan-policy.ts'

const NOW_MS = Date.UTC(2026, 10, 21)

/** A ledger with one effect of each kind planned and everything else still to be decided. */
function openTools(decides: boolean): { tools: Tools; asked: string[] } {
  const asked: string[] = []
  const answer =
    <T>(name: string, value: T) =>
    async (): Promise<T> => {
      asked.push(name)
      return value
    }
  const facts = { free: 5, nowMs: NOW_MS, nextFreeAtMs: NOW_MS }
  const stores = {
    campaigns: {
      current: async () => ({ id: 'campaign' }),
      unplanned: answer('unplanned', 3),
      rankFacts: answer('rank', []),
      writeRanks: answer('write ranks', undefined),
      plan: answer('plan', 3),
    },
    effects: {
      due: async (_fleet: string, kind: string) => ({
        planned: [{ id: kind, epoch: 1, state: 'planned' }],
        lookUps: [{ id: `${kind}-doubt`, epoch: 2, state: 'in-doubt' }],
        nextInMs: null,
      }),
    },
    plans: {
      wakeWaiting: answer('wake', undefined),
      unconsidered: answer('propose', []),
      approvable: answer('approve', []),
    },
  }
  const policy = { ...DEFAULT_ORDER_POLICY, approveUpToCents: 100n }
  return {
    asked,
    tools: asTools({
      stores,
      effects: {},
      gate: { facts: async () => facts },
      buckets: { consultations: ['one'], orders: 'orders' },
      fleets: [{ id: 'fleet' }],
      clock: { now: () => NOW_MS },
      zone: 'UTC',
      policy,
      planPolicy: defaultPlanPolicy(),
      decides,
    }),
  }
}

/** Only what the two kinds touch; anything else would be undefined, and fail. */
function asTools(part: object): Tools {
  return part as Tools
}

const JOBS = [
  { id: 'consult-consult-1' },
  { id: 'consult-consult-doubt-2' },
  { id: 'order-order-1' },
  { id: 'order-order-doubt-2' },
]

test('who conducts ranks, plans, proposes and approves as work falls due', async () => {
  const { tools, asked } = openTools(true)
  const { jobs } = await dueJobs(tools, ['consult-vehicle', 'create-order'])
  expect(jobs).toMatchObject(JOBS)
  expect(asked).toEqual(
    expect.arrayContaining(['rank', 'write ranks', 'plan', 'wake', 'propose', 'approve']),
  )
})

test('proposals that fit into no limit are followed by a look for more, at once', async () => {
  const { tools } = openTools(true)
  const over = { id: 'plan', costCentre: '', cents: 2n }
  const spent = { runCents: 0n, dayCents: 0n, byCostCentre: new Map() }
  const plans = {
    ...tools.stores.plans,
    approvable: async () => [over],
    expected: async () => spent,
    wait: async () => undefined,
  }
  const stores = { ...tools.stores, plans }
  const policy = { ...tools.policy, perDayCents: 1n }
  const due = await dueJobs({ ...tools, stores, policy }, ['create-order'])
  expect(due.nextDueAtMs).toBe(NOW_MS)
})

test('who helps finds the same work, and touches nothing of it', async () => {
  const { tools, asked } = openTools(false)
  const { jobs } = await dueJobs(tools, ['consult-vehicle', 'create-order'])
  expect(jobs).toMatchObject(JOBS)
  expect(asked).toEqual([])
})
