/**
 * The effect stage of an order: the order gate before the one POST (docs/money.md), how a lost
 * answer is found again, and what the ledger keeps. Any order of the vehicle that holds one of the
 * debts blocks unless it is known to be dead; so does one of which nobody knows what it holds.
 */
import type { Order } from '../../../contract/order.ts'
import type { EffectStage, Match, Preparation } from '../../../effects/stage.ts'
import type { Effect, Json } from '../../../ledger/effects/effects.ts'
import type { Plan } from '../../../ledger/orders/plans.ts'
import { currentPlan } from './current-plan.ts'
import { orderMismatch, type ExpectedOrder } from './judge-order.ts'
import { firstBlock, holdsExactly } from './match-orders.ts'
import { reason } from '../order-reasons.ts'
import type { PlacingTools } from '../order-tools.ts'
import { priceOrder } from '../proposing/price-order.ts'
import { recordRevived } from '../record-read.ts'
import { recordOrder } from './record-order.ts'
import { ordersOfVehicle, withHeld, type ReadOrder } from './vehicle-orders.ts'

export interface OrderReady {
  readonly expected: ExpectedOrder & Pick<Plan, 'method'>
  /** Orders that were there before, with their status: none of them can be the answer. */
  readonly before: ReadonlyMap<string, string>
  /** When they were read, by the clock that never steps. */
  readonly readAtMs: number
}

export type OrderStage = EffectStage<OrderReady, Order, Order>

/** The order's day in an unknown time zone is at most one before ours. */
const DAY_MS = 24 * 3600 * 1000
/**
 * Orders read longer ago than this are read again once the slot is there. Reading them sooner would
 * only waste the slot, whose time runs until the first byte is sent.
 */
const READ_MS_MAX = 1_000
/** Ids of possible orders that a reason names. */
const IDS_NAMED_MAX = 10

export function orderStage(tools: PlacingTools): OrderStage {
  /** Plans that were read for a request of this stage, whose items and amounts do not change. */
  const prepared = new Map<string, Plan>()
  return {
    kind: 'order',
    budget: { bucket: tools.bucket },
    prepare: async (effect) => {
      const plan = await planOf(tools, effect)
      prepared.set(effect.id, plan)
      return prepare(tools, effect, plan)
    },
    stands: (ready) => stands(tools, ready),
    send: ({ expected: { itemIds, method } }, leave) => {
      const body = { debt_item_ids: [...itemIds], method }
      return tools.client.call('createOrder', { body }, leave)
    },
    fits: (reply, ready) => {
      if (ready.before.has(reply.id.toLowerCase())) {
        return { fits: false, why: 'the answer names an order that was there before' }
      }
      const why = orderMismatch(reply, ready.expected)
      if (why === undefined) return { fits: true, remoteId: reply.id }
      return { fits: 'quarantine', remoteId: reply.id, why }
    },
    lookUp: (effect) => lookUp(tools, effect),
    record: (tx, effect, found) => recordOrder(tools, tx, effect, found, prepared.get(effect.id)),
  }
}

async function prepare(
  tools: PlacingTools,
  effect: Effect,
  plan: Plan,
): Promise<Preparation<OrderReady, Order>> {
  const orders = await ordersNow(tools, plan)
  const readAtMs = tools.clock.uptime()
  // An earlier request of this effect may have been processed after the last look-up.
  if (effect.doubts > 0 && orders !== null) {
    const found = matches(orders, plan, effect)
    const [match, other] = found
    if (other !== undefined) return { quarantine: severalHold(found) }
    if (match !== undefined) return { adopt: match, why: 'found at the service after all' }
  }
  const current = await currentPlan(tools, plan)
  if ('refusal' in current) return { refuse: current.refusal }
  if ('why' in current) return current
  const isAlone = orders === null || orders.length === 0
  const cleared = isAlone ? undefined : await tools.foreign?.cleared(plan.id)
  const block = firstBlock(orders ?? [], plan.items, cleared)
  if (block !== undefined) {
    const lives = await recordRevived(tools, orders ?? [])
    if (lives === undefined) return { quarantine: block }
    return { refuse: reason('order-lives', `${lives.id} (${lives.status})`) }
  }
  const before = new Map(statusesOf(orders ?? []))
  const { serviceId, itemIds } = current
  const priced = await priceOrder(tools, plan, itemIds)
  if (!('feeCents' in priced)) return priced
  const { feeCents } = priced
  const { method, debtsCents } = plan
  return {
    ready: {
      expected: { vehicleServiceId: serviceId, method, debtsCents, feeCents, itemIds },
      before,
      readAtMs,
    },
    baseline: { orders: [...before.keys()] },
    bodyHash: plan.hash,
  }
}

/** True when no order of the vehicle was made or changed its status since `before` was read. */
async function stands({ client, clock }: PlacingTools, { expected, before, readAtMs }: OrderReady) {
  if (clock.uptime() - readAtMs <= READ_MS_MAX) return true
  const now = await ordersOfVehicle(client, { vehicle_id: expected.vehicleServiceId })
  return statusesOf(now).every(([id, status]) => before.get(id) === status)
}

function statusesOf(orders: readonly { id: string; status: string }[]): [string, string][] {
  return orders.map(({ id, status }) => [id.toLowerCase(), status])
}

/** Orders since the day before the POST that are not in the baseline and hold exactly its items. */
async function lookUp(tools: PlacingTools, effect: Effect): Promise<readonly Match<Order>[]> {
  const plan = await planOf(tools, effect)
  const orders = await ordersNow(tools, plan, lookedForSince(effect))
  if (orders === null) throw new Error('An order left for a vehicle that has no service id.')
  return matches(orders, plan, effect)
}

/** An intent that only the journal remembered has no time: then every order is looked at. */
function lookedForSince({ intentAtMs }: Effect): string | undefined {
  if (intentAtMs === null) return undefined
  return new Date(intentAtMs - DAY_MS).toISOString().slice(0, 'YYYY-MM-DD'.length)
}

/** A person chooses one of them, so they are named. */
function severalHold(found: readonly Match<Order>[]): string {
  const ids = found.slice(0, IDS_NAMED_MAX).map(({ remoteId }) => remoteId)
  return `several orders hold exactly these debts: ${ids.join(', ')}`
}

/**
 * The orders that the effect may have made. One that does not show its items is not among them,
 * since only its amount would speak for it: the effect is held, and then blocked by that order.
 */
function matches(orders: readonly ReadOrder[], plan: Plan, effect: Effect) {
  const before = baselineIds(effect.baseline)
  return orders
    .filter((order) => !order.recorded && !before.has(order.id.toLowerCase()))
    .filter((order) => holdsExactly(order, plan.items))
    .map(({ id, order }) => ({ remoteId: id, thing: order }))
}

/** Null when the service does not know the vehicle. */
async function ordersNow(tools: PlacingTools, plan: Plan, createdAfter?: string) {
  const { vehicleServiceId: serviceId } = plan
  if (serviceId === null) return null
  const orders = await ordersOfVehicle(tools.client, {
    vehicle_id: serviceId,
    ...(createdAfter === undefined ? {} : { created_after: createdAfter }),
  })
  return withHeld(tools, plan.vehicleId, orders)
}

async function planOf(tools: PlacingTools, effect: Effect): Promise<Plan> {
  const plan = effect.planId === null ? undefined : await tools.plans.find(effect.planId)
  if (plan === undefined) throw new Error('An order belongs to a plan.')
  return plan
}

function baselineIds(baseline: Json): Set<string> {
  if (typeof baseline !== 'object' || baseline === null || !('orders' in baseline)) return new Set()
  const { orders } = baseline
  return new Set(Array.isArray(orders) ? orders.filter((id) => typeof id === 'string') : [])
}
