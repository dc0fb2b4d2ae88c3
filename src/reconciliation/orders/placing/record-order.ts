/** Writes how an order's effect ended, in the effect's transaction: the order, its plan, its debts. */
import type { Order } from '../../../contract/order.ts'
import type { Found } from '../../../effects/stage.ts'
import type { Effect } from '../../../ledger/effects/effects.ts'
import type { OrderFacts } from '../../../ledger/orders/orders.ts'
import type { Plan } from '../../../ledger/orders/plans.ts'
import type { Tx } from '../../../ledger/schema/tx.ts'
import { orderFacts, sumsMismatch } from './judge-order.ts'
import { keepOrder } from './keep-order.ts'
import { isMismatch, mayProposeAnew, reason, type Mismatch } from '../order-reasons.ts'
import type { PlacingTools } from '../order-tools.ts'

/** Delay from an order to its first read, with the first look for its twins (twin-orders.ts). */
const FIRST_READ_MS = 2_000

type RecordingTools = Omit<PlacingTools, 'client' | 'accountId' | 'bucket' | 'planPolicy'>

/** `known`: the plan as the order was prepared from it; what is used of it never changes. */
export async function recordOrder(
  tools: RecordingTools,
  tx: Tx,
  effect: Effect,
  found: Found<Order, Order>,
  known?: Plan,
): Promise<void> {
  const plan =
    known ?? (effect.planId === null ? undefined : await tools.plans.find(effect.planId, tx))
  if (plan === undefined) throw new Error('An order belongs to a plan.')
  switch (found.how) {
    case 'done':
      return placed(tools, tx, { effect, plan, order: found.reply, mismatch: undefined })
    case 'adopted': {
      const order = found.match.thing
      return placed(tools, tx, { effect, plan, order, mismatch: sumsMismatch(order, plan) })
    }
    case 'quarantined': {
      // Nothing, or several: the locks stay until a person chose.
      if (found.reply === undefined) return
      const mismatch = isMismatch(found.reason) ? found.reason : 'other-items'
      return placed(tools, tx, { effect, plan, order: found.reply, mismatch })
    }
    case 'rejected':
      return refused(tools, tx, { effect, plan, found })
    case 'needs-person':
      // The locks stay: whether the order exists is what a person must find out.
      return
  }
}

async function placed(
  tools: RecordingTools,
  tx: Tx,
  what: { effect: Effect; plan: Plan; order: Order; mismatch: Mismatch | undefined },
): Promise<void> {
  const { effect, plan, order, mismatch } = what
  const nowMs = tools.clock.now()
  const at = new Date(nowMs)
  const facts = withheld(orderFacts(order, { ...tools, mismatch, nowMs }))
  const { fleetId, vehicleId, id: effectId } = effect
  const items = await itemsOf(tools, tx, plan, order)
  await tools.plans.markOrdered(plan.id, { totalCents: facts.totalCents, at }, tx)
  const of = { fleetId, vehicleId, planId: plan.id, effectId, items, at }
  await keepOrder(tools, tx, order, facts, of, FIRST_READ_MS)
}

/** Somebody else may have ordered the same meanwhile: no code is shown before the look for twins. */
function withheld(facts: OrderFacts): OrderFacts {
  const mayBePaid = facts.standing === 'open' || facts.standing === 'unknown'
  if (!mayBePaid || isMismatch(facts.gateReason)) return facts
  return { ...facts, gate: 'shut', gateReason: 'twins-unseen' }
}

/** The plan's items by the ids that were ordered: a newer answer gave the debts other ids. */
async function itemsOf(tools: Pick<RecordingTools, 'orders'>, tx: Tx, plan: Plan, order: Order) {
  const ids = (order.items ?? []).map((item) => item.debt_item_id.toLowerCase())
  const planned = new Set(plan.items.map(({ itemId }) => itemId))
  if (ids.every((id) => planned.has(id))) return plan.items
  const held = await tools.orders.debtsOfItems(plan.vehicleId, ids, tx)
  const idOf = new Map([...held.values()].map(({ debtId, itemId }) => [debtId, itemId]))
  return plan.items.map((item) => ({ ...item, itemId: idOf.get(item.debtId) ?? item.itemId }))
}

/** Nothing was made: the plan is void, and the next answer may propose its debts again. */
async function refused(
  tools: RecordingTools,
  tx: Tx,
  what: { effect: Effect; plan: Plan; found: Extract<Found<Order, Order>, { how: 'rejected' }> },
): Promise<void> {
  const at = new Date(tools.clock.now())
  const { effect, plan, found } = what
  const isOurs = found.status === undefined
  const why = isOurs ? found.reason : reason('service-refused', found.reason)
  await tools.plans.release(plan.id, { from: ['approved'], state: 'void', reason: why, at }, tx)
  const ids = plan.items.map((item) => item.debtId)
  await tools.debts.move({ ids, from: ['approved'], to: 'open', why, at }, tx)
  await tools.effects.retire(effect.id, tx)
  // Only the price or the policy was in the way: what the policy allows now is proposed again.
  if (isOurs && mayProposeAnew(why)) await tools.plans.reopen(plan.id, tx)
}
