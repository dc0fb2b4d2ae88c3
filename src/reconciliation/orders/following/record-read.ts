/**
 * Writes what an order says of itself into the ledger, in the caller's transaction: its facts, when
 * it is read again, its items' settlement, and its debts where it moved.
 */
import type { Clock } from '../../../clock.ts'
import type { Order } from '../../../contract/order.ts'
import type { FollowedOrder, OrderFacts, OrderStore } from '../../../ledger/orders/orders.ts'
import type { Tx } from '../../../ledger/schema/tx.ts'
import { nextFollowInMs } from '../follow-pace.ts'
import { orderFacts } from '../placing/judge-order.ts'
import { moveWithOrder } from '../move-with-order.ts'
import type { MovingTools } from '../move-with-order.ts'
import { isMismatch } from '../order-reasons.ts'
import type { GateReason, Mismatch } from '../order-reasons.ts'
import type { OrderStatuses } from '../order-statuses.ts'
import { codeAgeMs, renewInMs } from '../paying/renew-when.ts'
import { notSettled, settlementsOf } from './settled-items.ts'

export interface ReadingTools extends MovingTools {
  readonly orders: Pick<OrderStore, 'find' | 'update' | 'settle'>
  readonly statuses: OrderStatuses
  readonly clock: Clock
  /** IANA name: when a boleto's due day ends. */
  readonly zone: string
}

/** Who reads an order beside following leaves the pace of it alone, and its look for twins. */
export type Reader = 'following' | 'beside'

/** When the service says that it does not know an order that it made. */
const MISSING_RETRY_MS = 3_600_000

export async function recordRead(
  tools: ReadingTools,
  tx: Tx,
  known: FollowedOrder,
  order: Order,
  by: Reader = 'following',
): Promise<OrderFacts> {
  const nowMs = tools.clock.now()
  const at = new Date(nowMs)
  const facts = factsNow(tools, known, order)
  const { id } = known
  // Somebody else read it meanwhile, or it was paid: what this read says is older than the ledger.
  if (isOlder(known, await tools.orders.find(id, tx))) return facts
  const next = by === 'following' ? { nextReadAt: nextReadOf(known, facts, nowMs) } : {}
  await tools.orders.update({ ...facts, id }, { ...next, at }, tx)
  await tools.orders.settle(id, settlementsOf(order), tx)
  if (facts.standing === known.standing) return facts
  const left = notSettled(tools.statuses, order, known.items)
  const debtIds = known.items.map(({ debtId }) => debtId)
  await moveWithOrder(tools, tx, { ...known, ...facts, id, debtIds, left }, at)
  return facts
}

/** Nothing is known of it but what it was: its code is not shown, its debts stay in it. */
export async function recordMissing(
  { orders, clock }: Pick<ReadingTools, 'orders' | 'clock'>,
  tx: Tx,
  known: FollowedOrder,
  by: Reader,
): Promise<void> {
  if (isOlder(known, await orders.find(known.id, tx))) return
  const nowMs = clock.now()
  const gateReason: GateReason = isMismatch(known.gateReason) ? known.gateReason : 'order-missing'
  const next = by === 'following' ? { nextReadAt: new Date(nowMs + MISSING_RETRY_MS) } : {}
  const read = { ...next, at: new Date(nowMs) }
  await orders.update({ ...known, gate: 'shut', gateReason }, read, tx)
}

function isOlder(known: FollowedOrder, now: FollowedOrder | undefined): boolean {
  return now?.reads !== known.reads || now.readAt.getTime() !== known.readAt.getTime()
}

/** What was wrong with it before stays wrong. */
export function factsNow(
  { statuses, clock, zone }: Pick<ReadingTools, 'statuses' | 'clock' | 'zone'>,
  known: FollowedOrder,
  order: Order,
): OrderFacts {
  const { paymentInDoubt } = known
  const context = { statuses, zone, nowMs: clock.now(), paymentInDoubt }
  const facts = orderFacts(order, { ...context, mismatch: undefined })
  const mismatch = mismatchOf(facts, known)
  return mismatch === undefined ? facts : orderFacts(order, { ...context, mismatch })
}

function nextReadOf(known: FollowedOrder, facts: OrderFacts, nowMs: number): Date | null {
  const followed = { ...known, ...facts, nowMs }
  const ageMs = codeAgeMs(followed)
  const paceMs = nextFollowInMs({ ...followed, reads: known.reads + 1, ageMs })
  if (paceMs === null) return null
  const renewMs = renewInMs(followed)
  // 0: somebody else asks for its new code just now.
  const soonerMs = renewMs === null || renewMs === 0 ? paceMs : Math.min(paceMs, renewMs)
  return new Date(nowMs + soonerMs)
}

/**
 * However it reads now, only a person opens the gate of an order that was wrong. Its sums are
 * frozen when it is made, so a change is wrong too.
 */
function mismatchOf(facts: OrderFacts, known: FollowedOrder): Mismatch | undefined {
  if (isMismatch(known.gateReason)) return known.gateReason
  const same =
    facts.debtsCents === known.debtsCents &&
    facts.feeCents === known.feeCents &&
    facts.totalCents === known.totalCents
  return same ? undefined : 'amounts-changed'
}
