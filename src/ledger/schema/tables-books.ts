/** The tables of migration 0021 as Kysely sees them: order events, closed months, bank lines. */
import type { Generated, GeneratedAlways } from 'kysely'
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

interface MonthCloseTable {
  id: Generated<string>
  fleet_id: string
  month: string
  revision: number
  closed_at: Date
  closed_by: string
  waiting: number
  reason: Defaulted<string>
  folder: string
  zone: string
  ipva: 'single' | 'instalments'
  manifest_sha256: string
  opening_cents: bigint
  closing_cents: bigint
  debt_events: bigint
  order_events: bigint
  vehicle_changes: bigint
  reopened_at: Date | null
  reopened_by: string | null
  reopen_reason: string | null
}

interface BankLineTable {
  id: Generated<string>
  seq: GeneratedAlways<bigint>
  fleet_id: string
  identity: string
  account: string
  day: string
  cents: bigint
  memo: string
  reference: Defaulted<string>
  file_name: string
  imported_at: Date
}

interface BankMatchTable {
  id: Generated<string>
  fleet_id: string
  class: string
  how: 'id' | 'total' | 'set' | 'batch' | 'person'
  person: Defaulted<string>
  reason: Defaulted<string>
  matched_at: Date
}

interface BankMatchLineTable {
  match_id: string
  line_id: string
}

interface BankMatchMovementTable {
  match_id: string
  event_seq: bigint
}

export interface BooksTables {
  'frota.order_event': OrderEventTable
  'frota.month_close': MonthCloseTable
  'frota.bank_line': BankLineTable
  'frota.bank_match': BankMatchTable
  'frota.bank_match_line': BankMatchLineTable
  'frota.bank_match_movement': BankMatchMovementTable
}
