/**
 * Orders that exist at the service: what they hold, what they cost, and when each is read again.
 * The interface of the store; statements are in orders-sql.ts.
 */
import type { OrderStanding } from './tables-orders.ts'
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
  /** Open: the code or charge was checked and may be shown. */
  readonly gate: 'open' | 'shut'
  readonly gateReason: string | null
}

export interface RecordedOrder extends OrderFacts {
  readonly fleetId: string
  readonly vehicleId: string
  readonly planId: string
  readonly effectId: string
  readonly items: readonly { itemId: string; debtId: string; amountCents: bigint }[]
  readonly nextReadAt: Date | null
  readonly at: Date
}

export interface FollowedOrder extends OrderFacts {
  readonly planId: string | null
  readonly effectId: string | null
  readonly vehicleId: string
  readonly reads: number
  readonly createdAt: Date
  readonly debtIds: readonly string[]
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
  readonly chunks: readonly string[]
  readonly nextReadAt: Date | null
}

export interface OrderListing extends OrderFacts {
  readonly plate: string
  readonly items: number
  readonly createdAt: Date
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
  update(facts: OrderFacts, read: { nextReadAt: Date | null; at: Date }, tx?: Tx): Promise<void>
  /** The read failed; it is tried again then. */
  postpone(id: string, nextReadAt: Date): Promise<void>
  /** The debt of each item id that any answer of this vehicle ever named; ids in lower case. */
  debtsOfItems(
    vehicleId: string,
    itemIds: readonly string[],
    tx?: Tx,
  ): Promise<ReadonlyMap<string, HeldDebt>>
  /**
   * Newest first. The Pix code is empty while the gate is shut: one that was not checked never
   * leaves the ledger. With `at`, a gate is shut too whose code ran out by then, read or not.
   */
  list(fleetId: string, limit: number, at?: Date): Promise<OrderListing[]>
  counts(
    fleetId: string,
  ): Promise<Readonly<Record<OrderStanding, { orders: number; cents: bigint }>>>
}
