/** Of the tables of migration 0021 what Kysely sees: the events of orders. */
import type { GeneratedAlways } from 'kysely'
import type { Defaulted } from './columns.ts'

export type OrderEventName =
  | 'created'
  /** It has a new Pix code or slip; `note` is its txid or line. */
  | 'coded'
  | 'paid'
  /** The service says after all that it was not paid. */
  | 'unpaid'
  | 'settled'
  | 'refunded'
  /** It is over without a payment: expired, failed or cancelled. */
  | 'expired'

/** Who named the instant of an event; `nobody`: the ledger only knows when it saw it. */
export type ToldBy = 'service' | 'bank' | 'person' | 'nobody'

interface OrderEventTable {
  seq: GeneratedAlways<bigint>
  order_id: string
  event: OrderEventName
  occurred_at: Date | null
  told_by: ToldBy
  seen_at: Date
  amount_cents: Defaulted<bigint>
  note: Defaulted<string>
}

export interface BooksTables {
  'frota.order_event': OrderEventTable
}
