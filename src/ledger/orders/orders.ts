/** Orders that exist at the service: what they hold, what they cost, and when each is read again. */
import type { DescribedDebt } from '../../fleet/debt-identity.ts'
import type { OrderEvent } from './order-events-sql.ts'
import type { OrderStanding, PlanState } from '../schema/tables-orders.ts'

/** How an order is paid, and its sums. */
export interface OrderSums {
  readonly method: string
  readonly debtsCents: bigint
  readonly feeCents: bigint
  readonly totalCents: bigint
  readonly refundedCents: bigint
}

/** What the service last said of an order; instants as it gave them. */
export interface OrderFacts extends OrderSums {
  readonly id: string
  /** Word for word. */
  readonly status: string
  readonly standing: OrderStanding
  readonly attemptStatus: string
  readonly pixCode: string
  readonly pixExpiresAt: Date | null
  /** 47 or 48 digits; as a barcode 44. Both are empty unless every check held. */
  readonly boletoLine: string
  readonly boletoBarcode: string
  /** YYYY-MM-DD; it expires at the instant in which that day ends. */
  readonly boletoDueDate: string | null
  readonly boletoExpiresAt: Date | null
  /** What a card was charged, interest of its instalments included. */
  readonly chargedCents: bigint | null
  readonly installments: number | null
  /** Open: the code or slip was checked and may be shown; a card order may be paid elsewhere. */
  readonly gate: 'open' | 'shut'
  readonly gateReason: string | null
}

export interface RecordedOrder extends OrderFacts {
  readonly fleetId: string
  readonly vehicleId: string
  readonly planId: string
  /** Null for an order that no effect of this ledger made. */
  readonly effectId: string | null
  readonly items: readonly { itemId: string; debtId: string; amountCents: bigint }[]
  /** What it shows from the first on. */
  readonly events: readonly OrderEvent[]
  readonly nextReadAt: Date | null
  readonly at: Date
}

export interface FollowedOrder extends OrderFacts {
  readonly planId: string | null
  readonly effectId: string | null
  readonly fleetId: string
  readonly vehicleId: string
  readonly vehicleServiceId: string | null
  /** Orders of the vehicle that others made are in the ledger. */
  readonly hasForeign: boolean
  readonly planState: PlanState | null
  readonly inFleet: boolean
  /** A person freed debts of it. */
  readonly isFreed: boolean
  /** Reads by following so far; the delay to the next one grows with them. */
  readonly reads: number
  /** When the service last said so, to following or to whoever else read it. */
  readonly readAt: Date
  readonly createdAt: Date
  readonly items: readonly {
    readonly itemId: string
    readonly debtId: string
    /** Word for word; empty when the service does not say. */
    readonly settlement: string
  }[]
  readonly renewals: number
  readonly renewedAt: Date | null
  /** A card payment that an earlier version sent has no known outcome. */
  readonly paymentInDoubt: boolean
}

export interface NewOrderRead {
  readonly at: Date
  /** Absent: the schedule of following stays, because the read was made for another reason. */
  readonly nextReadAt?: Date | null
  /** The order as it was known before the read. */
  readonly since?: Pick<FollowedOrder, 'reads' | 'readAt'>
  /** What the service says of items, word for word; those that are not named stay. */
  readonly items?: readonly { readonly itemId: string; readonly settlement: string }[]
}

/** Written to the audit log when a person frees debts. */
export interface FreedDebts {
  readonly debtIds: readonly string[]
  readonly person: string
  readonly reason: string
  readonly at: Date
}

/** A debt that an order holds, as the ledger knows it. */
export interface HeldDebt extends DescribedDebt {
  readonly itemId: string
  readonly debtId: string
  readonly fingerprint: string
  /** Whether the vehicle's last answer has it. */
  readonly shown: boolean
}

/** Which orders count as not read. */
export interface UnreadOrders {
  readonly readBefore: Date
  /** Now: one that was read later was read by another clock, and may be paid by now. */
  readonly at: Date
  readonly standings: readonly OrderStanding[]
}

/** `of`: instead of those with the standings, all of these vehicles, or one by its id. */
export interface ChosenOrders extends UnreadOrders {
  readonly limit: number
  readonly of?: { readonly vehicleIds: readonly string[] } | { readonly id: string }
}

/** The code after `renewals` earlier ones is requested by whoever claims it. */
export interface RenewalClaim {
  readonly renewals: number
  readonly at: Date
  readonly until: Date
}

export interface UnreadCount {
  readonly orders: number
  readonly oldestReadAt: Date | null
}

export interface OrderListing extends OrderFacts {
  readonly plate: string
  readonly items: number
  readonly createdAt: Date
  readonly readAt: Date
  readonly standingSince: Date
  /** When the ledger first knew it as paid; settling later leaves it. Null while it is unpaid. */
  readonly paidSeenAt: Date | null
  readonly renewals: number
  readonly renewedAt: Date | null
}

/** Limits the reads of a run that does not wait: open orders are read again and again for days. */
export interface FollowedWithin {
  /** Reads due later are left to another run, ... */
  readonly until: Date
  /** ... except of orders that were made since then and have no code or slip yet. */
  readonly codesSince: Date
}

/** Standings in which a code may still be shown, or nobody knows whether it may. */
export const OPEN_STANDINGS = ['open', 'unknown'] as const satisfies readonly OrderStanding[]

export const ORDERS_PER_CHUNK = 50
export const ORDERS_LISTED_MAX = 10_000
/** An order whose last read is older than this may be paid by now, so its code is not shown. */
export const ORDER_FRESH_MS = 120_000

export interface CountedSums {
  /** Of their debts, without fees. */
  readonly cents: bigint
  /** What they cost, with the fees that are known. */
  readonly totalCents: bigint
}
