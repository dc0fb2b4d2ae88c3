/**
 * Writes an order as the service shows it into the ledger, in one transaction: its facts, its next
 * read, its items' settlement, and its debts when its standing changed.
 */
import type { Order } from '../../contract/order.ts'
import type { FollowedOrder, OrderFacts, OrderSums } from '../../ledger/orders/orders.ts'
import type { Tx } from '../../ledger/schema/tx.ts'
import { nextFollowInMs } from './follow-pace.ts'
import { itemsNow, returnedDebts, settledDebts, settlementsOf } from './following/settled-items.ts'
import { moveWithOrder, type MovingTools } from './move-with-order.ts'
import { orderEvents } from './order-events.ts'
import { isMismatch } from './order-reasons.ts'
import type { OrderTools } from './order-tools.ts'
import { codeAgeMs, renewInMs } from './paying/renew-when.ts'
import { orderFacts, type FactsContext } from './placing/judge-order.ts'
import type { ReadOrder } from './placing/vehicle-orders.ts'

export type ReadingTools = MovingTools & Pick<OrderTools, 'orders' | 'statuses' | 'clock' | 'zone'>

/** `beside`: outside the following job, whose pace the read does not change. */
export type Reader = 'following' | 'beside'

/** Delay before an order that the service does not know, or answers in another form, is read again. */
const SHUT_RETRY_MS = 3_600_000

/**
 * A read without news is one statement, which needs no transaction around it. Other sums than were
 * ordered move nothing, neither to paid nor to dead, before a person accepted them.
 */
export function recordAlone(
  tools: ReadingTools,
  known: FollowedOrder,
  order: Order,
  by: Reader,
): Promise<OrderFacts> {
  const facts = factsNow(tools, known, order)
  if (!isSameSums(facts, known)) return recordShut(tools, known, 'amounts-changed', by)
  const isNews =
    orderEvents(known, facts, order).length > 0 || moves(tools, known, facts, order).isMoved
  if (!isNews) return recordRead(tools, undefined, known, order, by)
  return tools.orders.transaction((tx) => recordRead(tools, tx, known, order, by))
}

/**
 * Records orders of ours that ended here without money and did not end at the service: one that was
 * paid late is paid, and takes its debts from a proposal. The first that lives again.
 */
export async function recordRevived(
  tools: ReadingTools,
  orders: readonly Pick<ReadOrder, 'order' | 'recorded' | 'standing'>[],
): Promise<OrderFacts | undefined> {
  let revived: OrderFacts | undefined
  for (const { order, recorded, standing } of orders) {
    if (!recorded || standing === 'dead') continue
    const known = await tools.orders.find(order.id.toLowerCase())
    if (known?.standing !== 'dead') continue
    const facts = await recordAlone(tools, known, order, 'following')
    if (facts.standing !== 'dead') revived ??= facts
  }
  return revived
}

/** `tx`: absent only for a read without news. */
export async function recordRead(
  tools: ReadingTools,
  tx: Tx | undefined,
  known: FollowedOrder,
  order: Order,
  by: Reader = 'following',
): Promise<OrderFacts> {
  const nowMs = tools.clock.now()
  const at = new Date(nowMs)
  const facts = factsNow(tools, known, order)
  const { id } = known
  // Nothing follows an order that was over, so this read says when it is read again.
  const isPaced = by === 'following' || isOver(known)
  const next = isPaced ? { nextReadAt: nextReadOf(known, facts, nowMs) } : {}
  const read = { ...next, at, since: known, items: settlementsOf(order) }
  // Somebody else read it meanwhile, or it was paid: what this read says is older than the ledger.
  const isNewest = await tools.orders.update({ ...facts, id }, read, tx)
  if (!isNewest || tx === undefined) return facts
  const told = await tools.orders.tellEvents(id, orderEvents(known, facts, order), at, tx)
  const { isMoved, left, settled } = moves(tools, known, facts, order)
  if (isMoved) {
    const debtIds = known.items.map(({ debtId }) => debtId)
    const paidNow = told.some(({ event }) => event === 'paid')
    const moved = { ...known, ...facts, id, debtIds, left, settled, paidNow }
    await moveWithOrder(tools, tx, moved, at)
  }
  await tools.orders.auditEvents({ ...known, ...facts, id }, told, at, tx)
  return facts
}

/**
 * `left`: debts whose items came back, which the order may say long after it settled. `settled`: of
 * an order of which a person freed debts, those that this very read calls settled.
 */
function moves(
  { statuses }: Pick<ReadingTools, 'statuses'>,
  known: FollowedOrder,
  facts: OrderFacts,
  order: Order,
) {
  const items = itemsNow(statuses, known.items, order)
  const left = returnedDebts(statuses, { ...facts, items })
  const before = returnedDebts(statuses, known)
  const said = known.isFreed ? settledDebts(statuses, items) : []
  const settled = said.filter((id) => !left.includes(id))
  const moved = [left, before, settled].some(({ length }) => length > 0)
  return { isMoved: facts.standing !== known.standing || moved, left, settled }
}

function isOver({ standing }: FollowedOrder): boolean {
  return standing === 'dead' || standing === 'settled' || standing === 'refunded'
}

/** The order keeps its last known facts and its debts, but its code is not shown any more. */
export async function recordShut(
  { orders, clock }: Pick<ReadingTools, 'orders' | 'clock'>,
  known: FollowedOrder,
  why: string,
  by: Reader,
): Promise<OrderFacts> {
  const nowMs = clock.now()
  const gateReason = isMismatch(known.gateReason) ? known.gateReason : why
  const next = by === 'following' ? { nextReadAt: new Date(nowMs + SHUT_RETRY_MS) } : {}
  const facts = { ...known, gate: 'shut', gateReason } as const
  await orders.update(facts, { ...next, at: new Date(nowMs), since: known })
  return facts
}

/** The order's facts by this read; a mismatch that was found before stays. */
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
  // At 0 somebody else is asking for a new code already.
  const soonerMs = renewMs === null || renewMs === 0 ? paceMs : Math.min(paceMs, renewMs)
  return new Date(nowMs + soonerMs)
}

/** After a mismatch, such as another sum, only a person opens an order's gate. */
function mismatchOf(facts: OrderFacts, known: FollowedOrder): FactsContext['mismatch'] {
  const { gateReason } = known
  if (isMismatch(gateReason)) return gateReason
  if (!isSameSums(facts, known)) return 'amounts-changed'
  // While it was over, its debts may have gone into another order.
  const isRevived = known.standing === 'dead' && facts.standing === 'open'
  return isRevived || gateReason === 'twins-unseen' ? 'twins-unseen' : undefined
}

function isSameSums(one: OrderSums, other: OrderSums): boolean {
  const { debtsCents, feeCents, totalCents } = one
  const isSameTotal = totalCents === other.totalCents
  return isSameTotal && debtsCents === other.debtsCents && feeCents === other.feeCents
}
