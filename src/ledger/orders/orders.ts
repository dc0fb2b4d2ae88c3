/**
 * Orders that exist at the service: what they hold, what they cost, and when each is read again.
 * The interface of the store; statements are in orders-sql.ts.
 */
import type { DueChunk } from '../schema/due-chunk.ts'
import type { OrderStanding, PlanState } from '../schema/tables-orders.ts'
import type { Tx } from '../schema/tx.ts'

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
  /** Open: the code or slip was checked and may be shown; by card, it may be paid elsewhere. */
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
  /** Of following, whose pace goes by them. */
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

/** What the audit log is told of debts that a person gave free. */
export interface FreedDebts {
  readonly debtIds: readonly string[]
  readonly person: string
  readonly reason: string
  readonly at: Date
}

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
  readonly chunks: readonly DueChunk[]
  readonly nextReadAt: Date | null
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
  readonly renewals: number
  readonly renewedAt: Date | null
}

/** The turns of a run that does not wait: open orders are read for days, one every few seconds. */
export interface FollowedWithin {
  /** Turns that come later are another run's, ... */
  readonly until: Date
  /** ... but for an order that was made since then and has no code or slip yet. */
  readonly codesSince: Date
}

/** Orders in one chunk of following. */
export const ORDERS_PER_CHUNK = 50
export const ORDERS_LISTED_MAX = 10_000
/** After a read; an order that was not read since may be paid by now, and its code is not shown. */
export const ORDER_FRESH_MS = 120_000

export interface OrderStore {
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  record(order: RecordedOrder, tx: Tx): Promise<void>
  /** What each of these orders holds, of those that the ledger recorded itself. */
  recorded(ids: readonly string[]): Promise<ReadonlyMap<string, readonly HeldDebt[]>>
  /** `within`: only those whose turn it is; absent: all. */
  due(fleetId: string, at: Date, within?: FollowedWithin): Promise<DueOrders>
  chunk(fleetId: string, chunk: string, at: Date): Promise<FollowedOrder[]>
  /** One order as following knows it, whenever it is due; with `tx` its row is locked in there. */
  find(id: string, tx?: Tx): Promise<FollowedOrder | undefined>
  /** Without `nextReadAt` it was read beside following, which goes on at its own pace. */
  update(facts: OrderFacts, read: { nextReadAt?: Date | null; at: Date }, tx?: Tx): Promise<void>
  /** Orders that were not read since then, the longest ago first. */
  unread(
    fleetId: string,
    which: {
      readonly readBefore: Date
      readonly standings: readonly OrderStanding[]
      readonly limit: number
    },
  ): Promise<FollowedOrder[]>
  /** How many those are, and when the first of them was read. */
  unreadCount(
    fleetId: string,
    which: { readonly readBefore: Date; readonly standings: readonly OrderStanding[] },
  ): Promise<UnreadCount>
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
  /** Appends to the audit log; the last thing in its transaction. */
  tellFreed(id: string, told: FreedDebts, tx: Tx): Promise<void>
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
   * the ledger. With `at`, a gate is shut too whose code ran out by then, or whose order was not
   * read lately.
   */
  list(fleetId: string, limit: number, at?: Date): Promise<OrderListing[]>
  /** `cents`: of their debts, without fees, as the proposals are counted. */
  counts(
    fleetId: string,
  ): Promise<Readonly<Record<OrderStanding, { orders: number; cents: bigint }>>>
}
