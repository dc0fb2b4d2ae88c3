/** Writes how an order's effect ended, in the effect's transaction: the order, its plan, its debts. */
import type { Order } from '../../contract/order.ts'
import type { Found } from '../../effects/stage.ts'
import type { Effect } from '../../ledger/effects.ts'
import type { Plan } from '../../ledger/plans.ts'
import type { Tx } from '../../ledger/tx.ts'
import { nextFollowInMs } from './follow-pace.ts'
import { orderFacts } from './judge-order.ts'
import type { PlacingTools } from './placing-tools.ts'

export async function recordOrder(
  tools: Pick<PlacingTools, 'plans' | 'orders' | 'debts' | 'clock'>,
  tx: Tx,
  effect: Effect,
  found: Found<Order, Order>,
): Promise<void> {
  const plan = effect.planId === null ? undefined : await tools.plans.find(effect.planId, tx)
  if (plan === undefined) throw new Error('An order belongs to a plan.')
  switch (found.how) {
    case 'done':
      return placed(tools, tx, { effect, plan, order: found.reply, mismatch: undefined })
    case 'adopted':
      return placed(tools, tx, { effect, plan, order: found.match.thing, mismatch: undefined })
    case 'quarantined':
      if (found.reply === undefined) return
      return placed(tools, tx, { effect, plan, order: found.reply, mismatch: found.reason })
    case 'rejected':
      return refused(tools, tx, plan, found.reason)
    case 'needs-person':
      // The locks stay: whether the order exists is what a person must find out.
      return
  }
}

async function placed(
  tools: Pick<PlacingTools, 'plans' | 'orders' | 'debts' | 'clock'>,
  tx: Tx,
  what: { effect: Effect; plan: Plan; order: Order; mismatch: string | undefined },
): Promise<void> {
  const nowMs = tools.clock.now()
  const at = new Date(nowMs)
  const { effect, plan, order, mismatch } = what
  const facts = orderFacts(order, { mismatch, nowMs })
  const nextInMs = nextFollowInMs({ ...facts, reads: 0, ageMs: 0 })
  await tools.orders.record(
    {
      ...facts,
      fleetId: effect.fleetId,
      vehicleId: effect.vehicleId,
      planId: plan.id,
      effectId: effect.id,
      items: plan.items,
      nextReadAt: nextInMs === null ? null : new Date(nowMs + nextInMs),
      at,
    },
    tx,
  )
  await tools.plans.markOrdered(plan.id, at, tx)
  const ids = plan.items.map((item) => item.debtId)
  const why = `in order ${order.id}`
  await tools.debts.move(
    { ids, from: ['open', 'proposed', 'approved'], to: 'ordered', why, at },
    tx,
  )
}

async function refused(
  tools: Pick<PlacingTools, 'plans' | 'debts' | 'clock'>,
  tx: Tx,
  plan: Plan,
  reason: string,
): Promise<void> {
  const at = new Date(tools.clock.now())
  await tools.plans.release(plan.id, { state: 'void', reason, at }, tx)
  const ids = plan.items.map((item) => item.debtId)
  await tools.debts.move({ ids, from: ['approved'], to: 'open', why: reason, at }, tx)
}
