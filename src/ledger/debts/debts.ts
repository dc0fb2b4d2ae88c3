/** Debts: the same debt over time, every item of every answer, and what became of each. */
import type { DescribedDebt } from '../../fleet/debt-identity.ts'
import type { DebtEventName, DebtState, ItemChange } from '../schema/tables.ts'

export interface Debt extends DescribedDebt {
  readonly id: string
  readonly vehicleId: string
  /** src/fleet/debt-identity.ts; `ordinal` tells equal ones apart, from 0. */
  readonly fingerprint: string
  readonly ordinal: number
  readonly group: string
  readonly amountCents: bigint
  /** The amount before its last change; null when it never changed. */
  readonly previousAmountCents: bigint | null
  readonly isPayable: boolean
  readonly state: DebtState
  readonly stateSince: Date
  /** Whether the vehicle's last ready answer has it. A paid one that is shown awaits settlement. */
  readonly shown: boolean
  readonly firstSeenAt: Date
  readonly lastSeenAt: Date
  readonly firstConsultationId: string
  readonly lastConsultationId: string
}

/** A debt with its item in the vehicle's last ready answer: what an order names. */
export interface ShownDebt extends Debt {
  readonly itemId: string
  readonly position: number
  /** The item id of another debt of the same answer that must be paid together. */
  readonly dependsOn: string | null
  readonly dependsOnDescription: string
  readonly change: ItemChange
}

/** One item of an answer, its amount parsed; nothing else is changed. */
export interface AnswerItem extends DescribedDebt {
  readonly itemId: string
  readonly position: number
  readonly group: string
  readonly amountCents: bigint
  readonly dependsOn: string | null
  readonly dependsOnDescription: string
  readonly isPayable: boolean
}

/** An item with the debt that it is a sighting of, and what it changes. */
export interface ItemOfDebt extends AnswerItem {
  readonly fingerprint: string
  readonly ordinal: number
  readonly change: ItemChange
  /** Null for a new debt. */
  readonly fromState: DebtState | null
  readonly toState: DebtState
  /** The amount before this answer; null for a new debt. */
  readonly previousCents: bigint | null
}

/** A known debt that the answer does not show any more. */
export interface MissingDebt {
  readonly id: string
  readonly fromState: DebtState
  /** `gone` when nobody ordered it; what is ordered or paid keeps its state. */
  readonly toState: DebtState
}

export interface AnswerChanges {
  readonly vehicleId: string
  readonly consultationId: string
  readonly at: Date
  readonly items: readonly ItemOfDebt[]
  readonly missing: readonly MissingDebt[]
}

export interface DebtEvent {
  readonly debtId: string
  readonly at: Date
  readonly event: DebtEventName
  readonly fromState: DebtState | null
  readonly toState: DebtState
  readonly amountCents: bigint
  readonly previousAmountCents: bigint | null
  readonly consultationId: string | null
  readonly why: string
}

export interface DebtMove {
  readonly ids: readonly string[]
  readonly from: readonly DebtState[]
  readonly to: DebtState
  /** Of all, or of each by its id. */
  readonly why: string | ((id: string) => string)
  readonly at: Date
  /** The order that moves them. */
  readonly orderId?: string
  /** Leaves those that another order holds, which is not over: as `ordered` any that was paid. */
  readonly unlessHeld?: boolean
}
