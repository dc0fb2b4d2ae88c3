/**
 * Order plans: what may be ordered for a vehicle, frozen with its amounts, and the locks that keep
 * a debt in one approved plan at most.
 */
import type { DescribedDebt } from '../../fleet/debt-identity.ts'
import type { Debt } from '../debts/debts.ts'
import type { NewAuditEntry } from '../audit/audit.ts'
import type { Effect } from '../effects/effects.ts'
import type { OrderMethod, PlanPreview, PlanState } from '../schema/tables-orders.ts'
import type { NamedApproval } from './plans-people.ts'

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

export interface LeftOutAnswers {
  /** Older answers make no order. */
  readonly since: Date
  /** The id of the last one that was read; absent: from the first. */
  readonly after?: string | undefined
  readonly limit: number
}

export interface PlanItem {
  readonly itemId: string
  readonly debtId: string
  readonly amountCents: bigint
}

/** An item with what identifies its debt, as an order is matched by. */
export type PlanItemFacts = PlanItem &
  DescribedDebt &
  Pick<Debt, 'fingerprint' | 'ordinal' | 'group'>

/** A new plan awaits its preview; until then its hash covers no fee. */
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

/** What a plan costs, and where it stands. */
interface PlanFacts {
  readonly id: string
  readonly method: OrderMethod
  readonly hash: string
  readonly debtsCents: bigint
  readonly preview: PlanPreview
  /** Frozen as previewed; null while pending and when the service has no preview. */
  readonly feeCents: bigint | null
  readonly totalCents: bigint | null
  /** The vehicle's present cost centre. */
  readonly costCentre: string
  readonly state: PlanState
  readonly decidedBy: string | null
  readonly reason: string | null
  readonly createdAt: Date
}

export interface Plan extends NewPlan, PlanFacts {
  readonly vehicleServiceId: string | null
  readonly inFleet: boolean
  /** True if the vehicle's plate or state changed since the answer that the plan was made of. */
  readonly isFormer?: boolean
  /** When the vehicle was answered last. */
  readonly answeredAt?: Date | null
  /** An open campaign asks about the vehicle. */
  readonly isAsked?: boolean
  /** How many different people have approved it as it stands. */
  readonly people?: number
  readonly decidedAt: Date | null
  readonly items: readonly PlanItemFacts[]
}

/** A debt left out of a plan, and why: a code of orders/proposing/choose-items.ts. */
export interface LeftOut {
  readonly debtId: string
  readonly why: string
}

/** An answer with what came of considering it. */
export interface ConsideredAnswer {
  readonly answer: UnconsideredAnswer
  readonly plan: NewPlan | undefined
  readonly leftOut: readonly LeftOut[]
}

export type Approval =
  | {
      readonly approved: true
      readonly effectId: string
      /** The people who approved it; absent when the policy did. */
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
       * `not-proposed`: somebody else decided about it. `not-previewed`: its preview is pending.
       * `plan-changed`: it is not what the person was shown. `debt-locked`: another plan has one of
       * the debts, or another way of paying the same year's IPVA. `order-unfinished`: an order of
       * the same debts is still under way, although its plan released them.
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
  /** A code of src/reconciliation/orders/order-reasons.ts, followed by the person. */
  readonly why: string
  readonly at: Date
  /** By effect id, the highest epoch with an intent in the journal; empty on a server. */
  readonly journaled: ReadonlyMap<string, number>
}

/** An order holds debts again that it had lost. */
export interface LivesAgain extends Pick<PlanRelease, 'reason' | 'at'> {
  readonly debtIds: readonly string[]
  /** Reasons of a shut pay gate that only a person may change. */
  readonly mismatches: readonly string[]
  /** As of a withdrawal; undefined where the ledger knows all intents. */
  readonly journaled: Withdrawing['journaled'] | undefined
}

export type Withdrawal =
  /** The people whose approvals were taken back; empty when the policy had approved it. */
  | { readonly withdrawn: true; readonly people: readonly string[] }
  /** The order's effect, which may have reached the service; null where nobody had approved. */
  | { readonly withdrawn: false; readonly effect: Pick<Effect, 'state' | 'doubts'> | null }

export interface PlanApprover {
  /** The policy's name; not used when `person` is given. */
  readonly who: string
  readonly person?: NamedApproval
  readonly at: Date
}

export interface PlanToApprove {
  readonly planId: string
  /** Of its order's effect. */
  readonly effectKey: string
}

/** What a policy approves by itself. */
export interface ApprovableBy {
  readonly method: OrderMethod
  readonly upToCents: bigint
  readonly limit: number
  readonly at: Date
}

/** A proposal that a policy may approve. */
export interface Approvable {
  readonly id: string
  /** The amount, with the fee where it is known. */
  readonly cents: bigint
  readonly costCentre: string
  /** A proposal or an order of the vehicle in another account's fleet has one of its debts. */
  readonly isHeldElsewhere?: boolean
}

export interface PlanListing extends PlanFacts {
  readonly plate: string
  /** 11 digits. */
  readonly renavam: string
  /** What keeps it waiting, a code of order-reasons.ts, and until when at the latest. */
  readonly waitsFor: string | null
  readonly waitsUntil: Date | null
  /** The people who approved it as it stands; empty while nobody did. */
  readonly approvedBy?: string
  readonly items: number
}

export interface PlanRelease {
  readonly from: readonly PlanState[]
  readonly state: 'void' | 'rejected'
  /** A code of src/reconciliation/orders/order-reasons.ts. */
  readonly reason: string
  readonly at: Date
  /** Who decided; absent when the program itself did. */
  readonly by?: NewAuditEntry['actor'] | undefined
}

export const PLANS_LISTED_MAX = 10_000
