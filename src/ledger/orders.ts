/**
 * Orders that exist at the service: what they hold, what they cost, and when each is read again.
 * The interface of the store; statements are in orders-sql.ts.
 */
import type { AuditEvent } from './audit.ts'
import type { OrderStanding, PlanState } from './tables-orders.ts'
import type { Tx } from './tx.ts'

/** What the service last said of an order; instants as it gave them. */
export interface OrderFacts {
  readonly id: string
  readonly method: string
  /** Word for word. */
  readonly status: string
  readonly standing: OrderStanding
  readonly debtsCents: bigint
  readonly feeCents: bigint
  readonly totalCents: bigint
  readonly refundedCents: bigint
  readonly attemptStatus: string
  readonly pixCode: string
  readonly pixExpiresAt: Date | null
  /** 47 or 48 digits, and the same as 44; both empty unless every check held. */
  readonly boletoLine: string
  readonly boletoBarcode: string
  /** YYYY-MM-DD, and the instant in which that day ends. */
  readonly boletoDueDate: string | null
  readonly boletoExpiresAt: Date | null
  /** What a card was charged, interest of its instalments included. */
  readonly chargedCents: bigint | null
  readonly installments: number | null
  /** Open: the code or slip was checked and may be shown, or a card may be charged. */
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
  readonly nextReadAt: Date | null
  readonly at: Date
}

export interface FollowedOrder extends OrderFacts {
  readonly planId: string | null
  readonly effectId: string | null
  readonly fleetId: string
  readonly vehicleId: string
  readonly planState: PlanState | null
  readonly inFleet: boolean
  readonly reads: number
  readonly createdAt: Date
  readonly items: readonly {
    readonly itemId: string
    readonly debtId: string
    /** Word for word; empty when the service does not say. */
    readonly settlement: string
  }[]
  readonly renewals: number
  readonly renewedAt: Date | null
  /** A card payment of it has no known outcome. */
  readonly paymentInDoubt: boolean
}

/** What the audit log is told of a card payment; nothing of the card. */
export interface ToldPayment {
  readonly orderId: string
  readonly effectId: string
  readonly what: PaymentEvent
  /** The person at the terminal; the program itself when a look-up found it. */
  readonly person?: string
  readonly at: Date
  /** Null when the program that settles it was not the one that asked. */
  readonly installments: number | null
  readonly reason: string | null
}

/** What the audit log is told of debts that a person gave free. */
export interface FreedDebts {
  readonly debtIds: readonly string[]
  readonly person: string
  readonly reason: string
  readonly at: Date
}

type PaymentEvent = Extract<AuditEvent, `payment-${string}`>

/** A debt that an order holds, as the ledger knows it. */
export interface HeldDebt {
  readonly itemId: string
  readonly debtId: string
  readonly fingerprint: string
  readonly kind: string
  readonly description: string
  readonly year: number | null
  readonly dueDate: string | null
  /** The vehicle's last answer has it. */
  readonly shown: boolean
}

export interface DueOrders {
  readonly chunks: readonly string[]
  readonly nextReadAt: Date | null
}

export interface OrderListing extends OrderFacts {
  readonly plate: string
  readonly items: number
  readonly createdAt: Date
  readonly renewals: number
  readonly renewedAt: Date | null
}

/** Orders in one chunk of following. */
export const ORDERS_PER_CHUNK = 50
export const ORDERS_LISTED_MAX = 10_000

export interface OrderStore {
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  record(order: RecordedOrder, tx: Tx): Promise<void>
  /** What each of these orders holds, of those that the ledger recorded itself. */
  recorded(ids: readonly string[]): Promise<ReadonlyMap<string, readonly HeldDebt[]>>
  due(fleetId: string, at: Date): Promise<DueOrders>
  chunk(fleetId: string, chunk: string, at: Date): Promise<FollowedOrder[]>
  /** One order as following knows it, whenever it is due; with `tx` its row is locked in there. */
  find(id: string, tx?: Tx): Promise<FollowedOrder | undefined>
  update(facts: OrderFacts, read: { nextReadAt: Date | null; at: Date }, tx?: Tx): Promise<void>
  /** What the service says of each item's settlement, word for word. */
  settle(
    id: string,
    items: readonly { readonly itemId: string; readonly settlement: string }[],
    tx: Tx,
  ): Promise<void>
  /**
   * Counts one more new Pix code, if it is still the one after `renewals` and nobody else asks;
   * until `until` nobody else does. False: send nothing.
   */
  claimRenewal(
    id: string,
    claim: { readonly renewals: number; readonly at: Date; readonly until: Date },
  ): Promise<boolean>
  /**
   * A person gave some of its debts free after a refund: their locks go. False, and nothing is
   * changed, when it was done before; ask it first in the transaction, and tell the log last.
   */
  free(
    id: string,
    of: { readonly debtIds: readonly string[]; readonly at: Date },
    tx: Tx,
  ): Promise<boolean>
  tellFreed(id: string, told: FreedDebts, tx: Tx): Promise<void>
  /** Appends to the audit log; the last thing in its transaction. */
  tellPayment(told: ToldPayment, tx: Tx): Promise<void>
  /** The read failed; it is tried again then. */
  postpone(id: string, nextReadAt: Date): Promise<void>
  /** The debt of each item id that any answer of this vehicle ever named; ids in lower case. */
  debtsOfItems(
    vehicleId: string,
    itemIds: readonly string[],
    tx?: Tx,
  ): Promise<ReadonlyMap<string, HeldDebt>>
  /**
   * Newest first. Codes are empty while the gate is shut: one that was not checked never leaves
   * the ledger. With `at`, a gate is shut too whose code ran out by then, read or not.
   */
  list(fleetId: string, limit: number, at?: Date): Promise<OrderListing[]>
  counts(
    fleetId: string,
  ): Promise<Readonly<Record<OrderStanding, { orders: number; cents: bigint }>>>
}
