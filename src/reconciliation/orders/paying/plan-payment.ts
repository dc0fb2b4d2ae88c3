/**
 * Plans the payment of an order: one at a time, and none while another has no outcome. The key is
 * the order's id, so the ledger's index holds that too; each confirmation is an effect of its own,
 * since one that charged nothing lets go of the key.
 */
import type { Order } from '../../../contract/order.ts'
import type { Effect, EffectStore } from '../../../ledger/effects.ts'
import type { FollowedOrder } from '../../../ledger/orders.ts'
import { meaningOf } from '../following/order-statuses.ts'
import type { OrderStatuses } from '../following/order-statuses.ts'

export interface PlanningTools {
  readonly effects: Pick<EffectStore, 'plan' | 'findByKey' | 'retire'>
  readonly statuses: OrderStatuses
}

export type PlannedPayment =
  | { readonly effect: Effect }
  /** An earlier payment stands in the way. */
  | { readonly earlier: Effect; readonly because: 'in-doubt' | 'charged' }

/** `order`: as it reads now. */
export async function planPayment(
  { effects, statuses }: PlanningTools,
  known: FollowedOrder,
  order: Order,
): Promise<PlannedPayment> {
  const { id: key, fleetId, vehicleId, planId } = known
  const earlier = await effects.findByKey('pay', key)
  // It never left, or certainly did not arrive: whoever confirms now takes it over.
  if (earlier?.state === 'planned') return { effect: earlier }
  if (earlier !== null) {
    const because = standsInTheWay(earlier, statuses, order)
    if (because !== undefined) return { earlier, because }
    await effects.retire(earlier.id)
  }
  const plan = planId === null ? {} : { planId }
  await effects.plan([{ kind: 'pay', key, fleetId, vehicleId, ...plan }])
  const effect = await effects.findByKey('pay', key)
  if (effect === null) throw new Error('A payment that was just planned is gone.')
  return effect.state === 'planned' ? { effect } : { earlier: effect, because: 'in-doubt' }
}

function standsInTheWay(
  { state }: Effect,
  statuses: OrderStatuses,
  order: Order,
): Exclude<PlannedPayment, { effect: Effect }>['because'] | undefined {
  switch (state) {
    case 'planned':
    case 'rejected':
      return undefined
    case 'done':
    case 'adopted':
      return hasEndedUnpaid(statuses, order) ? undefined : 'charged'
    case 'claimed':
    case 'intent':
    case 'in-doubt':
    case 'held':
    case 'quarantined':
    case 'needs-person':
      return 'in-doubt'
  }
}

/** It was under way when it was seen last, and the card was declined in the end. */
function hasEndedUnpaid(statuses: OrderStatuses, order: Order): boolean {
  const status = order.latest_attempt?.status ?? ''
  const isPayable = meaningOf(statuses, 'order', order.status) === 'payable'
  return isPayable && meaningOf(statuses, 'attempt', status) === 'dead'
}
