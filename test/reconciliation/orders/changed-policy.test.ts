/** The policy of today binds what an earlier one proposed or left out, whoever approved it. */
import { describe, expect, test } from 'vitest'
import { DEBT_KINDS, type DebtKind } from '../../../src/contract/debt-item.ts'
import { approveProposals } from '../../../src/reconciliation/orders/deciding/approve-proposals.ts'
import { decidePlan } from '../../../src/reconciliation/orders/deciding/decide-plan.ts'
import type { OrderPolicy } from '../../../src/reconciliation/orders/policy/order-policy.ts'
import { dropProposal } from '../../../src/reconciliation/orders/proposing/drop-proposal.ts'
import {
  proposeOrders,
  reviseProposals,
} from '../../../src/reconciliation/orders/proposing/propose-orders.ts'
import { openFleet } from '../../ledger/vehicles/vehicle-world.ts'
import { forFile } from '../../support/for-file.ts'
import { openOrderWorld, type Answered } from './order-world.ts'

const world = await forFile(openOrderWorld())

const step = (): void => world.step(1_000)

function debtKind(kind: string | undefined): DebtKind {
  const known = DEBT_KINDS.find((one) => one === kind)
  if (known === undefined) throw new Error(`${kind} is no kind of the interface`)
  return known
}

const { tools } = world

async function decide(one: Answered, policy: Partial<OrderPolicy> = {}): Promise<number> {
  await world.propose(one, world.client, policy)
  return (await approveProposals(tools(one, policy))).approved
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
    await world.place((await world.effectOf(one)).id, { policy })
    expect(await world.planOf(one)).toMatchObject({ state: 'void', reason: 'not-chosen' })
    expect(await world.ordersAt(one)).toEqual([])
    step()
    expect([await decide(one, policy), await kindsOf(one)]).toEqual([1, policy.kinds])
    await world.place((await world.effectOf(one)).id, { policy })
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

describe('an answer of which nothing was proposed, or no more', () => {
  const proposedAnew = async (one: Answered, policy: Partial<OrderPolicy> = {}) => {
    step()
    await reviseProposals(tools(one, policy))
    return proposeOrders(tools(one, policy))
  }

  test('is proposed once the policy that left it out is widened', async () => {
    const one = await world.answered()
    const narrow = { kinds: [] }
    expect(await proposeOrders(tools(one, narrow))).toEqual({ considered: 1, proposed: 0 })
    expect(await proposedAnew(one, narrow)).toEqual({ considered: 0, proposed: 0 })
    expect(await proposedAnew(one)).toEqual({ considered: 1, proposed: 1 })
    expect(await proposedAnew(one)).toEqual({ considered: 0, proposed: 0 })
  })

  test.each(['proposed', 'approved'])(
    '%s, goes with its vehicle to another fleet',
    async (state) => {
      const one = await world.proposed()
      if (state === 'approved') await world.approve(one)
      const { id: planId, state: before } = await world.planOf(one)
      expect(before).toBe(state)
      const vehicle = await world.placing.vehicles.byId(one.vehicleId)
      if (vehicle === null) throw new Error('unreachable')
      const other = await openFleet(world.ledger.database, vehicle.accountId)
      await other.apply([vehicle])
      expect(await world.plans.find(planId)).toMatchObject({
        state: 'void',
        reason: 'vehicle-left',
      })
      expect(await proposedAnew({ ...one, fleetId: other.id })).toEqual({
        considered: 1,
        proposed: 1,
      })
      const proposed = await world.planOf({ ...one, fleetId: other.id })
      const ids = proposed.items.map(({ debtId }) => debtId)
      expect(await world.states(one, ids)).toEqual(new Set(['proposed']))
      expect(await world.locks(one)).toBe(0)
    },
  )

  test('is proposed again once its vehicle is back in the fleet, not after a person said no', async () => {
    const one = await world.proposed()
    await dropProposal(tools(one), await world.planOf(one), 'vehicle-left')
    expect(await proposedAnew(one)).toEqual({ considered: 1, proposed: 1 })
    const { id: planId } = await world.planOf(one)
    const person = { name: 'Ana', named: true }
    await decidePlan(tools(one), { planId, verdict: 'reject', person })
    expect((await world.planOf(one)).state).toBe('rejected')
    expect(await proposedAnew(one)).toEqual({ considered: 0, proposed: 0 })
  })
})
