/** What a person decides about proposals: held against the last answer, by one or by two people. */
import { describe, expect, test } from 'vitest'
import { openAuditReader } from '../../../src/ledger/audit/audit-read.ts'
import { openProposalReader } from '../../../src/ledger/orders/proposal-lines.ts'
import { decideFile } from '../../../src/reconciliation/orders/deciding/decide-file.ts'
import { decidePlan } from '../../../src/reconciliation/orders/deciding/decide-plan.ts'
import type {
  Decided,
  DecidingTools,
} from '../../../src/reconciliation/orders/deciding/decide-plan.ts'
import { planHash } from '../../../src/reconciliation/orders/proposing/plan-hash.ts'
import { openOrderWorld, type Answered } from './order-world.ts'
import { decided, proposalsCsv, readLines, savedByExcel, shownLines } from './proposal-samples.ts'
import { forFile } from '../../support/for-file.ts'

const world = await forFile(openOrderWorld())

const toolsOf = (one: Answered, twoPeopleAboveCents: bigint | null = null): DecidingTools =>
  world.tools(one, { twoPeopleAboveCents })

const named = (name: string) => ({ name, named: true })

async function approveBy(
  one: Answered,
  name: string,
  tools = toolsOf(one),
  more: { hash?: string; named?: boolean } = {},
): Promise<Decided> {
  const { id: planId } = await world.planOf(one)
  const { hash, named: isNamed = true } = more
  const person = { name, named: isNamed }
  return decidePlan(tools, { planId, verdict: 'approve', person, hash })
}

async function events(one: Answered): Promise<string[]> {
  const reader = openAuditReader(world.ledger.db)
  const all = await reader.list({}, 1_000)
  return all
    .filter(({ subject }) => subject.fleetId === one.fleetId)
    .map(({ what, actor }) => (actor.kind === 'person' ? `${what} by ${actor.name}` : what))
}

test('an approval takes the locks, plans the order, and is in the audit log', async () => {
  const one = await world.proposed()
  const plan = await world.planOf(one)
  expect(await approveBy(one, 'Ana')).toEqual({ outcome: 'approved', people: ['Ana'] })
  expect(await world.planOf(one)).toMatchObject({ state: 'approved', decidedBy: 'Ana' })
  expect(await world.locks(one)).toBe(plan.items.length)
  const ids = plan.items.map(({ debtId }) => debtId)
  expect(await world.states(one, ids)).toEqual(new Set(['approved']))
  expect(await approveBy(one, 'Bia')).toEqual({ outcome: 'unchanged', people: ['Ana'] })
  const { id: effectId } = await world.effectOf(one)
  expect(await world.place(effectId)).toEqual({ outcome: 'done' })
  expect(await events(one)).toEqual(['proposed', 'approved by Ana', 'order-placed'])
})

test('a rejection opens the debts, with its reason and without the document in it', async () => {
  const one = await world.proposed()
  const plan = await world.planOf(one)
  const decision = { planId: plan.id, verdict: 'reject', person: named('Ana') } as const
  const reason = 'vendido a 529.982.247-25'
  expect(await decidePlan(toolsOf(one), { ...decision, reason })).toEqual({ outcome: 'rejected' })
  expect(await world.planOf(one)).toMatchObject({
    state: 'rejected',
    decidedBy: 'Ana',
    reason: 'vendido a ***.982.247-**',
  })
  const ids = plan.items.map(({ debtId }) => debtId)
  expect(await world.states(one, ids)).toEqual(new Set(['open']))
  expect(await approveBy(one, 'Bia')).toEqual({ outcome: 'bounced', why: 'already-rejected' })
  expect(await decidePlan(toolsOf(one), decision)).toMatchObject({ outcome: 'unchanged' })
  expect(await events(one)).toEqual(['proposed', 'rejected by Ana'])
})

test('a proposal for a vehicle that left the fleet is not approved', async () => {
  const one = await world.proposed()
  await world.query('update frota.vehicle set in_fleet = false where id = $1', [one.vehicleId])
  expect(await approveBy(one, 'Ana')).toEqual({ outcome: 'bounced', why: 'vehicle-left' })
  expect([(await world.planOf(one)).state, await world.locks(one)]).toEqual(['proposed', 0])
})

describe('above the limit of the policy', () => {
  test('two different people approve, however they write their names', async () => {
    const one = await world.proposed()
    const tools = toolsOf(one, 0n)
    const waits = { outcome: 'awaits-second', people: ['José da Silva'] }
    expect(await approveBy(one, 'José da Silva', tools)).toEqual(waits)
    expect(await world.planOf(one)).toMatchObject({ state: 'proposed', decidedBy: null })
    expect(await world.locks(one)).toBe(0)
    const same = { outcome: 'unchanged', people: ['José da Silva'], awaitsSecond: true }
    expect(await approveBy(one, '  JOSE  DA SILVA ', tools)).toEqual(same)
    const people = ['José da Silva', 'Ana']
    expect(await approveBy(one, 'Ana', tools)).toEqual({ outcome: 'approved', people })
    expect(await world.planOf(one)).toMatchObject({ decidedBy: 'José da Silva + Ana' })
    expect(await events(one)).toEqual([
      'proposed',
      'first-approval by José da Silva',
      'approved by Ana',
    ])
  })

  test('somebody without a name does not count, and the policy approves nothing', async () => {
    const one = await world.proposed()
    const bounced = { outcome: 'bounced', why: 'needs-name' }
    expect(await approveBy(one, 'os:root', toolsOf(one, 0n), { named: false })).toEqual(bounced)
    const { totalCents, debtsCents } = await world.planOf(one)
    if (totalCents === null) throw new Error('the fee is not known')
    // The fee counts: the debts alone would be within this limit.
    expect(totalCents).toBeGreaterThan(debtsCents)
    const withoutFee = toolsOf(one, totalCents - 1n)
    expect(await approveBy(one, 'os:root', withoutFee, { named: false })).toEqual(bounced)
    const atTheLimit = toolsOf(one, totalCents)
    expect(await approveBy(one, 'os:root', atTheLimit, { named: false })).toEqual({
      outcome: 'approved',
      people: ['os:root'],
    })
  })

  test('a change of the plan takes the first approval along', async () => {
    const one = await world.proposed()
    const tools = toolsOf(one, 0n)
    await approveBy(one, 'Ana', tools)
    await changeFee(one)
    expect(await approveBy(one, 'Bia', tools)).toEqual({
      outcome: 'awaits-second',
      people: ['Bia'],
    })
    // Ana approves it as it is now; that is the second one.
    expect(await approveBy(one, 'Ana', tools)).toEqual({
      outcome: 'approved',
      people: ['Bia', 'Ana'],
    })
  })

  test('a person whose approval was refused is not one of the two', async () => {
    const [one, other] = [await world.proposed(), await world.proposed()]
    const tools = toolsOf(one, 0n)
    await approveBy(one, 'Ana', tools)
    await world.query(
      `insert into frota.debt_lock (vehicle_id, scope, plan_id, taken_at)
       select vehicle_id, fingerprint || '#' || ordinal, $1, now() from frota.debt where id = $2`,
      [(await world.planOf(other)).id, (await world.planOf(one)).items[0]?.debtId],
    )
    const refused = { outcome: 'bounced', why: 'debt-locked' }
    expect(await approveBy(one, 'Bia', tools)).toEqual(refused)
    expect(await approveBy(one, 'Caio')).toEqual(refused)
    await world.query('delete from frota.debt_lock where vehicle_id = $1', [one.vehicleId])
    expect(await world.planOf(one)).toMatchObject({ people: 1 })
    // A ledger of an earlier version has the refused approval.
    await world.query(
      `insert into frota.plan_approval (plan_id, person_key, person, hash, approved_at)
       select id, 'bia', 'Bia', hash, created_at from frota.order_plan where vehicle_id = $1`,
      [one.vehicleId],
    )
    expect(await approveBy(one, 'Ana', tools)).toMatchObject({ awaitsSecond: true })
    expect(await approveBy(one, 'Caio', tools)).toMatchObject({ people: ['Ana', 'Caio'] })
    expect(await events(one)).toEqual(['proposed', 'first-approval by Ana', 'approved by Caio'])
  })

  test('one rejection ends it', async () => {
    const one = await world.proposed()
    const tools = toolsOf(one, 0n)
    await approveBy(one, 'Ana', tools)
    const { id: planId } = await world.planOf(one)
    const rejection = { planId, verdict: 'reject', person: named('Bia') } as const
    expect(await decidePlan(tools, rejection)).toEqual({ outcome: 'rejected' })
    expect(await approveBy(one, 'Caio', tools)).toMatchObject({ why: 'already-rejected' })
  })

  test('nothing is ordered for one person, whatever policy that person went by', async () => {
    const one = await world.proposed()
    await approveBy(one, 'Ana')
    const strict = { policy: { twoPeopleAboveCents: 0n } }
    const { id } = await world.effectOf(one)
    const refused = { outcome: 'refused', reason: 'second-person-missing' }
    expect(await world.place(id, strict)).toEqual(refused)
    expect(await world.ordersAt(one)).toEqual([])
    // The same debts are proposed again, and two people may approve them.
    world.step(1_000)
    await world.propose(one)
    const tools = toolsOf(one, 0n)
    await approveBy(one, 'Ana', tools)
    expect(await approveBy(one, 'Bia', tools)).toMatchObject({ outcome: 'approved' })
    const second = await world.effectOf(one)
    expect(await world.place(second.id, strict)).toEqual({ outcome: 'done' })
    expect(await world.ordersAt(one)).toHaveLength(1)
  })

  test('two at the same moment are two', async () => {
    const one = await world.proposed()
    const tools = toolsOf(one, 0n)
    const both = await Promise.all(['Ana', 'Bia'].map((name) => approveBy(one, name, tools)))
    expect(new Set(both.map(({ outcome }) => outcome))).toEqual(
      new Set(['awaits-second', 'approved']),
    )
  })
})

/** As a preview that came later would: other costs, another hash. */
async function changeFee(one: Answered): Promise<void> {
  const plan = await world.planOf(one)
  const { accountId } = world.placing
  const cents = { feeCents: 9_99n, totalCents: plan.debtsCents + 9_99n }
  const hash = planHash({ accountId, method: plan.method, items: plan.items, ...cents })
  await world.query(
    'update frota.order_plan set hash = $2, fee_cents = $3, total_cents = $4 where id = $1',
    [plan.id, hash, cents.feeCents, cents.totalCents],
  )
}

describe('what changed since bounces', () => {
  test('another binding, another fleet, no plan at all', async () => {
    const one = await world.proposed()
    const other = await world.proposed()
    const wrong = { hash: 'f'.repeat(64) }
    expect(await approveBy(one, 'Ana', toolsOf(one), wrong)).toMatchObject({ why: 'plan-changed' })
    expect(await approveBy(one, 'Ana', toolsOf(other))).toMatchObject({ why: 'plan-unknown' })
    expect(await world.planOf(one)).toMatchObject({ state: 'proposed' })
  })

  test('a plan that changed between the look at it and the decision', async () => {
    const one = await world.proposed()
    const { id } = await world.planOf(one)
    const person = { name: 'Ana', named: true, peopleNeeded: 1, hash: 'f'.repeat(64) }
    const at = world.now()
    const asked = [{ planId: id, effectKey: id }]
    const by = { who: 'Ana', person, at }
    const [approval] = await world.plans.approve(asked, by)
    expect(approval).toEqual({ approved: false, why: 'plan-changed' })
    expect(await world.planOf(one)).toMatchObject({ state: 'proposed', people: 0 })
  })

  test('a newer answer that was considered', async () => {
    const one = await world.proposed()
    const { id: planId } = await world.planOf(one)
    await world.consult(one)
    await world.propose(one)
    const decision = { planId, verdict: 'approve', person: named('Ana') } as const
    expect(await decidePlan(toolsOf(one), decision)).toEqual({
      outcome: 'bounced',
      why: 'plan-void',
      about: 'newer-answer',
    })
    expect(await events(one)).toEqual(['proposed', 'voided', 'proposed'])
  })

  test('an amount that the last answer shows otherwise, considered or not', async () => {
    const one = await world.proposed()
    await world.query('update frota.debt set amount_cents = 1 where vehicle_id = $1', [
      one.vehicleId,
    ])
    expect(await approveBy(one, 'Ana')).toEqual({ outcome: 'bounced', why: 'amount-changed' })
  })
})

test('a file goes out, comes back from Excel, and is decided once', async () => {
  const one = await world.proposed()
  const reader = openProposalReader(world.ledger.db)
  const lines = (await Array.fromAsync(reader.pages(one.fleetId))).flat()
  const plan = await world.planOf(one)
  expect(lines).toHaveLength(plan.items.length)
  expect(lines[0]).toMatchObject({ hash: plan.hash, totalCents: plan.totalCents, approvedBy: '' })
  const back = savedByExcel(decided(await proposalsCsv(lines), 'aprovar', lines.length))
  const signal = new AbortController().signal
  const decide = async () => {
    const shown = async (planId: string) => shownLines(await reader.ofPlan(one.fleetId, planId))
    const tools = { ...toolsOf(one), shown }
    return (await decideFile(tools, await readLines(back), named('Ana'), signal)).map(
      ({ outcome }) => outcome,
    )
  }
  expect(await decide()).toEqual([{ outcome: 'approved', people: ['Ana'] }])
  expect(await decide()).toEqual([{ outcome: 'unchanged', people: ['Ana'] }])
  expect(await events(one)).toEqual(['proposed', 'approved by Ana'])
})
