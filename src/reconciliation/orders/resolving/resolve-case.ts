/** Finds the case that a person names: an effect, its order, or an order with a shut pay gate. */
import type { Effect } from '../../../ledger/effects/effects.ts'
import type { FollowedOrder } from '../../../ledger/orders/orders.ts'
import type { Plan } from '../../../ledger/orders/plans.ts'
import { isMismatch } from '../order-reasons.ts'
import { waitsForPerson } from './resolve-choices.ts'
import type { OrderTools } from '../order-tools.ts'

interface Common {
  readonly vehicleId: string
  readonly fleetId: string
  /** A code or a sentence: why it waits. */
  readonly reason: string
}

export interface OrderCase extends Common {
  readonly kind: 'order'
  readonly effect: Effect
  readonly plan: Plan
  readonly order: Known
}

export interface PaymentCase extends Common {
  readonly kind: 'pay'
  readonly effect: Effect
  readonly order: FollowedOrder
}

/** No effect waits: only an order's pay gate is shut for good. */
export interface GateCase extends Common {
  readonly kind: 'gate'
  readonly order: FollowedOrder
}

interface RegisterCase extends Common {
  readonly kind: 'register'
  readonly effect: Effect
}

interface ConsultCase extends Common {
  readonly kind: 'consult'
  readonly effect: Effect
}

export type Case = OrderCase | PaymentCase | GateCase | RegisterCase | ConsultCase

/** The order that the effect's own answer made, if the ledger has one. */
type Known = FollowedOrder | undefined

export type CaseTools = Pick<OrderTools, 'effects' | 'orders' | 'plans'>

/** `id`: an effect's or an order's. `not-waiting`: nothing is left for a person to decide. */
export async function findCase(
  tools: CaseTools,
  id: string,
): Promise<Case | 'not-found' | 'not-waiting'> {
  const effect = await tools.effects.find(id)
  if (effect !== null) return caseOfEffect(tools, effect)
  const order = await tools.orders.find(id)
  if (order === undefined) return 'not-found'
  const own = order.effectId === null ? null : await tools.effects.find(order.effectId)
  if (own !== null && waitsForPerson(own)) return caseOfEffect(tools, own)
  const { standing, gateReason: why } = order
  // An order that was over may have been paid late, at another amount.
  const isOver = standing === 'dead' && why !== 'amounts-changed'
  if (isOver || !isMismatch(why)) return 'not-waiting'
  const { vehicleId, fleetId } = order
  return { kind: 'gate', vehicleId, fleetId, order, reason: why }
}

async function caseOfEffect(tools: CaseTools, effect: Effect): Promise<Case | 'not-waiting'> {
  if (!waitsForPerson(effect) || !effect.active) return 'not-waiting'
  const { kind, vehicleId, fleetId } = effect
  const found = { effect, vehicleId, fleetId, reason: effect.reason ?? effect.state }
  if (kind === 'register') return { ...found, kind }
  if (kind === 'consult') return { ...found, kind }
  if (kind === 'pay') {
    const order = await tools.orders.find(effect.key)
    if (order === undefined) throw new Error('A payment belongs to an order of the ledger.')
    return { ...found, kind, order }
  }
  const plan = effect.planId === null ? undefined : await tools.plans.find(effect.planId)
  if (plan === undefined) throw new Error('An order belongs to a plan.')
  const order = effect.remoteId === null ? undefined : await tools.orders.find(effect.remoteId)
  return { ...found, kind, plan, order }
}
