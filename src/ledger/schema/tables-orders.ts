/** The tables of migrations 0005 and 0009 as Kysely sees them: plans and orders. */
import type { Generated, GeneratedAlways } from 'kysely'
import type { Defaulted } from './columns.ts'

export type OrderMethod = 'pix' | 'boleto' | 'credit_card'
/** Whether the service was asked what the order will cost, and knew. */
export type PlanPreview = 'pending' | 'known' | 'unknown'
export type PlanState = 'proposed' | 'approved' | 'ordered' | 'void' | 'rejected'

interface OrderPlanTable {
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
  preview: Defaulted<PlanPreview>
  fee_cents: bigint | null
  total_cents: bigint | null
  preview_note: string | null
  preview_tries: Defaulted<number>
  preview_due_at: Date | null
  waits_for: string | null
  waits_until: Date | null
  waited_run: string | null
  withdrawn_at: Date | null
}

interface OrderPlanItemTable {
  plan_id: string
  item_id: string
  debt_id: string
  amount_cents: bigint
}

/** An order's status as mapped by a data file; refunded: the debts are owed again. */
export type OrderStanding = 'open' | 'paid' | 'settled' | 'dead' | 'refunded' | 'unknown'

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
  standing_since: Date | null
  boleto_line: Defaulted<string>
  boleto_barcode: Defaulted<string>
  boleto_due_date: string | null
  boleto_expires_at: Date | null
  charged_cents: bigint | null
  installments: number | null
  renewals: Defaulted<number>
  renewed_at: Date | null
  renewal_until: Date | null
  freed_at: Date | null
  gate_since: Date | null
}

export interface OrderItemTable {
  order_id: string
  item_id: string
  debt_id: string
  amount_cents: bigint
  settlement: Defaulted<string>
}

interface OrderPolicyTable {
  is_only: Defaulted<boolean>
  policy: string
  edited_by: string
  edited_at: Date
}

export interface OrderTables {
  'frota.order_policy': OrderPolicyTable
  'frota.order_plan': OrderPlanTable
  'frota.order_plan_item': OrderPlanItemTable
  'frota.payment_order': PaymentOrderTable
  'frota.order_item': OrderItemTable
}
