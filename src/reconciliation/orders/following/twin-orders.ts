/**
 * A twin is another order at the service, made by somebody else, that holds a debt of one of our
 * orders. Whoever pays both pays twice, so our pay gate stays shut until a person has decided, and
 * reports show the twin with "do not pay".
 */
import type { Client } from '../../../client/client.ts'
import type { Order } from '../../../contract/order.ts'
import { Failure } from '../../../failure.ts'
import type { ForeignOrder } from '../../../ledger/orders/foreign-orders.ts'
import type { FollowedOrder } from '../../../ledger/orders/orders.ts'
import type { PlanItemFacts } from '../../../ledger/orders/plans.ts'
import { blockingReason, isSure } from '../placing/match-orders.ts'
import { ordersOfVehicle, seenFacts, withHeld, type ReadOrder } from '../placing/vehicle-orders.ts'
import { isMismatch } from '../order-reasons.ts'
import type { OrderTools } from '../order-tools.ts'
import { recordRevived, type Reader, type ReadingTools } from '../record-read.ts'

/** `foreign`: without it there are no orders that others made. */
export type LookingTools = Omit<TwinTools, 'foreign'> & Partial<Pick<TwinTools, 'foreign'>>

interface TwinTools extends ReadingTools, Pick<OrderTools, 'foreign'> {
  readonly client: Pick<Client, 'pages' | 'read'>
}

/** Reads between two look-ups of twins; the first read is right after the order was made. */
const READS_PER_LOOK = 4

/** Gates that no read opens before the vehicle's other orders were read as well. */
const UNSEEN = /^(twins-unseen|order-missing|order-unreadable)/

/**
 * The order after the look for its twins, where one is due. A look-up that fails is repeated with
 * the next read: it opens no gate that a twin shut, nor one that waits for a first look.
 */
export async function afterTwinLook(
  { foreign, ...tools }: LookingTools,
  known: FollowedOrder,
  by: Reader,
  signal?: AbortSignal,
): Promise<FollowedOrder> {
  const isUnseen = UNSEEN.test(known.gateReason ?? '')
  const isTurn = known.standing === 'open' && known.reads % READS_PER_LOOK === 0
  const isDue = isUnseen || (by === 'following' && isTurn)
  if (!isDue || isMismatch(known.gateReason)) return known
  try {
    const hasTwin =
      foreign !== undefined && (await lookForTwins({ ...tools, foreign }, known, signal))
    return { ...known, gateReason: hasTwin ? 'twin-order' : null }
  } catch (error) {
    if (!(error instanceof Failure) || error.recovery === 'stop') throw error
    return isUnseen ? { ...known, gateReason: 'twins-unseen' } : known
  }
}

/**
 * Reads the vehicle's orders and records the twins of this one. True when a twin is alive that no
 * person has decided about: then the pay gate stays shut.
 */
async function lookForTwins(tools: TwinTools, ours: FollowedOrder, signal?: AbortSignal) {
  const { vehicleId, planId, vehicleServiceId } = ours
  if (planId === null || vehicleServiceId === null) return false
  const orders = await ordersOfVehicle(tools.client, { vehicle_id: vehicleServiceId }, signal)
  if (!ours.hasForeign && (await areAllOurs(tools, ours, orders))) return false
  const known = await tools.foreign.ofVehicle(vehicleId)
  const plan = await tools.plans.find(planId)
  if (plan === undefined) return false
  // A known twin is recorded whatever became of it, so that its end is reported too.
  const isKnown = new Set(known.map(({ id }) => id))
  const held = await withHeld(tools, vehicleId, orders)
  await recordRevived(tools, held)
  await seeTwins(tools, ours, twinsAmong(held, plan.items, isKnown))
  const seen = await tools.foreign.ofVehicle(vehicleId)
  const isOther = ({ id, recorded }: ReadOrder): boolean => recorded && id.toLowerCase() !== ours.id
  return (
    held.some((order) => isOther(order) && holdsOne(order, plan.items)) ||
    seen.some((one) => one.otherId === ours.id && isAlive(one) && one.decidedBy === null)
  )
}

/** As a rule, and of other debts each: then there is no twin. */
async function areAllOurs(
  { orders: store }: Pick<TwinTools, 'orders'>,
  ours: FollowedOrder,
  orders: readonly Order[],
): Promise<boolean> {
  const ids = orders.map(({ id }) => id.toLowerCase()).filter((id) => id !== ours.id)
  const recorded = await store.recorded(ids)
  const debts = new Set(ours.items.map(({ debtId }) => debtId))
  return ids.every((id) => recorded.get(id)?.every(({ debtId }) => !debts.has(debtId)) === true)
}

/** Records twins of our order. */
export async function seeTwins(
  { foreign, clock }: Pick<OrderTools, 'foreign' | 'clock'>,
  { id: otherId, vehicleId, fleetId }: Pick<FollowedOrder, 'id' | 'vehicleId' | 'fleetId'>,
  twins: readonly ReadOrder[],
): Promise<void> {
  const at = new Date(clock.now())
  for (const twin of twins) {
    await foreign.see({ ...seenFacts(twin), vehicleId, fleetId, why: 'twin', otherId }, at)
  }
}

/** Pure. Orders not ours that hold one of these debts, alive or `known` from before. */
export function twinsAmong(
  orders: readonly ReadOrder[],
  items: readonly PlanItemFacts[],
  known: ReadonlySet<string> = new Set(),
) {
  return orders
    .filter((order) => !order.recorded)
    .filter((order) => known.has(order.id) || holdsOne(order, items))
}

function holdsOne(order: ReadOrder, items: readonly PlanItemFacts[]): boolean {
  const block = blockingReason(order, items)
  return block !== undefined && isSure(block)
}

function isAlive({ standing }: Pick<ForeignOrder, 'standing'>): boolean {
  return standing !== 'dead' && standing !== 'refunded'
}
