/**
 * The words in which the ledger keeps why an order, a plan or a debt stands as it does. They are
 * codes, which reports and the command line put into the reader's language; where one names
 * something, that follows after `: `.
 */
import type { LeftOutWhy } from './choose-items.ts'

/**
 * What is wrong with an order for good: the service made another one than was asked for. It keeps
 * the pay gate shut whatever the order looks like later.
 */
export const MISMATCHES = [
  'other-vehicle',
  'other-method',
  'other-items',
  /** The order sums its debts to another amount than the plan, or than its own items. */
  'debts-differ',
  /** The total is not the debts plus the service fee. */
  'total-differs',
  /** Its sums were frozen when it was made, and are others now. */
  'amounts-changed',
] as const
export type Mismatch = (typeof MISMATCHES)[number]

/** Why the pay gate is shut. */
export type GateReason =
  | Mismatch
  | 'not-awaiting-payment'
  /** Only Pix codes are checked yet. */
  | 'method-unchecked'
  /** The code's attempt is over: paid, declined, expired, or in a status that is not known. */
  | 'attempt-ended'
  | 'pix-missing'
  | 'pix-expired'
  | 'pix-amount'
  | 'pix-unreadable'
  /** The service does not know the order any more. */
  | 'order-missing'

/** Why an approved plan is not sent as it stands; it is void then. */
export type Refusal =
  | 'plan-not-approved'
  | 'vehicle-left'
  | 'vehicle-unregistered'
  /** The last answer does not show one of its debts any more. */
  | 'debt-not-shown'
  | 'amount-changed'
  | 'not-payable'
  | 'partner-left-out'

/** Why an order of the service forbids ours; the order and its status follow. */
export type Block =
  | 'order-holds-debt'
  /** The same kind and year under another text or date: it may be the same debt. */
  | 'order-holds-kin'
  | 'order-hides-items'

/** Why a plan is void. */
export type PlanReason =
  | Refusal
  /** A newer answer was considered. */
  | 'newer-answer'
  | 'debt-locked'
  | 'order-unfinished'
  /** The service's own words follow. */
  | 'service-refused'
  /** The order and its status follow. */
  | 'order-dead'

export type OrderReason = LeftOutWhy | GateReason | Refusal | Block | PlanReason

/** `order-dead: 5f0f… (expired)`. */
export function reason(code: OrderReason, about?: string): string {
  return about === undefined ? code : `${code}: ${about}`
}

export function isMismatch(gateReason: string | null): gateReason is Mismatch {
  const all: readonly string[] = MISMATCHES
  return gateReason !== null && all.includes(gateReason)
}
