/** A policy that was tightened binds what an earlier one proposed, whoever approved it. */
import { describe, expect, test } from 'vitest'
import { DEBT_KINDS, type DebtKind } from '../../../src/contract/debt-item.ts'
import { approveProposals } from '../../../src/reconciliation/orders/deciding/approve-proposals.ts'
import { decidePlan } from '../../../src/reconciliation/orders/deciding/decide-plan.ts'
import { orderStage } from '../../../src/reconciliation/orders/placing/place-order.ts'
import type { OrderPolicy } from '../../../src/reconciliation/orders/policy/order-policy.ts'
import { previewProposals } from '../../../src/reconciliation/orders/proposing/preview-proposals.ts'
import {
  proposeOrders,
  reviseProposals,
} from '../../../src/reconciliation/orders/proposing/propose-orders.ts'
import { forFile } from '../../support/for-file.ts'
import { performEffect } from '../../support/perform-effect.ts'
import { openOrderWorld, type Answered } from './order-world.ts'

const world = await forFile(openOrderWorld())

const step = (): void => world.asking.bench.clock.step(1_000)

function debtKind(kind: string | undefined): DebtKind {
  const known = DEBT_KINDS.find((one) => one === kind)
  if (known === undefined) throw new Error(`${kind} is no kind of the interface`)
  return known
}

function tools({ fleetId }: Answered, policy: Partial<OrderPolicy> = {}) {
  const { placing, plans, orders, asking } = world
  const stores = { plans, orders, debts: asking.ledger.debts, effects: asking.effects }
  return { ...placing, ...stores, fleetId, policy: { ...placing.policy, ...policy } }
}

async function decide(one: Answered, policy: Partial<OrderPolicy> = {}): Promise<number> {
  const given = tools(one, policy)
  await proposeOrders(given)
  await previewProposals(given)
  return (await approveProposals(given)).approved
}

describe('a policy that was tightened', () => {
  const kindsOf = async (one: Answered): Promise<DebtKind[]> => {
    const { items } = await world.planOf(one)
    return [...new Set(items.map(({ kind }) => debtKind(kind)))]
  }
  /** A vehicle with a proposal, and a policy of which that one could not have come. */
  const tightened = async () => {
    const one = await world.answered(
      (shown) =>
        new Set(shown.map(({ kind }) => kind)).size > 1 &&
        shown.some(({ dependsOn }) => dependsOn === null),
    )
    const shown = await world.placing.debts.shown([one.vehicleId])
    const free = shown.find((debt) => debt.group !== 'ipva' && debt.isPayable && !debt.dependsOn)
    return { one, policy: { kinds: [debtKind(free?.kind)] } }
  }

  test('approves no proposal of before, whoever asks, but what it would propose itself', async () => {
    const { one, policy } = await tightened()
    await world.propose(one)
    const { id: planId } = await world.planOf(one)
    const person = { name: 'Ana', named: true }
    const decided = await decidePlan(tools(one, policy), { planId, verdict: 'approve', person })
    expect(decided).toEqual({ outcome: 'bounced', why: 'not-chosen' })
    expect((await approveProposals(tools(one, policy))).approved).toBe(0)
    expect(await world.plans.find(planId)).toMatchObject({ state: 'void', reason: 'not-chosen' })
    step()
    expect([await decide(one, policy), await kindsOf(one)]).toEqual([1, policy.kinds])
  })

  test('orders nothing that was approved before and that it does not choose', async () => {
    const { one, policy } = await tightened()
    expect(await decide(one)).toBe(1)
    await performEffect(
      world.engine,
      orderStage(tools(one, policy)),
      (await world.effectOf(one)).id,
    )
    expect(await world.planOf(one)).toMatchObject({ state: 'void', reason: 'not-chosen' })
    expect(await world.ordersAt(one.serviceId)).toEqual([])
    step()
    expect([await decide(one, policy), await kindsOf(one)]).toEqual([1, policy.kinds])
    await performEffect(
      world.engine,
      orderStage(tools(one, policy)),
      (await world.effectOf(one)).id,
    )
    expect((await world.planOf(one)).state).toBe('ordered')
  })

  test('makes its own proposals in place of those of before', async () => {
    const { one, policy } = await tightened()
    await world.propose(one)
    step()
    await reviseProposals(tools(one, policy))
    await proposeOrders(tools(one, policy))
    expect(await kindsOf(one)).toEqual(policy.kinds)
    // A policy that would choose more keeps what was proposed.
    const { id } = await world.planOf(one)
    await reviseProposals(tools(one))
    expect(await world.planOf(one)).toMatchObject({ id, state: 'proposed' })
  })
})
