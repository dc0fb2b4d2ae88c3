/**
 * Order plans: what may be ordered for a vehicle, frozen with its amounts, and the locks that keep
 * a debt in one approved plan at most. The interface of the store; statements are in plans-sql.ts.
 */
import type { NewAuditEntry } from '../audit/audit.ts'
import type { Effect } from '../effects/effects.ts'
import type { OrderMethod, PlanPreview, PlanState } from '../schema/tables-orders.ts'
import type { PlanLimits } from './plans-limits.ts'
import type { PersonsWord } from './plans-people.ts'
import type { PlanPreviews } from './plans-preview.ts'
import type { Tx } from '../schema/tx.ts'

/** A ready answer that nobody has considered for an order yet. */
export interface UnconsideredAnswer {
  readonly consultationId: string
  readonly campaignId: string
  readonly vehicleId: string
  readonly renavam: string
  readonly costCentre: string
  /** The highest fee that a preview showed for a proposal of this answer; 0 when none did. */
  readonly feeCents: bigint
}

export interface PlanItem {
  readonly itemId: string
  readonly debtId: string
  readonly amountCents: bigint
}

/** An item with what identifies its debt, as an order is matched by. */
export interface PlanItemFacts extends PlanItem {
  readonly fingerprint: string
  readonly ordinal: number
  readonly kind: string
  readonly group: string
  readonly description: string
  readonly year: number | null
  readonly dueDate: string | null
}

/** It awaits its preview; until then the hash covers no fee. */
export interface NewPlan {
  readonly fleetId: string
  readonly campaignId: string
  readonly vehicleId: string
  readonly consultationId: string
  readonly method: OrderMethod
  readonly hash: string
  readonly debtsCents: bigint
  readonly items: readonly PlanItem[]
}

export interface Plan {
  readonly id: string
  readonly fleetId: string
  readonly campaignId: string
  readonly vehicleId: string
  readonly consultationId: string
  readonly method: OrderMethod
  readonly hash: string
  readonly debtsCents: bigint
  readonly preview: PlanPreview
  /** As previewed, and frozen; null while pending and when the service has no preview. */
  readonly feeCents: bigint | null
  readonly totalCents: bigint | null
  /** The vehicle's, as it is now. */
  readonly costCentre: string
  /** The vehicle's plate or state changed since the answer that it was made of. */
  readonly isFormer?: boolean
  /** Different people who approved it as it stands. */
  readonly people?: number
  readonly state: PlanState
  readonly decidedBy: string | null
  readonly decidedAt: Date | null
  readonly reason: string | null
  readonly createdAt: Date
  readonly items: readonly PlanItemFacts[]
}

/** What was not taken into a plan, and why; a code of src/reconciliation/orders/proposing/choose-items.ts. */
export interface LeftOut {
  readonly debtId: string
  readonly why: string
}

/** What a consideration changed. */
export interface Considered {
  readonly planId: string | null
  /** Debts of the older proposal, which is void now. */
  readonly voidedDebtIds: readonly string[]
}

export type Approval =
  | {
      readonly approved: true
      readonly effectId: string
      /** Whose approvals it has; none when the policy approved it. */
      readonly people?: readonly string[]
    }
  | {
      readonly approved: false
      /** It needs another person; `same-person`: this one had approved it before. */
      readonly why: 'awaits-second-person' | 'same-person'
      readonly people: readonly string[]
    }
  | {
      readonly approved: false
      /**
       * `not-proposed`: somebody else decided about it. `not-previewed`: what it will cost is being
       * asked for. `plan-changed`: it is not what the person was shown. `debt-locked`: another plan
       * has one of the debts, or another way of the same year's IPVA. `order-unfinished`: an order
       * of the very same debts is still under way, although its plan let go of them.
       */
      readonly why:
        | 'not-proposed'
        | 'not-previewed'
        | 'plan-changed'
        | 'debt-locked'
        | 'order-unfinished'
    }

/** A person takes a plan's approvals back. */
export interface Withdrawing {
  readonly person: string
  /** In the person's words; empty when they gave none. */
  readonly reason: string
  /** A code of src/reconciliation/orders/order-reasons.ts, with the person behind it. */
  readonly why: string
  readonly at: Date
  /** Of each effect the highest epoch with an intent in the journal of an embedded ledger. */
  readonly journaled: ReadonlyMap<string, number>
}

export type Withdrawal =
  /** Whose approvals fell; none when the policy had approved it. */
  | { readonly withdrawn: true; readonly people: readonly string[] }
  /** Its order as it stands, which may be at the service; null where nobody had approved it. */
  | { readonly withdrawn: false; readonly effect: Pick<Effect, 'state' | 'doubts'> | null }

export interface PlanApprover {
  /** The policy's name; where a person decides, theirs is kept. */
  readonly who: string
  readonly person?: PersonsWord
  readonly effectKey: string
  readonly at: Date
}

/** A proposal that a policy may approve. */
export interface Approvable {
  readonly id: string
  /** With the fee where it is known. */
  readonly cents: bigint
  readonly costCentre: string
}

export interface PlanListing {
  readonly id: string
  readonly plate: string
  /** 11 digits. */
  readonly renavam: string
  readonly method: OrderMethod
  readonly debtsCents: bigint
  readonly preview: PlanPreview
  readonly feeCents: bigint | null
  readonly totalCents: bigint | null
  readonly hash: string
  readonly costCentre: string
  /** The limit that keeps it waiting, a code of order-reasons.ts, and until when at the latest. */
  readonly waitsFor: string | null
  readonly waitsUntil: Date | null
  /** The people who approved it as it stands; empty while nobody did. */
  readonly approvedBy?: string
  readonly items: number
  readonly state: PlanState
  readonly decidedBy: string | null
  readonly reason: string | null
  readonly createdAt: Date
}

export interface PlanStore extends PlanPreviews, PlanLimits {
  /**
   * Latest ready answers of the fleet's vehicles that were not considered, at most `limit`. The
   * answer of a vehicle with an approved plan waits until that was ordered or has left its path.
   */
  unconsidered(fleetId: string, limit: number): Promise<UnconsideredAnswer[]>
  /**
   * Notes that an answer was considered and what was left out; an older proposal of the vehicle is
   * void. Null when no plan was made: none was given, somebody else considered the answer
   * meanwhile, or an approved plan stands. `record` writes in the same transaction, told which
   * debts the voided proposal held.
   */
  consider(
    answer: UnconsideredAnswer,
    result: { plan: NewPlan | undefined; leftOut: readonly LeftOut[]; at: Date },
    record?: (tx: Tx, made: Considered) => Promise<void>,
  ): Promise<string | null>
  /** One transaction: locks, the plan approved, what `record` writes, its `order` effect planned. */
  approve(planId: string, by: PlanApprover, record: (tx: Tx) => Promise<void>): Promise<Approval>
  /**
   * One transaction: an approved plan whose order was not sent is a proposal again, and what
   * `record` writes. A first approval of two is taken back, too.
   */
  withdraw(planId: string, by: Withdrawing, record: (tx: Tx) => Promise<void>): Promise<Withdrawal>
  /**
   * Proposed and previewed plans of vehicles that are in the fleet, with this method and at most
   * this amount (the fee counts where it is known), oldest first. Not those that wait for a limit,
   * nor those of an answer that was flagged, or that came before a person took an approval back.
   */
  approvable(
    fleetId: string,
    which: { method: OrderMethod; upToCents: bigint; limit: number; at: Date },
  ): Promise<Approvable[]>
  find(planId: string, tx?: Tx): Promise<Plan | undefined>
  /**
   * The plan left its path (rejected, refused, dead) and its locks and commitment go; its debts are
   * the caller's to move. False, and nothing is changed, when it is in none of `from`.
   */
  release(
    planId: string,
    to: {
      from: readonly PlanState[]
      state: 'void' | 'rejected'
      /** A code of src/reconciliation/orders/order-reasons.ts. */
      reason: string
      at: Date
      /** Who decided so; the program itself when nobody did. */
      by?: NewAuditEntry['actor']
    },
    tx?: Tx,
  ): Promise<boolean>
  /** Its order exists at the service and costs this much, which the limits count. */
  markOrdered(planId: string, of: { totalCents: bigint; at: Date }, tx: Tx): Promise<void>
  list(fleetId: string, limit: number): Promise<PlanListing[]>
  counts(fleetId: string): Promise<Readonly<Record<PlanState, { plans: number; cents: bigint }>>>
}

export const PLANS_LISTED_MAX = 10_000
