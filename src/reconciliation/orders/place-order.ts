/**
 * The effect stage of an order: the order gate before the one POST (design page "effects"), how a
 * lost answer is found again, and what the ledger keeps. Any order of the vehicle that is not known
 * to be dead and holds one of the debts blocks; so does one that does not show what it holds.
 */
import type { Order } from '../../contract/order.ts'
import type { EffectStage, Match, Preparation } from '../../effects/stage.ts'
import type { Effect, Json } from '../../ledger/effects.ts'
import type { Plan } from '../../ledger/plans.ts'
import { orderMismatch } from './judge-order.ts'
import type { ExpectedOrder } from './judge-order.ts'
import { blockingReason, holdsExactly } from './match-orders.ts'
import { planHash } from './plan-hash.ts'
import type { PlacingTools } from './placing-tools.ts'
import { recordOrder } from './record-order.ts'
import { ordersOfVehicle, withItems } from './vehicle-orders.ts'

export interface OrderReady {
  readonly expected: ExpectedOrder
  readonly itemIds: readonly string[]
  readonly method: Plan['method']
}

export type OrderStage = EffectStage<OrderReady, Order, Order>

/** The order's day in an unknown time zone is at most one before ours. */
const DAY_MS = 24 * 3600 * 1000

export function orderStage(tools: PlacingTools): OrderStage {
  return {
    kind: 'order',
    budget: { bucket: tools.bucket, units: 1 },
    prepare: (effect) => prepare(tools, effect),
    send: (ready, leave) =>
      tools.client.call(
        'createOrder',
        { body: { debt_item_ids: [...ready.itemIds], method: ready.method } },
        {
          mayLeave: () => leave.mayLeave(),
          ...(leave.signal === undefined ? {} : { signal: leave.signal }),
        },
      ),
    fits: (reply, ready) => {
      const why = orderMismatch(reply, ready.expected)
      if (why === undefined) return { fits: true, remoteId: reply.id }
      return { fits: 'quarantine', remoteId: reply.id, why }
    },
    lookUp: (effect) => lookUp(tools, effect),
    record: (tx, effect, found) => recordOrder(tools, tx, effect, found),
  }
}

async function prepare(
  tools: PlacingTools,
  effect: Effect,
): Promise<Preparation<OrderReady, Order>> {
  const plan = await planOf(tools, effect)
  if (plan.state !== 'approved') return { refuse: `the plan is ${plan.state}, not approved` }
  const changed = await changedSince(tools, plan)
  if (changed !== undefined) return { refuse: changed }
  const serviceId = await serviceIdOf(tools, plan.vehicleId)
  if (serviceId === null) return { refuse: 'the vehicle is not registered at the service' }
  const orders = await ordersOfVehicle(tools.client, { vehicle_id: serviceId })
  const full = await withItems(tools.client, orders)
  const known = await knownItems(tools, full)
  for (const order of full) {
    const reason = blockingReason(order, plan.items, known)
    if (reason !== undefined) return { quarantine: `${reason}; do not pay both` }
  }
  return {
    ready: {
      expected: {
        vehicleServiceId: serviceId,
        method: plan.method,
        debtsCents: plan.debtsCents,
      },
      itemIds: plan.items.map((item) => item.itemId),
      method: plan.method,
    },
    baseline: { orders: orders.map((order) => order.id) },
    bodyHash: plan.hash,
  }
}

/** An approval is bound to items and amounts: whatever the last answer shows now must be the same. */
async function changedSince(tools: PlacingTools, plan: Plan): Promise<string | undefined> {
  const shown = await tools.debts.shown([plan.vehicleId])
  const inPlan = new Set(plan.items.map((item) => item.itemId))
  const items = shown.filter((debt) => inPlan.has(debt.itemId))
  if (items.length !== inPlan.size) return 'a newer answer replaced the one that was approved'
  const hash = planHash({ accountId: tools.accountId, method: plan.method, items })
  return hash === plan.hash ? undefined : 'an amount changed since the approval'
}

/** Orders since the day before the POST that are not in the baseline and hold exactly its items. */
async function lookUp(tools: PlacingTools, effect: Effect): Promise<Match<Order>[]> {
  const plan = await planOf(tools, effect)
  const serviceId = await serviceIdOf(tools, plan.vehicleId)
  if (serviceId === null) throw new Error('An order left for a vehicle that has no service id.')
  const sentAtMs = effect.intentAtMs ?? tools.clock.now()
  const orders = await ordersOfVehicle(tools.client, {
    vehicle_id: serviceId,
    created_after: new Date(sentAtMs - DAY_MS).toISOString().slice(0, 'YYYY-MM-DD'.length),
  })
  const before = baselineIds(effect.baseline)
  const newer = orders.filter((order) => !before.has(order.id))
  const full = await withItems(tools.client, newer)
  const known = await knownItems(tools, full)
  return full
    .filter((order) => order.items === undefined || holdsExactly(order, plan.items, known))
    .map((order) => ({ remoteId: order.id, thing: order }))
}

async function knownItems(
  tools: PlacingTools,
  orders: readonly Order[],
): Promise<ReadonlyMap<string, string>> {
  const ids = orders.flatMap((order) => order.items ?? []).map((item) => item.debt_item_id)
  return tools.orders.debtsOfItems(ids.map((id) => id.toLowerCase()))
}

async function planOf(tools: PlacingTools, effect: Effect): Promise<Plan> {
  const plan = effect.planId === null ? undefined : await tools.plans.find(effect.planId)
  if (plan === undefined) throw new Error('An order belongs to a plan.')
  return plan
}

async function serviceIdOf(tools: PlacingTools, vehicleId: string): Promise<string | null> {
  return (await tools.vehicles.byId(vehicleId))?.serviceId ?? null
}

function baselineIds(baseline: Json): Set<string> {
  if (typeof baseline !== 'object' || baseline === null || !('orders' in baseline)) return new Set()
  const { orders } = baseline
  return new Set(Array.isArray(orders) ? orders.filter((id) => typeof id === 'string') : [])
}
