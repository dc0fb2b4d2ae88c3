/** The tables of migrations 0022 and 0028 as Kysely sees them: people, their sessions, wrong passwords. */

/** What a person may do in the console; src/console/access/permissions.ts says what each may. */
export const ROLES = ['viewer', 'manager', 'approver', 'admin'] as const
export type Role = (typeof ROLES)[number]

interface PersonTable {
  id: string
  name: string
  name_key: string
  role: Role
  fleets: string[] | null
  password: string | null
  link_hash: Uint8Array | null
  link_until: Date | null
  added_at: Date
  factor: Uint8Array | null
  factor_step: number | null
  recovery_codes: string[] | null
}

interface SessionTable {
  hash: Uint8Array
  person_id: string
  opened_at: Date
  seen_at: Date
  awaits_code: boolean
  offered: Uint8Array | null
}

interface WrongPasswordTable {
  name_hash: Uint8Array
  at: Date
}

export interface PeopleTables {
  'frota.person': PersonTable
  'frota.session': SessionTable
  'frota.wrong_password': WrongPasswordTable
}
