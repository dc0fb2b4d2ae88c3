/**
 * Checks what a person says about a case against the service, read just now: what it shows, what
 * would be done, or why it cannot be. Nothing is written here.
 */
import type { Order } from '../../../contract/order.ts'
import { sumsMismatch } from '../placing/judge-order.ts'
import { blockingReason, holdsExactly, isSure } from '../placing/match-orders.ts'
import { isMismatch, type Mismatch } from '../order-reasons.ts'
import { paymentOutcome, readBaseline } from '../paying/payment-outcome.ts'
import type { PlacingTools } from '../order-tools.ts'
import type { Case, GateCase, OrderCase, PaymentCase } from './resolve-case.ts'
import { mayAccept, outcomeOf, type Choice, type ResolveRefusal } from './resolve-choices.ts'
import { ordersOfVehicle, withHeld, type ReadOrder } from '../placing/vehicle-orders.ts'

export type ReviewTools = Pick<
  PlacingTools,
  'client' | 'orders' | 'debts' | 'vehicles' | 'statuses'
>

export interface Review {
  /** Every order of the vehicle as read now; for a payment, only its own order. */
  readonly seen: readonly SeenNow[]
  /** The order that the choice names. */
  readonly order: Order | undefined
  /** The mismatch of that order which the person accepted. */
  readonly mismatch: Mismatch | undefined
}

export type SeenNow = Pick<ReadOrder, 'id' | 'status' | 'standing'> & { readonly order: Order }

export type Reviewed =
  | { readonly can: true; readonly review: Review }
  | { readonly can: false; readonly refusal: ResolveRefusal; readonly seen: readonly SeenNow[] }

const refuse = (refusal: ResolveRefusal, seen: readonly SeenNow[] = []): Reviewed => {
  return { can: false, refusal, seen }
}

export async function reviewCase(
  tools: ReviewTools,
  which: Case,
  choice: Choice,
): Promise<Reviewed> {
  if (outcomeOf(which.kind, choice.choice) === undefined) {
    return refuse({ why: 'choice-not-offered' })
  }
  if (which.kind === 'pay') return reviewPayment(tools, which, choice)
  if (which.kind === 'register' || which.kind === 'consult') {
    return { can: true, review: { seen: [], order: undefined, mismatch: undefined } }
  }
  const seen = await ordersNow(tools, which.vehicleId)
  if (choice.choice === 'adopt') return reviewAdoption(which, choice, seen)
  if (which.kind === 'gate') return refuse({ why: 'choice-not-offered' }, seen)
  return choice.choice === 'different'
    ? reviewDifferent(which, choice.orderId, seen)
    : reviewNone(which, seen)
}

async function ordersNow(tools: ReviewTools, vehicleId: string): Promise<ReadOrder[]> {
  const serviceId = (await tools.vehicles.byId(vehicleId))?.serviceId ?? null
  if (serviceId === null) return []
  const orders = await ordersOfVehicle(tools.client, { vehicle_id: serviceId })
  return withHeld(tools, vehicleId, orders)
}

function reviewAdoption(
  which: OrderCase | GateCase,
  choice: Extract<Choice, { choice: 'adopt' }>,
  seen: readonly ReadOrder[],
): Reviewed {
  const about = choice.orderId.toLowerCase()
  const found = seen.find((order) => order.id.toLowerCase() === about)
  const own = which.order?.id.toLowerCase()
  if (found === undefined) return refuse({ why: 'order-unknown', about }, seen)
  const isOwn = own === about
  if (!isOwn && (found.recorded || which.kind === 'gate' || own !== undefined)) {
    return refuse({ why: 'order-elsewhere', about }, seen)
  }
  const mismatch = isOwn ? knownMismatch(which) : foundMismatch(which, found)
  if (mismatch !== undefined && !mayAccept(mismatch)) {
    return refuse({ why: isOwn ? 'never-ours' : 'of-other-debts', about: mismatch }, seen)
  }
  if (mismatch !== choice.accept) {
    return refuse({ why: 'mismatch', about: mismatch ?? 'none' }, seen)
  }
  return { can: true, review: { seen, order: found.order, mismatch } }
}

/** The mismatch that was found when the order was recorded: it stays. */
function knownMismatch(which: OrderCase | GateCase): Mismatch | undefined {
  const reason = which.order?.gateReason ?? null
  return isMismatch(reason) ? reason : undefined
}

function foundMismatch(which: OrderCase | GateCase, found: ReadOrder): Mismatch | undefined {
  if (which.kind === 'gate') return 'found-at-service'
  const { plan } = which
  if (found.held === null) return 'items-hidden'
  return holdsExactly(found, plan.items) ? sumsMismatch(found.order, plan) : 'other-items'
}

/** A live order of exactly these debts may be the one that was made; a dead one holds nothing. */
function reviewNone({ plan, order }: OrderCase, seen: readonly ReadOrder[]): Reviewed {
  const alive = seen.filter(({ standing }) => standing !== 'dead' && standing !== 'refunded')
  const own = alive.find(({ id }) => id.toLowerCase() === order?.id.toLowerCase())
  if (own !== undefined) return refuse({ why: 'order-made', about: own.id }, seen)
  const matching = alive.filter((one) => holdsExactly(one, plan.items))
  const about = matching.map(({ id }) => id).join(', ')
  if (matching.length > 0) return refuse({ why: 'matches-exist', about }, seen)
  return { can: true, review: { seen, order: undefined, mismatch: undefined } }
}

/** A person may tell two debts apart that look alike, not deny one that is surely the same. */
function reviewDifferent(
  { plan }: OrderCase,
  orderId: string,
  seen: readonly ReadOrder[],
): Reviewed {
  const about = orderId.toLowerCase()
  const found = seen.find(({ id }) => id.toLowerCase() === about)
  if (found === undefined) return refuse({ why: 'order-unknown', about }, seen)
  const block = blockingReason(found, plan.items)
  if (block === undefined) return refuse({ why: 'not-in-the-way', about }, seen)
  if (isSure(block)) return refuse({ why: 'surely-the-same', about }, seen)
  return { can: true, review: { seen, order: found.order, mismatch: undefined } }
}

async function reviewPayment(
  { client, statuses }: ReviewTools,
  { order: known, effect }: PaymentCase,
  { choice }: Choice,
): Promise<Reviewed> {
  const order = await client.read('getOrder', { params: { order_id: known.id } })
  if (order === null) return refuse({ why: 'order-unknown', about: known.id })
  const seen = [{ id: order.id, status: order.status, standing: known.standing, order }]
  const outcome = paymentOutcome(statuses, order, readBaseline(effect.baseline))
  const about = `${order.status}, ${order.latest_attempt?.status ?? '-'}`
  const isSeen = outcome === 'paid' || outcome === 'under-way'
  if (choice === 'paid' && !isSeen && outcome !== 'unknown') {
    return refuse({ why: 'payment-not-seen', about }, seen)
  }
  if (choice === 'not-paid' && isSeen) return refuse({ why: 'payment-seen', about }, seen)
  return { can: true, review: { seen, order, mismatch: undefined } }
}
