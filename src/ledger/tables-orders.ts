/** The tables of migration 0005 as Kysely sees them: plans, orders and locks. */
import type { Generated, GeneratedAlways } from 'kysely'
import type { Defaulted, Json } from './columns.ts'

export type OrderMethod = 'pix' | 'boleto' | 'credit_card'
export type PlanState = 'proposed' | 'approved' | 'ordered' | 'void' | 'rejected'

export interface OrderPlanTable {
  id: Generated<string>
  fleet_id: string
  campaign_id: string
  run_id: string | null
  vehicle_id: string
  consultation_id: string
  method: OrderMethod
  hash: string
  debts_cents: bigint
  state: PlanState
  decided_by: string | null
  decided_at: Date | null
  reason: string | null
  created_at: Date
}

export interface OrderPlanItemTable {
  plan_id: string
  item_id: string
  debt_id: string
  amount_cents: bigint
}

/** What an order's status means to us; the mapping is a data file, unknown is shown word for word. */
export type OrderStanding = 'open' | 'paid' | 'settled' | 'dead' | 'unknown'

export interface PaymentOrderTable {
  id: string
  seq: GeneratedAlways<bigint>
  fleet_id: string
  vehicle_id: string
  plan_id: string | null
  effect_id: string | null
  method: string
  status: string
  standing: OrderStanding
  debts_cents: bigint
  fee_cents: bigint
  total_cents: bigint
  refunded_cents: Defaulted<bigint>
  attempt_status: Defaulted<string>
  pix_code: Defaulted<string>
  pix_expires_at: Date | null
  gate: Defaulted<'shut' | 'open'>
  gate_reason: string | null
  reads: Defaulted<number>
  next_read_at: Date | null
  created_at: Date
  updated_at: Date
}

export interface OrderItemTable {
  order_id: string
  item_id: string
  debt_id: string
  amount_cents: bigint
}

export interface DebtLockTable {
  vehicle_id: string
  scope: string
  plan_id: string
  taken_at: Date
}

export interface ConsideredAnswerTable {
  consultation_id: string
  vehicle_id: string
  plan_id: string | null
  left_out: Json
  considered_at: Date
}
