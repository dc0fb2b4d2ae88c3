/**
 * Pure. Whether an order at the service holds the debts of a plan: by the item ids that our own
 * answers named, else by what identifies a debt over time. The amount alone never decides.
 */
import { normalizeDescription, type DescribedDebt } from '../../../fleet/debt-identity.ts'
import type { PlanItemFacts } from '../../../ledger/orders/plans.ts'
import type { OrderStanding } from '../../../ledger/schema/tables-orders.ts'
import { reason } from '../order-reasons.ts'

export interface HeldItem extends DescribedDebt {
  readonly itemId: string
  /** The authority refused it and its money came back: it is in the order no more. */
  readonly refused?: boolean
  /** The debt that it is, when the ledger knows the item; `shown`: in the vehicle's last answer. */
  readonly debt: {
    readonly id: string
    readonly fingerprint: string
    readonly shown: boolean
  } | null
}

export interface HeldOrder {
  readonly id: string
  readonly status: string
  /** What the status means (order-statuses.ts). */
  readonly standing: OrderStanding
  /** Null when neither the service nor the ledger says what the order pays. */
  readonly held: readonly HeldItem[] | null
}

/** Why this order forbids ordering the plan's items; undefined when it does not. */
export function blockingReason(
  order: HeldOrder,
  items: readonly PlanItemFacts[],
): string | undefined {
  const { standing } = order
  // After a refund the money is back; the ledger's locks say whether its debts are free.
  if (standing === 'dead' || standing === 'refunded') return undefined
  const about = `${order.id} (${order.status})`
  const { held } = order
  if (held === null) return reason('order-hides-items', about)
  const kept = held.filter(({ refused }) => refused !== true)
  const any = (is: (one: HeldItem, item: PlanItemFacts) => boolean): boolean =>
    kept.some((one) => items.some((item) => is(one, item)))
  if (any(isSameDebt)) return reason('order-holds-debt', about)
  const isSettled = standing === 'settled'
  const isAlike = (one: HeldItem, item: PlanItemFacts): boolean =>
    isOtherIpvaWay(one, item) || (!isSettled && isKinDebt(one, item))
  return any(isAlike) ? reason('order-holds-kin', about) : undefined
}

/**
 * The first order that forbids ordering these items. A person may have told debts apart that only
 * look alike (`cleared`, ids in lower case); an order that surely holds one of them always blocks.
 */
export function firstBlock(
  orders: readonly HeldOrder[],
  items: readonly PlanItemFacts[],
  cleared: ReadonlySet<string> = new Set(),
): string | undefined {
  for (const order of orders) {
    const block = blockingReason(order, items)
    if (block === undefined) continue
    if (isSure(block) || !cleared.has(order.id.toLowerCase())) return block
  }
  return undefined
}

/** Whether a blocking reason says that the very same debt is held. */
export function isSure(block: string): boolean {
  return block.startsWith('order-holds-debt')
}

/** True when the order holds exactly the plan's items, each once. */
export function holdsExactly(order: HeldOrder, items: readonly PlanItemFacts[]): boolean {
  if (order.held?.length !== items.length) return false
  const left = [...items]
  // Items that the ledger knows go first: of two equal tickets it alone knows which one is held.
  const held = order.held.toSorted((a, b) => Number(a.debt === null) - Number(b.debt === null))
  return held.every((one) => {
    const at = left.findIndex((item) => isSameDebt(one, item))
    if (at >= 0) left.splice(at, 1)
    return at >= 0
  })
}

/** Two equal tickets have one fingerprint and are two debts; another UF makes another fingerprint. */
function isSameDebt(held: HeldItem, item: PlanItemFacts): boolean {
  if (held.debt?.fingerprint === item.fingerprint) return held.debt.id === item.debtId
  if (held.itemId === item.itemId) return true
  return isKindred(held, item) && isSameDay(held, item) && isSameText(held, item)
}

/**
 * The same kind and year with another date or text: it may be the same debt, corrected by the
 * authority, so a person decides. Two debts that the last answer shows side by side are two.
 * Tickets and instalments are many by nature: a ticket of another day is another one, and so is an
 * instalment that differs in both, if we ordered it ourselves.
 */
function isKinDebt(held: HeldItem, item: PlanItemFacts): boolean {
  if (!isKindred(held, item) || held.debt?.shown === true) return false
  if (item.group === 'ticket') return isSameDay(held, item)
  if (item.kind !== 'ipva_installment' || held.debt === null) return true
  return isSameDay(held, item) || isSameText(held, item)
}

/** One year's IPVA is paid in one way, and an order of another way is never made beside it. */
function isOtherIpvaWay(held: HeldItem, item: PlanItemFacts): boolean {
  const isIpva = item.group === 'ipva' && held.kind.startsWith('ipva')
  return isIpva && held.kind !== item.kind && mayBeSameYear(held, item)
}

function isKindred(held: HeldItem, item: PlanItemFacts): boolean {
  return held.kind === item.kind && mayBeSameYear(held, item)
}

/** A year that is not stated may be any. */
function mayBeSameYear(held: HeldItem, item: PlanItemFacts): boolean {
  return held.year === item.year || held.year === null || item.year === null
}

function isSameDay(held: HeldItem, item: PlanItemFacts): boolean {
  return held.dueDate === item.dueDate
}

function isSameText(held: HeldItem, item: PlanItemFacts): boolean {
  return normalizeDescription(held.description) === normalizeDescription(item.description)
}
