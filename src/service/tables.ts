/** The service's tables for Kysely; must match the SQL in migrations/. */
import type { ColumnType, GeneratedAlways, Selectable } from 'kysely'
import type { AttemptStatus, ItemSettlement, OrderMethod, OrderStatus } from '../contract/order.ts'
import type { ConsultationStatus } from '../contract/consultation.ts'
import type { DebtGroup, DebtKind } from '../contract/debt-item.ts'

/** Written as ISO 8601 text, read as a Date. */
type Moment = ColumnType<Date, string, string>
type MomentOrNull = ColumnType<Date | null, string | null, string | null>
type Defaulted<T> = ColumnType<T, T | undefined, T>

interface BrandTable {
  id: string
  name: string
  service_fee_cents: bigint
  is_active: Defaulted<boolean>
  created_at: Moment
}

interface AccountTable {
  id: string
  brand_id: string
  name: string
  is_active: Defaulted<boolean>
  created_at: Moment
  personal_data_days: Defaulted<number>
}

interface ApiKeyTable {
  id: string
  brand_id: string
  name: string
  prefix: string
  key_hash: Uint8Array
  created_at: Moment
  last_used_at: ColumnType<Date | null, string | null | undefined, string | null>
  revoked_at: ColumnType<Date | null, string | null | undefined, string | null>
}

/** The tenant that a row belongs to. */
interface Owned {
  brand_id: string
  account_id: string
}

interface VehicleTable extends Owned {
  id: string
  seq: GeneratedAlways<bigint>
  plate: string
  renavam: string
  uf: string
  nickname: string
  owner_document_sealed: Uint8Array
  owner_document_masked: string
  is_active: Defaulted<boolean>
  created_at: Moment
  changed_at: Moment
  latest_consultation_id: Defaulted<string | null>
  latest_consultation_status: Defaulted<ConsultationStatus | null>
  latest_consultation_at: ColumnType<Date | null, string | null | undefined, string | null>
  open_debts_count: Defaulted<number>
  open_debts_cents: Defaulted<bigint>
  consultations_count: Defaulted<number>
  debts_ordinal: Defaulted<number>
  identity: GeneratedAlways<string>
  search: string
  grams: string[]
  erased_at: ColumnType<Date | null, string | null | undefined, string | null>
}

interface ConsultationTable extends Owned {
  id: string
  vehicle_id: string
  ordinal: number
  plate: string
  identity: string
  status: ConsultationStatus
  stage: string
  provider_reference: string
  found_new_debts: Defaulted<boolean>
  error_code: Defaulted<string>
  error_title: Defaulted<string>
  error_message: Defaulted<string>
  error_action: Defaulted<string>
  total_cents: Defaulted<bigint>
  created_at: Moment
  look_at: MomentOrNull
  finished_at: ColumnType<Date | null, string | null | undefined, string | null>
}

interface DebtItemTable extends Owned {
  id: string
  vehicle_id: string
  consultation_id: string
  position: number
  kind: DebtKind
  debt_group: DebtGroup
  description: string
  amount_cents: bigint
  due_date: string | null
  year: number
  depends_on: string | null
  depends_on_description: string
  is_payable: boolean
  fingerprint: string
  provider_reference: Defaulted<string>
  settled_at: ColumnType<Date | null, string | null | undefined, string | null>
}

interface PaymentOrderTable extends Owned {
  id: string
  seq: GeneratedAlways<bigint>
  vehicle_id: string
  status: OrderStatus
  method: OrderMethod
  purpose: string
  plate: string
  uf: string
  debts_cents: bigint
  service_fee_cents: bigint
  total_cents: bigint
  refunded_cents: Defaulted<bigint>
  provider_reference: Defaulted<string>
  created_at: Moment
  expires_at: Moment
  paid_at: ColumnType<Date | null, string | null | undefined, string | null>
  settled_at: ColumnType<Date | null, string | null | undefined, string | null>
  move_at: MomentOrNull
}

interface OrderItemTable {
  order_id: string
  position: number
  debt_item_id: string
  kind: DebtKind
  debt_group: DebtGroup
  description: string
  amount_cents: bigint
  year: number
  due_date: string | null
  settlement_status: ItemSettlement
}

interface AttemptTable {
  id: string
  order_id: string
  ordinal: number
  method: OrderMethod
  status: AttemptStatus
  pix_code: Defaulted<string>
  code_at: MomentOrNull
  pix_expires_at: MomentOrNull
  boleto_line: Defaulted<string>
  boleto_barcode: Defaulted<string>
  boleto_due_date: Defaulted<string | null>
  card_last_digits: Defaulted<string>
  installments: Defaulted<number | null>
  charged_cents: Defaulted<bigint | null>
  message: Defaulted<string>
  asking_until: MomentOrNull
  created_at: Moment
}

interface QuotaBucketTable {
  credential_id: string
  budget: Budget
  last_at: Moment
  tokens: number | null
}

interface QuotaUseTable {
  id: string
  credential_id: string
  budget: Budget
  used_at: Moment
  /** Null once it counts for good. */
  held_until: MomentOrNull
}

interface IdempotentCallTable extends Owned {
  id: string
  key: string
  request_hash: Buffer
  began_at: Moment
  held_until: Moment
  object_id: Defaulted<string | null>
  status: Defaulted<number | null>
  /** The body as JSON. */
  reply: Defaulted<string | null>
}

interface FailedKeyTable {
  /** As of `addressGroup`. */
  address: string
  began_at: Moment
  failures: number
}

/** The two hourly budgets of part 8 of the interface. */
export type Budget = 'consultations' | 'orders'

interface SecretFileTable {
  own_key_hash: Buffer
  first_at: ColumnType<Date, string, never>
}

export interface ServiceTables {
  'service.brand': BrandTable
  'service.account': AccountTable
  'service.api_key': ApiKeyTable
  'service.vehicle': VehicleTable
  'service.consultation': ConsultationTable
  'service.debt_item': DebtItemTable
  'service.payment_order': PaymentOrderTable
  'service.order_item': OrderItemTable
  'service.attempt': AttemptTable
  'service.quota_bucket': QuotaBucketTable
  'service.quota_use': QuotaUseTable
  'service.idempotent_call': IdempotentCallTable
  'service.failed_key': FailedKeyTable
  'service.secret_file': SecretFileTable
}

export type VehicleRow = Selectable<VehicleTable>
export type ConsultationRow = Selectable<ConsultationTable>
export type DebtItemRow = Selectable<DebtItemTable>
export type PaymentOrderRow = Selectable<PaymentOrderTable>
export type OrderItemRow = Selectable<OrderItemTable>
export type IdempotentCallRow = Selectable<IdempotentCallTable>
export type AttemptRow = Selectable<AttemptTable>
