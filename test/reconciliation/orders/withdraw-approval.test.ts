/** An approval is taken back until its order has an intent; whoever sends it at that moment, or not. */
import { describe, expect, test } from 'vitest'
import { performEffect } from '../../support/perform-effect.ts'
import type { EffectTools } from '../../../src/effects/tools.ts'
import { openAuditReader } from '../../../src/ledger/audit/audit-read.ts'
import { decidePlan } from '../../../src/reconciliation/orders/deciding/decide-plan.ts'
import type { Decided } from '../../../src/reconciliation/orders/deciding/decide-plan.ts'
import { withdrawApproval } from '../../../src/reconciliation/orders/deciding/withdraw-approval.ts'
import { orderStage } from '../../../src/reconciliation/orders/placing/place-order.ts'
import { beforeRequests } from '../changed-client.ts'
import { openOrderWorld, type Answered, type Approved } from './order-world.ts'
import { forFile } from '../../support/for-file.ts'

const world = await forFile(openOrderWorld())

const named = (name: string) => ({ name, named: true })

async function withdraw(
  one: Answered,
  journaled: ReadonlyMap<string, number> = new Map(),
): Promise<Decided> {
  const { id: planId } = await world.planOf(one)
  const of = { planId, person: named('Ana'), reason: 'sold to 529.982.247-25' }
  return withdrawApproval({ ...world.tools(one), journaled }, of)
}

async function decide(one: Answered, verdict: 'approve' | 'reject', name = 'Bia', two?: bigint) {
  const { id: planId } = await world.planOf(one)
  const tools = world.tools(one, { twoPeopleAboveCents: two ?? null })
  return decidePlan(tools, { planId, verdict, person: named(name) })
}

const shares = async ({ fleetId }: Answered): Promise<number> =>
  (await world.query('select from frota.order_commitment where fleet_id = $1', [fleetId])).length

async function audited(one: Answered) {
  const all = await openAuditReader(world.ledger.db).list({}, 1_000)
  return all.filter(({ subject }) => subject.fleetId === one.fleetId)
}

/** What is left of an approval that was taken back: nothing. */
async function isProposalAgain(one: Approved): Promise<void> {
  expect(await world.planOf(one)).toMatchObject({
    id: one.plan.id,
    state: 'proposed',
    decidedBy: null,
    people: 0,
    reason: 'approval-withdrawn: Ana',
  })
  expect(await world.locks(one)).toBe(0)
  expect(await shares(one)).toBe(0)
  expect(await world.debtsAre(one)).toEqual(new Set(['proposed']))
  expect(await world.effect(one.effectId)).toMatchObject({ state: 'withdrawn', active: false })
  expect(await world.place(one.effectId)).toEqual({ outcome: 'done' })
  expect(await world.ordersAt(one)).toEqual([])
}

test("the policy's approval is withdrawn by a person, is in the log, and is given anew", async () => {
  const one = await world.approved()
  expect(await withdraw(one)).toEqual({ outcome: 'withdrawn', people: [] })
  await isProposalAgain(one)
  const last = (await audited(one)).at(-1)
  expect(last).toMatchObject({
    what: 'approval-withdrawn',
    actor: { kind: 'person', name: 'Ana' },
    subject: { planId: one.plan.id },
  })
  const facts = { reason: 'sold to ***.982.247-**', binding: one.plan.hash, people: [] }
  expect(JSON.parse(last?.facts ?? '')).toMatchObject(facts)
  expect(await withdraw(one)).toEqual({ outcome: 'not-approved' })
  expect(await decide(one, 'approve')).toEqual({ outcome: 'approved', people: ['Bia'] })
  expect(await world.planOf(one)).toMatchObject({ state: 'approved', reason: null })
  const { id } = await world.effectOf(one)
  expect(await world.place(id)).toEqual({ outcome: 'done' })
  expect(await world.ordersAt(one)).toHaveLength(1)
})

test('the policy does not approve again what a person took back, until a newer answer', async () => {
  const one = await world.approved()
  await withdraw(one)
  expect(await world.approve(one)).toBe(0)
  // The same answer is proposed anew, as after another fee.
  await world.query(`update frota.order_plan set state = 'void' where id = $1`, [one.plan.id])
  expect(await world.plans.reopen(one.plan.id)).toBe(true)
  await world.propose(one)
  expect(await world.approve(one)).toBe(0)
  world.step(1_000)
  await world.consult(one)
  await world.propose(one)
  expect(await world.approve(one)).toBe(1)
})

test('it may be rejected then, and not before', async () => {
  const one = await world.approved()
  expect(await decide(one, 'reject')).toEqual({ outcome: 'bounced', why: 'already-approved' })
  await withdraw(one)
  expect(await decide(one, 'reject')).toEqual({ outcome: 'rejected' })
  expect(await withdraw(one)).toEqual({ outcome: 'bounced', why: 'already-rejected' })
})

test('of two people the first may take theirs back, and the second both', async () => {
  const one = await world.proposed()
  await decide(one, 'approve', 'Caio', 0n)
  expect(await withdraw(one)).toEqual({ outcome: 'withdrawn', people: ['Caio'] })
  expect(await decide(one, 'approve', 'Bia', 0n)).toMatchObject({ outcome: 'awaits-second' })
  expect(await decide(one, 'approve', 'Caio', 0n)).toMatchObject({ outcome: 'approved' })
  expect(await withdraw(one)).toEqual({ outcome: 'withdrawn', people: ['Bia', 'Caio'] })
  expect(await decide(one, 'approve', 'Caio', 0n)).toMatchObject({ outcome: 'awaits-second' })
})

describe('what may have left is not called back, and a rejection says the same', async () => {
  const waiting = await world.approved()
  const both = async (one: Answered, why: string): Promise<void> => {
    expect(await withdraw(one)).toEqual({ outcome: 'bounced', why })
    expect(await decide(one, 'reject')).toEqual({ outcome: 'bounced', why })
  }

  test('an order that is on the wire, and one that was made', async () => {
    const one = await world.approved()
    const client = beforeRequests(world.client, async (operation) => {
      if (operation === 'createOrder') await both(one, 'order-on-its-way')
    })
    await world.place(one.effectId, { client })
    expect(await world.ordersAt(one)).toHaveLength(1)
    await both(one, 'already-ordered')
  })

  test.each([
    ['in-doubt', 0, 'order-looked-up'],
    ['held', 1, 'order-looked-up'],
    ['planned', 1, 'order-looked-up'],
    ['claimed', 1, 'order-looked-up'],
    ['quarantined', 0, 'order-needs-person'],
    ['needs-person', 1, 'order-needs-person'],
  ] as const)('an order that is %s with %d doubts', async (state, doubts, why) => {
    await world.query('update frota.effect set state = $2, doubts = $3 where id = $1', [
      waiting.effectId,
      state,
      doubts,
    ])
    await both(waiting, why)
    expect(await world.planOf(waiting)).toMatchObject({ state: 'approved' })
    expect(await world.locks(waiting)).toBe(waiting.plan.items.length)
  })

  test('one whose intent only the journal remembers', async () => {
    const one = await world.approved()
    const { epoch } = await world.effect(one.effectId)
    const journaled = new Map([[one.effectId, epoch]])
    const refused = { outcome: 'bounced', why: 'order-looked-up' }
    expect(await withdraw(one, journaled)).toEqual(refused)
    const older = new Map([[one.effectId, epoch - 1]])
    expect(await withdraw(one, older)).toMatchObject({ outcome: 'withdrawn' })
  })
})

describe('whoever places the order at that moment', () => {
  /** What the ending of the effect records; nobody else has the session of an embedded ledger then. */
  const isInTransaction = (name: string, args: readonly unknown[]): boolean =>
    ['markOrdered', 'move', 'release'].includes(name) || (name === 'find' && args.length > 1)

  /** Runs `act` before the nth step of placing: reads, the share of the limits, claim and intent. */
  function steppingTools(at: number, act: () => Promise<void>) {
    let steps = 0
    let nth = at
    const stepping = <T extends object>(tools: T): T =>
      new Proxy(tools, {
        get(target, name, receiver) {
          const value: unknown = Reflect.get(target, name, receiver)
          if (typeof value !== 'function') return value
          return async (...args: unknown[]): Promise<unknown> => {
            if (!isInTransaction(String(name), args)) steps += 1
            if (steps === nth) {
              nth = 0
              await act()
            }
            return Reflect.apply(value, target, args) as unknown
          }
        },
      })
    const { placing, engine } = world
    const { client, plans, debts, vehicles } = placing
    const reading = { call: client.call.bind(client), read: client.read.bind(client) }
    const tools = {
      ...placing,
      plans: stepping(plans),
      debts: stepping(debts),
      vehicles: stepping(vehicles),
      client: { ...stepping(reading), pages: client.pages.bind(client) },
    }
    const own: EffectTools = { ...engine, store: stepping(engine.store) }
    return { tools, own, taken: () => steps }
  }

  test('exactly one of the two comes to pass, at every step', async () => {
    const seen = { ordered: 0, withdrawn: 0 }
    const quiet = steppingTools(0, async () => undefined)
    await performEffect(quiet.own, orderStage(quiet.tools), (await world.approved()).effectId)
    let one = await world.approved()
    for (let nth = 1; nth <= quiet.taken(); nth += 1) {
      let said: Decided | undefined
      const { tools, own } = steppingTools(nth, async () => {
        said = await withdraw(one)
      })
      await performEffect(own, orderStage(tools), one.effectId)
      const made = await world.ordersAt(one)
      if (said?.outcome === 'withdrawn') {
        seen.withdrawn += 1
        await isProposalAgain(one)
        // The next step is tried with the same proposal, which a person approves again.
        await decide(one, 'approve')
        one = { ...one, effectId: (await world.effectOf(one)).id }
        continue
      }
      seen.ordered += 1
      expect(said).toMatchObject({ outcome: 'bounced' })
      expect(made).toHaveLength(1)
      expect(await world.planOf(one)).toMatchObject({ state: 'ordered' })
      expect(await shares(one)).toBe(1)
      one = await world.approved()
    }
    expect(seen.withdrawn).toBeGreaterThan(5)
    expect(seen.ordered).toBeGreaterThan(1)
  })

  test('exactly one of the two comes to pass, at once', async () => {
    for (let round = 0; round < 4; round += 1) {
      const one = await world.approved()
      const [said] = await Promise.all([withdraw(one), world.place(one.effectId)])
      const made = await world.ordersAt(one)
      expect(made).toHaveLength(said.outcome === 'withdrawn' ? 0 : 1)
      const { state } = await world.planOf(one)
      expect(state).toBe(said.outcome === 'withdrawn' ? 'proposed' : 'ordered')
      expect(await shares(one)).toBe(made.length)
    }
  })
})
