/** The tables of migrations 0012 and 0016 as Kysely sees them: foreign orders, clearances, ends. */
import type { Generated } from 'kysely'
import type { Defaulted } from './columns.ts'
import type { OrderStanding } from './tables-orders.ts'

interface ForeignOrderTable {
  id: string
  fleet_id: string
  vehicle_id: string
  why: 'twin' | 'found'
  other_id: string | null
  method: string
  status: string
  standing: OrderStanding
  total_cents: bigint
  first_seen_at: Date
  last_seen_at: Date
  decided_by: string | null
  decided_at: Date | null
  reason: string | null
}

interface OrderClearanceTable {
  plan_id: string
  order_id: string
  decided_by: string
  reason: string
  decided_at: Date
}

export type BlockWhy = 'unknown-intents' | 'forgotten-intents' | 'older-ledger' | 'restored-backup'

interface MoneyBlockTable {
  id: Generated<string>
  why: BlockWhy
  since: Date
  tries: Defaulted<number>
  tried_at: Date | null
  problem: string | null
  orders_read: Defaulted<number>
  orders_recorded: Defaulted<number>
  orders_foreign: Defaulted<number>
  cleared_at: Date | null
}

interface ExceptionEndTable {
  code: string
  reference: string
  detail: string
  ended_by: string
  reason: string
  ended_at: Date
}

export interface DoubtTables {
  'frota.foreign_order': ForeignOrderTable
  'frota.order_clearance': OrderClearanceTable
  'frota.money_block': MoneyBlockTable
  'frota.exception_end': ExceptionEndTable
}
