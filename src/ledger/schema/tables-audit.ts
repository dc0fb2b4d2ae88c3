/** The tables of migration 0008 as Kysely sees them: the audit log, and who approved a plan. */

export type ActorKind = 'person' | 'policy' | 'command'

interface AuditTable {
  seq: bigint
  at: Date
  actor_kind: ActorKind
  actor: string
  what: string
  fleet_id: string | null
  vehicle_id: string | null
  plan_id: string | null
  order_id: string | null
  effect_id: string | null
  facts: string
  previous: string
  hash: string
}

interface AuditHeadTable {
  one: boolean
  seq: bigint
  hash: string
}

interface PlanApprovalTable {
  plan_id: string
  person_key: string
  person: string
  hash: string
  approved_at: Date
}

export interface AuditTables {
  'frota.audit': AuditTable
  'frota.audit_head': AuditHeadTable
  'frota.plan_approval': PlanApprovalTable
}
