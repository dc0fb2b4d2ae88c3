/** What an order costs: previewed, approved, previewed again, ordered and held to it. */
import { describe, expect, test } from 'vitest'
import type { Client } from '../../../src/client/client.ts'
import { plainDay } from '../../../src/clock.ts'
import { checkedCents, formatCents } from '../../../src/fleet/money.ts'
import type { Outcome } from '../../../src/queue/outcome.ts'
import { approveProposals } from '../../../src/reconciliation/orders/deciding/approve-proposals.ts'
import type { OrderPolicy } from '../../../src/reconciliation/orders/policy/order-policy.ts'
import { planHash } from '../../../src/reconciliation/orders/proposing/plan-hash.ts'
import {
  duePreviews,
  previewProposals,
} from '../../../src/reconciliation/orders/proposing/preview-proposals.ts'
import { proposeOrders } from '../../../src/reconciliation/orders/proposing/propose-orders.ts'
import { changingCalls, unpreviewing } from '../changed-client.ts'
import { openOrderWorld, type Answered } from './order-world.ts'
import { forFile } from '../../support/for-file.ts'

const world = await forFile(openOrderWorld())

const { tools, step } = world

/** Proposes, previews and approves by this policy. */
async function decide(
  one: Answered,
  policy: Partial<OrderPolicy> = {},
  client: Client = world.client,
): Promise<number> {
  await world.propose(one, client, policy)
  return (await approveProposals(tools(one, policy, client))).approved
}

async function place(
  one: Answered,
  policy: Partial<OrderPolicy> = {},
  client: Client = world.client,
): Promise<Outcome> {
  return world.place((await world.effectOf(one)).id, { client, policy })
}

const dearerBy = (cents: bigint): Client =>
  changingCalls(world.client, 'previewCheckout', (result) => {
    if (result.outcome !== 'answered' || !result.ok) return result
    const more = (amount: string): string => formatCents(checkedCents(amount) + cents)
    const { service_fee, total_amount } = result.body
    const changed = { service_fee: more(service_fee), total_amount: more(total_amount) }
    return { ...result, body: { ...result.body, ...changed } }
  })

const answering = (status: number): Client =>
  changingCalls(world.client, 'previewCheckout', () => {
    return { outcome: 'answered', ok: false, status, detail: '' }
  })

describe('a proposal', () => {
  test('is not approved before its preview, and bound to its fee afterwards', async () => {
    const one = await world.answered()
    const given = tools(one, {})
    await proposeOrders(given)
    expect((await approveProposals(given)).approved).toBe(0)
    const { id } = await world.planOf(one)
    const by = { who: 'policy', at: new Date(0) }
    const asked = [{ planId: id, effectKey: 'key' }]
    const [early] = await world.plans.approve(asked, by)
    expect(early).toEqual({ approved: false, why: 'not-previewed' })
    await previewProposals(given)
    const plan = await world.planOf(one)
    expect(plan).toMatchObject({ preview: 'known', totalCents: plan.debtsCents + 990n })
    const { accountId } = world.placing
    expect(plan.hash).toBe(planHash({ ...plan, accountId }))
    expect(plan.hash).not.toBe(planHash({ ...plan, accountId, feeCents: null, totalCents: null }))
    expect((await approveProposals(given)).approved).toBe(1)
  })

  test('is previewed by the job of its fleet, which is due until then and no longer', async () => {
    const one = await world.answered()
    const given = tools(one, {})
    await proposeOrders(given)
    expect(await duePreviews(given, one.fleetId)).toEqual({
      rows: { count: 1, fingerprint: expect.any(String) },
      nextAt: null,
    })
    const other = await world.answered()
    await previewProposals({ ...given, fleetId: other.fleetId })
    expect(await world.planOf(one)).toMatchObject({ preview: 'pending' })
    await previewProposals(given)
    expect(await world.planOf(one)).toMatchObject({ preview: 'known' })
    expect(await duePreviews(given, one.fleetId)).toEqual({ rows: null, nextAt: null })
  })

  test('of a service without a preview is decided without its fee', async () => {
    const one = await world.answered()
    expect(await decide(one, {}, unpreviewing(world.client))).toBe(1)
    expect(await world.planOf(one)).toMatchObject({ preview: 'unknown', feeCents: null })
    await place(one, {}, unpreviewing(world.client))
    expect((await world.effectOf(one)).state).toBe('done')
    const { totalCents, debtsCents } = await world.listed(one)
    expect(totalCents).toBe(debtsCents + 990n)
  })

  test('whose preview gets no answer is asked again, and in the end decided without it', async () => {
    const one = await world.answered()
    const down = answering(503)
    expect(await decide(one, {}, down)).toBe(0)
    expect(await world.planOf(one)).toMatchObject({ preview: 'pending' })
    for (let tries = 1; tries < 4; tries += 1) {
      // Not before its time.
      await previewProposals(tools(one, {}, down))
      step(60_000)
      await previewProposals(tools(one, {}, down))
    }
    expect(await world.planOf(one)).toMatchObject({ preview: 'unknown' })
    expect((await approveProposals(tools(one, {}))).approved).toBe(1)
  })

  test('that costs more than an order may, with its fee, makes room for it', async () => {
    const one = await world.answered((chosen) => chosen.length > 2)
    await decide(one, { approveUpToCents: 0n })
    const { debtsCents } = await world.planOf(one)
    await world.consult(one)
    const tight = { perOrderCents: debtsCents }
    expect(await decide(one, tight)).toBe(0)
    expect(await world.planOf(one)).toMatchObject({ state: 'void', reason: 'over-order-limit' })
    step(1_000)
    expect(await decide(one, tight)).toBe(1)
    const smaller = await world.planOf(one)
    expect(smaller.totalCents).toBeLessThanOrEqual(debtsCents)
  })
})

describe('right before its request an order', () => {
  test('with another fee is not sent; the same debts are proposed at the new one', async () => {
    const one = await world.answered()
    await decide(one)
    const ids = (await world.planOf(one)).items.map(({ debtId }) => debtId)
    const dearer = dearerBy(1n)
    const refused = { outcome: 'refused', reason: 'preview-changed' }
    expect(await place(one, {}, dearer)).toEqual(refused)
    expect(await world.ordersAt(one)).toEqual([])
    expect(await world.states(one, ids)).toEqual(new Set(['open']))
    step(1_000)
    expect(await decide(one, {}, dearer)).toBe(1)
    expect(await world.planOf(one)).toMatchObject({ state: 'approved', feeCents: 991n })
  })

  test('that never stands still is proposed a few times, and then no more', async () => {
    const one = await world.answered()
    let proposals = 0
    for (let cents = 0n; cents < 10n; cents += 2n) {
      step(1_000)
      if ((await decide(one, {}, dearerBy(cents))) === 0) break
      proposals += 1
      await place(one, {}, dearerBy(cents + 1n))
    }
    expect(proposals).toBe(4)
    expect(await world.ordersAt(one)).toEqual([])
  })

  test('with a fee that was not known, and is too much for the policy, is not sent', async () => {
    const one = await world.answered()
    await decide(one, { approveUpToCents: 0n })
    await world.consult(one)
    const { debtsCents: approveUpToCents } = await world.planOf(one)
    expect(await decide(one, { approveUpToCents }, unpreviewing(world.client))).toBe(1)
    const refused = { outcome: 'refused', reason: 'over-approval-limit' }
    expect(await place(one, { approveUpToCents })).toEqual(refused)
  })

  test('waits when its preview is silent now and was not before', async () => {
    const one = await world.answered()
    await decide(one)
    expect(await place(one, {}, answering(500))).toMatchObject({
      outcome: 'snoozed',
      why: 'preview-failed',
    })
    expect((await world.effectOf(one)).state).toBe('planned')
  })

  test('that became more than any order may cost is refused', async () => {
    const one = await world.answered()
    await decide(one)
    const { totalCents } = await world.planOf(one)
    const perOrderCents = (totalCents ?? 0n) - 1n
    const refused = { outcome: 'refused', reason: 'over-order-limit' }
    expect(await place(one, { perOrderCents })).toEqual(refused)
  })
})

test('an order with another fee than its preview said is quarantined behind a shut gate', async () => {
  const one = await world.answered()
  const dearer = dearerBy(1n)
  await decide(one, {}, dearer)
  await place(one, {}, dearer)
  expect((await world.effectOf(one)).state).toBe('quarantined')
  expect(await world.listed(one)).toMatchObject({ gate: 'shut', gateReason: 'fee-differs' })
})

describe('the limit of a day', () => {
  const DAY_MS = 24 * 3_600_000

  /** Somebody else's order of the same fleet took so much today. */
  async function taken(one: Answered, cents: bigint): Promise<void> {
    const other = await world.answered()
    await decide(other, { approveUpToCents: 0n })
    const { id } = await world.planOf(other)
    const today = plainDay(world.now().getTime(), 'America/Sao_Paulo')
    await world.query(
      `insert into frota.order_commitment select $1, $2, null, $4::date, '', $3, now()`,
      [id, one.fleetId, String(cents), today],
    )
  }

  test('binds what a person approved too: it waits, visibly, and is ordered the next day', async () => {
    const one = await world.answered()
    await decide(one)
    const { totalCents } = await world.planOf(one)
    await taken(one, 1n)
    const perDayCents = totalCents ?? 0n
    expect(await place(one, { perDayCents })).toMatchObject({
      outcome: 'snoozed',
      why: 'over-day-limit',
    })
    expect(await world.ordersAt(one)).toEqual([])
    expect(await world.effectOf(one)).toMatchObject({
      state: 'planned',
      reason: 'over-day-limit',
      sends: 0,
    })
    expect(await world.plans.list(one.fleetId, 10)).toMatchObject([
      { state: 'approved', waitsFor: 'over-day-limit' },
    ])
    step(DAY_MS)
    const { id } = await world.effectOf(one)
    await world.query('update frota.effect set not_before = null where id = $1', [id])
    await place(one, { perDayCents })
    expect(await world.ordersAt(one)).toHaveLength(1)
  })
})
