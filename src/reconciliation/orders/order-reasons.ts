/**
 * Why an order, a plan or a debt is as it is, in codes that the ledger stores and that reports and
 * the command line put into the reader's language. Where a code is about something, that follows
 * after `: `.
 */
import type { BoletoReason } from './paying/check-boleto.ts'
import type { LeftOutWhy } from './proposing/choose-items.ts'
import type { LimitCode } from './policy/order-limits.ts'

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
  /** The service takes another fee than its preview said. */
  'fee-differs',
  /** Its sums were frozen when it was made, and are others now. */
  'amounts-changed',
  /** Nobody asked for it here, or the ledger had forgotten that: it was found at the service. */
  'found-at-service',
  /** Another order at the service holds one of its debts, made by somebody else. */
  'twin-order',
  /** It does not show what it holds, and a person took it for ours. */
  'items-hidden',
] as const
export type Mismatch = (typeof MISMATCHES)[number]

/** Why the pay gate is shut. */
export type GateReason =
  | Mismatch
  | BoletoReason
  | 'boleto-expired'
  | 'not-awaiting-payment'
  /** A method that the interface does not name: nobody knows how to check it. */
  | 'method-unchecked'
  /** The attempt is over (paid, declined, expired), or a payment is under way. */
  | 'attempt-ended'
  /** The attempt's status is in no table of ours. */
  | 'attempt-unknown'
  /** Of a card payment that an earlier version sent: nobody pays again before its outcome is known. */
  | 'payment-in-doubt'
  | 'pix-missing'
  | 'pix-expired'
  | 'pix-amount'
  | 'pix-unreadable'
  /** The service does not know the order any more. */
  | 'order-missing'
  /** The service answers it in another form than the interface's; the field follows. */
  | 'order-unreadable'
  /** It was not read lately: somebody may have paid it. */
  | 'order-not-read'
  /** The vehicle's other orders were not read since it was made: one may hold the same debts. */
  | 'twins-unseen'

/** Why an approved plan is not sent as it stands; it is void then. */
export type Refusal =
  | 'plan-not-approved'
  /** An earlier version proposed it by card. */
  | 'card-not-offered'
  | 'vehicle-left'
  | 'vehicle-unregistered'
  /** The vehicle's plate or state changed since the answer that it was made of. */
  | 'identity-changed'
  /** The last answer does not show one of its debts any more. */
  | 'debt-not-shown'
  | 'amount-changed'
  | 'not-payable'
  | 'partner-left-out'
  /** The vehicle is about to be asked, or its last answer is too old: another one is awaited. */
  | 'answer-old'
  /** The policy as it is now would not order one of its debts today. */
  | 'not-chosen'
  /** The service's preview adds up to something else than the plan. */
  | 'preview-differs'
  /** The fee or the total are not those that were approved. */
  | 'preview-changed'
  /** With the fee, which was not known before, it costs more than the policy may approve. */
  | 'over-approval-limit'
  /** The policy of the run wants two people for what it costs, and fewer approved it. */
  | 'second-person-missing'
  /** It costs more than one order may, or than a whole day's or run's orders. */
  | 'over-order-limit'

/** Why a card payment of an earlier version was not sent. */
export type FormerReason =
  /** Whoever held the card went away before it was sent. */
  'card-absent'

/** Why an order or a proposal waits. */
export type Wait =
  | LimitCode
  | 'preview-failed'
  /** A fleet of another account has one of its debts in a proposal or an order: a person decides. */
  | 'held-elsewhere'
  /** A person has to say what became of its request, or of the order in its way. */
  | 'order-needs-person'

/** Why an order of the service forbids ours; the order and its status follow. */
export type Block =
  | 'order-holds-debt'
  /** The same kind and year under another text or date: it may be the same debt. */
  | 'order-holds-kin'
  | 'order-hides-items'

/** Why a plan is void, or a proposal again. */
export type PlanReason =
  | Refusal
  /** A newer answer was considered. */
  | 'newer-answer'
  /** It is a proposal again; who took its approval back follows. */
  | 'approval-withdrawn'
  | 'debt-locked'
  | 'order-unfinished'
  /** The service's own words follow. */
  | 'service-refused'
  /** The order and its status follow. */
  | 'order-dead'
  /** An order of its debts that was over was paid after all; the order and its status follow. */
  | 'order-lives'

export type OrderReason =
  | LeftOutWhy
  | GateReason
  | Refusal
  | FormerReason
  | Block
  | PlanReason
  | Wait

/** `order-dead: 5f0f… (expired)`. */
export function reason(code: OrderReason, about?: string): string {
  return about === undefined ? code : `${code}: ${about}`
}

export function isMismatch(gateReason: string | null): gateReason is Mismatch {
  const all: readonly string[] = MISMATCHES
  return gateReason !== null && all.includes(gateReason)
}

/**
 * The plan fell because of its fee or the policy, so the same answer may make another one. Where
 * the service sees other debts (`preview-differs`), only another answer can.
 */
export function mayProposeAnew(why: string): boolean {
  const all: readonly string[] = PROPOSED_ANEW
  return all.includes(why)
}

const PROPOSED_ANEW = [
  'not-chosen',
  'preview-changed',
  'over-approval-limit',
  'second-person-missing',
  'over-order-limit',
] as const satisfies readonly Refusal[]
