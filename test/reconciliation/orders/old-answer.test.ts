/** What was proposed of an old answer is neither approved nor ordered before the next one. */
import { expect, test } from 'vitest'
import { approveProposals } from '../../../src/reconciliation/orders/deciding/approve-proposals.ts'
import { decidePlan } from '../../../src/reconciliation/orders/deciding/decide-plan.ts'
import { answerWait } from '../../../src/reconciliation/orders/proposing/still-chosen.ts'
import { forFile } from '../../support/for-file.ts'
import { openOrderWorld, type Answered } from './order-world.ts'

const DAY_MS = 24 * 3_600_000

const world = await forFile(openOrderWorld())
const { clock } = world.bench

async function approvedBy(one: Answered): Promise<unknown> {
  const { id: planId } = await world.planOf(one)
  const person = { name: 'Ana', named: true }
  return decidePlan(world.tools(one), { planId, verdict: 'approve', person })
}

async function waits({ fleetId }: Answered): Promise<string | null | undefined> {
  await world.plans.renewWaits(fleetId, answerWait(world.placing))
  return (await world.plans.list(fleetId, 10))[0]?.waitsFor
}

test('a proposal of an answer of eight days ago waits for the next, whoever approves', async () => {
  const one = await world.proposed()
  expect(await waits(one)).toBe(null)
  clock.step(8 * DAY_MS)
  const old = { outcome: 'bounced', why: 'answer-old' }
  expect(await approvedBy(one)).toEqual(old)
  expect((await approveProposals(world.tools(one))).approved).toBe(0)
  expect((await approveProposals(world.tools(one))).lookedAt).toBe(0)
  expect(await waits(one)).toBe('answer-old')
  await world.consult(one)
  await world.propose(one)
  expect(await waits(one)).toBe(null)
  expect(await approvedBy(one)).toMatchObject({ outcome: 'approved' })
})

test('an approved order waits for the next answer, and goes on when that shows the same', async () => {
  const one = await world.approved()
  clock.step(8 * DAY_MS)
  expect(await world.place(one.effectId)).toMatchObject({ outcome: 'snoozed', why: 'answer-old' })
  expect(await world.ordersAt(one)).toEqual([])
  expect(await waits(one)).toBe('answer-old')
  clock.step(DAY_MS)
  await world.consult(one)
  expect(await waits(one)).toBe(null)
  await world.place(one.effectId)
  expect(await world.plans.find(one.plan.id)).toMatchObject({ state: 'ordered' })
})

test('a vehicle that is about to be asked again gets no order before its answer', async () => {
  const one = await world.approved()
  const at = new Date(clock.now())
  const { campaigns } = world.ledger
  const { id } = await campaigns.open(one.fleetId, at)
  await campaigns.askVehicle(id, one.vehicleId, at)
  expect(await waits(one)).toBe('answer-old')
  expect((await world.effect(one.effectId)).notBeforeInMs).toBeGreaterThan(0)
  const { vehicleId } = one
  await campaigns.endMember({ campaignId: id, vehicleId, state: 'failed', reason: '', at })
  expect(await waits(one)).toBe(null)
  expect(await world.place(one.effectId)).toEqual({ outcome: 'done' })
  expect(await world.ordersAt(one)).toHaveLength(1)
})
