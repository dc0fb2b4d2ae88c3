import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { START } from '../consultations/campaign-world.ts'
import { ipva, openPlanWorld, some, ticket, type Planned } from './plan-world.ts'
import { claimOne } from '../../support/ledger/claim-one.ts'
import { forFile } from '../../support/for-file.ts'

const world = await forFile(openPlanWorld())

const waiting = async ({ fleetId }: Planned): Promise<string[]> =>
  (await world.plans.unconsidered(fleetId, 10)).map((answer) => answer.consultationId)

const void_ = (reason: string) =>
  ({ from: ['proposed'], state: 'void', reason, at: START }) as const

describe('considering an answer', () => {
  test('makes a proposal with its items, and happens once', async () => {
    const one = await world.vehicle()
    const consultationId = await one.answer([ticket(), ticket(), ipva('ipva', 'IPVA 2025')])
    expect(await waiting(one)).toEqual([consultationId])
    const answer = await one.unconsidered()
    const planId = some(await one.propose(undefined, answer))
    expect(await waiting(one)).toEqual([])
    const plan = some(await world.plans.find(planId))
    const shown = await one.shown()
    expect(plan).toMatchObject({ state: 'proposed', debtsCents: 700_00n, consultationId })
    expect(plan.items.map((item) => item.debtId).toSorted()).toEqual(
      shown.map((debt) => debt.id).toSorted(),
    )
    expect(new Set(plan.items.map((item) => item.ordinal))).toEqual(new Set([0, 1]))
    expect(await one.propose(undefined, answer)).toBeNull()
    expect((await world.plans.find(planId))?.state).toBe('proposed')
  })

  test('by two at once makes one proposal', async () => {
    const one = await world.vehicle()
    await one.answer()
    const answer = await one.unconsidered()
    const made = await Promise.all([one.propose(undefined, answer), one.propose(undefined, answer)])
    expect(made.filter((id) => id !== null)).toHaveLength(1)
    expect(await world.plans.counts(one.fleetId)).toMatchObject({
      proposed: { plans: 1, cents: 100_00n },
      void: { plans: 0 },
    })
  })

  test('keeps what was left out, and why', async () => {
    const one = await world.vehicle()
    const consultationId = await one.answer()
    const leftOut = (await one.shown()).map((debt) => ({ debtId: debt.id, why: 'not-payable' }))
    const answer = await one.unconsidered()
    const considered = { answer, plan: undefined, leftOut }
    expect(await world.plans.consider([considered], START)).toEqual([null])
    const { rows } = await sql`
      select left_out, plan_id from frota.considered_answer
      where consultation_id = ${consultationId}
    `.execute(world.ledger.db)
    expect(rows).toEqual([{ left_out: leftOut, plan_id: null }])
  })

  test('replaces the proposal of an older one, with a plan or without', async () => {
    const { one, planId: first } = await world.proposed()
    await one.answer()
    const second = some(await one.propose())
    expect(await world.plans.find(first)).toMatchObject({ state: 'void', reason: 'newer-answer' })
    await one.answer([])
    const answer = await one.unconsidered()
    await world.plans.consider([{ answer, plan: undefined, leftOut: [] }], START)
    expect((await world.plans.find(second))?.state).toBe('void')
  })

  test('leaves its turn to an answer that came meanwhile, and none to an older one', async () => {
    const one = await world.vehicle()
    await one.answer()
    const older = await one.unconsidered()
    const newer = await one.answer()
    expect(await waiting(one)).toEqual([newer])
    await one.propose(undefined, older)
    expect(await waiting(one)).toEqual([newer])
    await one.propose()
    expect(await waiting(one)).toEqual([])
  })

  test('waits while an approved plan of the vehicle is on its way', async () => {
    const { one, planId } = await world.proposed()
    const stale = await (async () => {
      const id = await one.answer()
      return { ...(await one.unconsidered()), id }
    })()
    await world.approve(planId)
    expect(await waiting(one)).toEqual([])
    expect(await one.propose(undefined, stale)).toBeNull()
    expect((await world.plans.find(planId))?.state).toBe('approved')
    const third = await one.answer()
    const { orders, plans } = world
    await orders.transaction((tx) =>
      plans.markOrdered(planId, { totalCents: 109_90n, at: START }, tx),
    )
    expect(await waiting(one)).toEqual([third])
  })

  test('is not for a vehicle that left the fleet', async () => {
    const one = await world.vehicle()
    await one.answer()
    await world.ledger.change(one.vehicleId, { inFleet: false })
    expect(await waiting(one)).toEqual([])
  })
})

describe('what may be approved', () => {
  test('is proposed, by this method, up to this amount, of a vehicle in the fleet', async () => {
    const { one, planId } = await world.proposed()
    const { fleetId } = one
    const approvable = async (
      upToCents: bigint,
      method: 'pix' | 'boleto' = 'pix',
    ): Promise<string[]> => {
      const which = { method, upToCents, limit: 10, at: START }
      return (await world.plans.approvable(fleetId, which)).map(({ id }) => id)
    }
    expect(await approvable(100_00n)).toEqual([planId])
    expect(await approvable(99_99n)).toEqual([])
    expect(await approvable(100_00n, 'boleto')).toEqual([])
    await world.ledger.change(one.vehicleId, { inFleet: false })
    expect(await approvable(100_00n)).toEqual([])
    await world.ledger.change(one.vehicleId, { inFleet: true })
    await world.approve(planId)
    expect(await approvable(100_00n)).toEqual([])
  })

  test('is not what an answer proposes in which something is wrong', async () => {
    const one = await world.vehicle()
    await one.answer([ticket()], ['total-differs'])
    some(await one.propose())
    const any = { method: 'pix', upToCents: 10_000_00n, limit: 10, at: START } as const
    expect(await world.plans.approvable(one.fleetId, any)).toEqual([])
  })
})

describe('an approval', () => {
  test('locks each debt, equal ones too, and plans the order', async () => {
    const { one, planId } = await world.proposed([ticket(), ticket()])
    const approval = await world.approve(planId, 'the key')
    const effectId = approval.approved ? approval.effectId : ''
    expect(await world.effects.find(effectId)).toMatchObject({
      kind: 'order',
      key: 'the key',
      state: 'planned',
      planId,
      vehicleId: one.vehicleId,
    })
    expect(await one.locks()).toBe(2)
    expect(await world.plans.find(planId)).toMatchObject({
      state: 'approved',
      decidedBy: 'somebody',
      decidedAt: START,
    })
  })

  test('is nothing at all when a part of it fails', async () => {
    const { one, planId } = await world.proposed()
    // No text of the database can hold it, and it is written after the locks and the effect.
    const by = { who: 'some\0body', at: START }
    const approve = world.plans.approve([{ planId, effectKey: 'never' }], by)
    await expect(approve).rejects.toThrow('invalid byte sequence')
    expect((await world.plans.find(planId))?.state).toBe('proposed')
    expect(await one.locks()).toBe(0)
    expect(await world.effects.findByKey('order', 'never')).toBeNull()
  })

  test('by two at once is given once', async () => {
    const { one, planId } = await world.proposed()
    const both = await Promise.all([world.approve(planId, 'a'), world.approve(planId, 'b')])
    expect(both.filter(({ approved }) => approved)).toHaveLength(1)
    expect(both).toContainEqual({ approved: false, why: 'not-proposed' })
    expect(await one.locks()).toBe(1)
  })

  test('collides with a plan that holds one of its debts, until that lets go', async () => {
    const one = await world.vehicle()
    await one.answer([ticket(), ticket({ description: 'Another one' })])
    const shown = await one.shown()
    const first = some(await one.propose(shown.slice(0, 1)))
    await world.approve(first)
    const { orders, plans } = world
    await orders.transaction((tx) =>
      plans.markOrdered(first, { totalCents: 109_90n, at: START }, tx),
    )
    await one.answer([ticket(), ticket({ description: 'Another one' })])
    const second = some(await one.propose())
    expect(await world.approve(second)).toEqual({ approved: false, why: 'debt-locked' })
    expect(await one.locks()).toBe(1)
    expect((await plans.find(second))?.state).toBe('proposed')
    const dead = { from: ['ordered'], state: 'void', reason: 'order-dead', at: START } as const
    expect(await plans.release(first, dead)).toBe(true)
    expect(await one.locks()).toBe(0)
    expect(await world.approve(second)).toMatchObject({ approved: true })
    expect(await one.locks()).toBe(2)
  })

  test('is not given while an order of the very same debts is unfinished', async () => {
    const { one, planId: first } = await world.proposed()
    const approval = await world.approve(first, 'same debts')
    const rejected = { from: ['approved'], state: 'rejected', reason: 'x', at: START } as const
    expect(await world.plans.release(first, rejected)).toBe(true)
    await one.answer()
    const second = some(await one.propose())
    expect(await world.approve(second, 'same debts')).toEqual({
      approved: false,
      why: 'order-unfinished',
    })
    expect(await one.locks()).toBe(0)
    await claimOne(world.effects, approval.approved ? approval.effectId : '', 'test', 1_000)
    expect((await world.plans.find(second))?.state).toBe('proposed')
  })
})

describe('a release', () => {
  test('changes nothing of a plan about which somebody else decided', async () => {
    const { one, planId } = await world.proposed()
    await world.approve(planId)
    expect(await world.plans.release(planId, void_('debt-locked'))).toBe(false)
    expect((await world.plans.find(planId))?.state).toBe('approved')
    expect(await one.locks()).toBe(1)
  })

  test('is undone with its transaction', async () => {
    const { planId } = await world.proposed()
    const { orders, plans } = world
    const failing = orders.transaction(async (tx) => {
      await plans.release(planId, void_('debt-locked'), tx)
      throw new Error('later')
    })
    await expect(failing).rejects.toThrow('later')
    expect((await plans.find(planId))?.state).toBe('proposed')
  })

  test('is overtaken by an order that exists: it takes the locks again', async () => {
    const { one, planId } = await world.proposed()
    await world.approve(planId)
    const { orders, plans } = world
    await plans.release(planId, { ...void_('x'), from: ['approved'], state: 'rejected' })
    expect(await one.locks()).toBe(0)
    await orders.transaction((tx) =>
      plans.markOrdered(planId, { totalCents: 109_90n, at: START }, tx),
    )
    expect((await plans.find(planId))?.state).toBe('ordered')
    expect(await one.locks()).toBe(1)
  })
})

test('live plans are listed, newest first, and no others', async () => {
  const { one, planId } = await world.proposed()
  expect(await world.plans.list(one.fleetId, 10)).toMatchObject([
    { id: planId, state: 'proposed', items: 1, debtsCents: 100_00n, method: 'pix' },
  ])
  await world.plans.release(planId, void_('debt-locked'))
  expect(await world.plans.list(one.fleetId, 10)).toEqual([])
  expect(await world.plans.find(world.ledger.uuid())).toBeUndefined()
})
