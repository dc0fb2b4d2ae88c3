/**
 * Order plans: what may be ordered for a vehicle, frozen with its amounts, and the locks that keep a
 * debt in one approved plan at most. The interface of the store; statements are in plans-sql.ts.
 */
import type { OrderMethod, PlanState } from './tables.ts'
import type { Tx } from './tx.ts'

/** A ready answer that nobody has considered for an order yet. */
export interface UnconsideredAnswer {
  readonly consultationId: string
  readonly campaignId: string
  readonly vehicleId: string
  readonly renavam: string
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
  readonly state: PlanState
  readonly decidedBy: string | null
  readonly decidedAt: Date | null
  readonly reason: string | null
  readonly createdAt: Date
  readonly items: readonly PlanItemFacts[]
}

/** What was not taken into a plan, and why; a code of src/reconciliation/orders/choose-items.ts. */
export interface LeftOut {
  readonly debtId: string
  readonly why: string
}

export type Approval =
  | { readonly approved: true; readonly effectId: string }
  /** Another plan holds a lock on one of the debts, or the plan is not proposed any more. */
  | { readonly approved: false; readonly why: string }

export interface PlanListing {
  readonly id: string
  readonly plate: string
  readonly method: OrderMethod
  readonly debtsCents: bigint
  readonly items: number
  readonly state: PlanState
  readonly decidedBy: string | null
  readonly reason: string | null
  readonly createdAt: Date
}

export interface PlanStore {
  /** Latest ready answers of the fleet's vehicles that were not considered, at most `limit`. */
  unconsidered(fleetId: string, limit: number): Promise<UnconsideredAnswer[]>
  /**
   * Notes that an answer was considered and what was left out. With a plan, an older proposal of the
   * vehicle is void; an approved or ordered one stays and the new plan is not made (null).
   */
  consider(
    answer: UnconsideredAnswer,
    result: { plan: NewPlan | undefined; leftOut: readonly LeftOut[]; at: Date },
  ): Promise<string | null>
  /** One transaction: locks, the plan approved, what `record` writes, its `order` effect planned. */
  approve(
    planId: string,
    by: { who: string; scopes: readonly string[]; effectKey: string; at: Date },
    record: (tx: Tx) => Promise<void>,
  ): Promise<Approval>
  /** Proposed plans of the fleet with this method and at most this amount, oldest first. */
  approvable(
    fleetId: string,
    which: { method: OrderMethod; upToCents: bigint; limit: number },
  ): Promise<string[]>
  find(planId: string, tx?: Tx): Promise<Plan | undefined>
  /** The plan left its path (rejected, refused, dead): its locks go, its debts are open again. */
  release(
    planId: string,
    to: { state: 'void' | 'rejected'; reason: string; at: Date },
    tx?: Tx,
  ): Promise<void>
  markOrdered(planId: string, at: Date, tx: Tx): Promise<void>
  list(fleetId: string, limit: number): Promise<PlanListing[]>
  counts(fleetId: string): Promise<Readonly<Record<PlanState, { plans: number; cents: bigint }>>>
}

export const PLANS_LISTED_MAX = 10_000
