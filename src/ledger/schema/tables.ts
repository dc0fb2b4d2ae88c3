/** The runner's tables as Kysely sees them, mirroring src/ledger/migrations column by column. */
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { Defaulted, Json, JsonList } from './columns.ts'
import type { AuditTables } from './tables-audit.ts'
import type { BooksTables } from './tables-books.ts'
import type { DoubtTables } from './tables-doubt.ts'
import type { IntakeTables } from './tables-intake.ts'
import type { OrderTables } from './tables-orders.ts'
import type { PeopleTables } from './tables-people.ts'
import type { RunTables } from './tables-runs.ts'
import type { ScheduleTables } from './tables-schedules.ts'

interface FleetTable {
  id: Generated<string>
  name: string
  account_id: string
  created_at: Date
}

interface ImportTable {
  id: Generated<string>
  fleet_id: string
  file_name: string
  sha256: string
  byte_length: bigint
  defaults_hash: string
  state: 'received' | 'applied' | 'refused'
  refusal: Json
  understood: Json
  rows_read: Defaulted<number>
  accepted: Defaulted<number>
  repaired: Defaulted<number>
  rejected: Defaulted<number>
  duplicate: Defaulted<number>
  skipped: Defaulted<number>
  vehicles_added: Defaulted<number>
  vehicles_changed: Defaulted<number>
  vehicles_missing: Defaulted<number>
  received_at: Date
  finished_at: Date | null
}

export type Verdict = 'accepted' | 'repaired' | 'rejected' | 'duplicate' | 'skipped'

interface ImportRowTable {
  import_id: string
  line: number
  verdict: Verdict
  renavam: string | null
  plate: string | null
  uf: string | null
  nickname: string | null
  cost_centre: string | null
  extras: Json
  owner_sealed: Uint8Array | null
  owner_hash: string | null
  owner_masked: string | null
  owner_cnpj: Defaulted<string>
  /** Intake writes a list of objects. */
  issues: ColumnType<readonly object[], string | undefined, string>
  raw: Uint8Array | null
}

export type VehicleState = 'planned' | 'registered' | 'refused' | 'removed'

interface VehicleTable {
  id: Generated<string>
  seq: GeneratedAlways<bigint>
  fleet_id: string
  account_id: string
  renavam: string
  plate: string
  uf: string
  nickname: Defaulted<string>
  cost_centre: Defaulted<string>
  extras: Json
  owner_sealed: Uint8Array | null
  owner_hash: string
  owner_masked: string
  owner_cnpj: Defaulted<string>
  in_fleet: Defaulted<boolean>
  state: Defaulted<VehicleState>
  refusal: string | null
  removal_asked_at: Defaulted<Date | null>
  service_id: string | null
  remote_plate: string | null
  remote_uf: string | null
  remote_nickname: string | null
  last_import_id: string | null
  last_import_line: number | null
  latest_answer_at: Date | null
  identity_told: Defaulted<boolean>
  identity_since: Defaulted<Date | null>
  created_at: Date
  updated_at: Date
}

interface CampaignTable {
  id: Generated<string>
  fleet_id: string
  opened_at: Date
  closed_at: Date | null
}

export type MemberState = 'open' | 'answered' | 'failed' | 'stuck' | 'excluded'

interface CampaignMemberTable {
  campaign_id: string
  vehicle_id: string
  state: Defaulted<MemberState>
  rank: Defaulted<number>
  rank_reasons: JsonList
  ordinal: Defaulted<number>
  reason: string | null
  consultation_id: string | null
  joined_at: Date
  closed_at: Date | null
  is_outdated: Defaulted<boolean>
}

/** `pay`: a card payment that an earlier version sent; today none is planned or sent. */
export type EffectKind = 'register' | 'consult' | 'order' | 'pay'

export type EffectState =
  | 'planned'
  | 'claimed'
  | 'intent'
  | 'in-doubt'
  | 'held'
  | 'done'
  | 'adopted'
  | 'rejected'
  | 'quarantined'
  | 'needs-person'
  /** A person took the approval of an order back before it had an intent. */
  | 'withdrawn'

interface EffectTable {
  id: Generated<string>
  seq: GeneratedAlways<bigint>
  kind: EffectKind
  key: string
  active: Defaulted<boolean>
  fleet_id: string
  campaign_id: string | null
  vehicle_id: string
  plan_id: string | null
  rank: Defaulted<number>
  state: Defaulted<EffectState>
  epoch: Defaulted<number>
  holder: string | null
  not_before: Date | null
  sends: Defaulted<number>
  doubts: Defaulted<number>
  lookups: Defaulted<number>
  baseline: Json
  body_hash: string | null
  slot_id: string | null
  intent_at: Date | null
  deadline_at: Date | null
  remote_id: string | null
  answer_status: number | null
  reason: string | null
  created_at: Date
  updated_at: Date
}

export type ConsultationStatus = 'pending' | 'ready' | 'failed' | 'stuck'
/** asked: our POST; joined: was pending at the service; adopted: found after doubt; fresh: ready and young enough. */
export type ConsultationOrigin = 'asked' | 'joined' | 'adopted' | 'fresh'

interface ConsultationTable {
  id: string
  seq: GeneratedAlways<bigint>
  vehicle_id: string
  campaign_id: string
  effect_id: string | null
  credential: string
  origin: ConsultationOrigin
  status: ConsultationStatus
  stage: string
  found_new_debts: Defaulted<boolean>
  error_code: Defaulted<string>
  error_title: Defaulted<string>
  error_message: Defaulted<string>
  error_action: Defaulted<string>
  total_cents: Defaulted<bigint>
  items_cents: Defaulted<bigint>
  flags: JsonList
  problem: Defaulted<string>
  reads: Defaulted<number>
  next_read_at: Date | null
  deadline_at: Date
  asked_at: Date
  answered_at: Date | null
  considered: Defaulted<boolean>
  is_former: Defaulted<boolean>
}

export type DebtState = 'open' | 'proposed' | 'approved' | 'ordered' | 'paid' | 'settled' | 'gone'

interface DebtTable {
  id: Generated<string>
  vehicle_id: string
  fingerprint: string
  ordinal: number
  kind: string
  grp: string
  description: string
  year: number | null
  due_date: string | null
  amount_cents: bigint
  previous_amount_cents: bigint | null
  is_payable: boolean
  state: Defaulted<DebtState>
  state_since: Date
  shown: Defaulted<boolean>
  first_seen_at: Date
  last_seen_at: Date
  first_consultation_id: string
  last_consultation_id: string
}

export type DebtEventName = 'new' | 'changed' | 'gone' | 'reappeared' | 'moved'

/** What an item is against the debts known before its answer. */
export type ItemChange = 'new' | 'same' | 'changed' | 'reappeared'

export interface Tables
  extends
    AuditTables,
    BooksTables,
    DoubtTables,
    IntakeTables,
    OrderTables,
    PeopleTables,
    RunTables,
    ScheduleTables {
  'frota.fleet': FleetTable
  'frota.import': ImportTable
  'frota.import_row': ImportRowTable
  'frota.vehicle': VehicleTable
  'frota.campaign': CampaignTable
  'frota.campaign_member': CampaignMemberTable
  'frota.effect': EffectTable
  'frota.consultation': ConsultationTable
  'frota.debt': DebtTable
}
