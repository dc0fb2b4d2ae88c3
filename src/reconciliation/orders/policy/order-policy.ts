/**
 * Pure. What may be proposed, what a run may approve by itself, and how much may be ordered at all.
 * The defaults are here; a policy file (FROTA_ORDER_POLICY_FILE) may replace any of them.
 */
import { DEBT_KINDS, type DebtKind } from '../../../contract/debt-item.ts'
import { DEBT_ITEMS_PER_ORDER_MAX } from '../../../contract/limits.ts'
import type { OrderMethod } from '../../../ledger/schema/tables-orders.ts'

/** The ledger also has orders and proposals by card: of earlier versions, or made elsewhere. */
type ProposedMethod = Exclude<OrderMethod, 'credit_card'>

/** All amounts are cents and count what is paid: debts and the service's fee. */
export interface OrderPolicy {
  readonly method: ProposedMethod
  /** Kinds of debts that may be ordered; one that the interface does not know never is. */
  readonly kinds: readonly DebtKind[]
  /** Debts that fall due later wait; null takes all of them. One without a date is due now. */
  readonly dueWithinDays: number | null
  /** Which way of paying a year's IPVA; never both. */
  readonly prefer: 'single' | 'instalments'
  /** Instalments of IPVA that fall due within this many days are taken; later ones wait. */
  readonly instalmentsDueWithinDays: number
  /** Debts in one order; what does not fit waits for the next one. */
  readonly itemsPerOrder: number
  /** Per order; 0 proposes only. */
  readonly approveUpToCents: bigint
  /** This limit and the next ones bind whoever approved; null: no limit. */
  readonly perOrderCents: bigint | null
  readonly perRunCents: bigint | null
  /** A day in FROTA_TIME_ZONE. */
  readonly perDayCents: bigint | null
  readonly perCostCentre: CostCentreLimits
  /** An order above this needs the approval of two different people. */
  readonly twoPeopleAboveCents: bigint | null
}

export interface CostCentreLimits {
  /** What the limits are for: a calendar day or month in FROTA_TIME_ZONE. */
  readonly period: 'day' | 'month'
  /** For each cost centre without its own; vehicles without one count as one; null: no limit. */
  readonly defaultCents: bigint | null
  /** Of each cost centre with its own, by `costCentreKey`. */
  readonly byKey: ReadonlyMap<string, { readonly name: string; readonly cents: bigint }>
}

export const INSTALMENTS_DUE_WITHIN_DAYS = 30
/** Without a method, proposals are made as Pix and nothing is approved. */
export const METHOD_PROPOSED: ProposedMethod = 'pix'

/** The value of plans.decided_by when the policy approved, and no person. */
export const POLICY = 'policy'

export const DEFAULT_ORDER_POLICY: OrderPolicy = {
  method: METHOD_PROPOSED,
  kinds: DEBT_KINDS,
  dueWithinDays: null,
  prefer: 'single',
  instalmentsDueWithinDays: INSTALMENTS_DUE_WITHIN_DAYS,
  itemsPerOrder: DEBT_ITEMS_PER_ORDER_MAX,
  approveUpToCents: 0n,
  perOrderCents: null,
  perRunCents: null,
  perDayCents: null,
  perCostCentre: { period: 'month', defaultCents: null, byKey: new Map() },
  twoPeopleAboveCents: null,
}

/** The policy with this method and this limit in place of its own. */
export function orderPolicy(
  method: ProposedMethod | 'none',
  approveUpToCents: bigint,
  policy: OrderPolicy = DEFAULT_ORDER_POLICY,
): OrderPolicy {
  return {
    ...policy,
    method: method === 'none' ? METHOD_PROPOSED : method,
    approveUpToCents: method === 'none' ? 0n : approveUpToCents,
  }
}

/** Whether an order of this much needs two different people; `cents`: with the fee where known. */
export function needsTwo(
  { twoPeopleAboveCents }: Pick<OrderPolicy, 'twoPeopleAboveCents'>,
  cents: bigint,
): boolean {
  return twoPeopleAboveCents !== null && cents > twoPeopleAboveCents
}
