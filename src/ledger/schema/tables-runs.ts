/** The tables of runs as Kysely sees them, and of what people asked for (migrations 0023 and 0027), and of notices (0025). */
import type { ColumnType, Generated, JSONColumnType } from 'kysely'
import type { Bilingual, Locale } from '../../bilingual.ts'
import type { Defaulted, Json } from './columns.ts'

export type RunState = 'running' | 'done' | 'carried-over' | 'stopped' | 'interrupted' | 'failed'

/** Settings of a run's report, fixed at its start so that the same report can be made again. */
export interface RunSettings {
  flavour: 'excel' | 'machine'
  locale: Locale
  /** An IANA time zone, for "today" and for every instant that a person reads. */
  zone: string
  /** The service's address without path or credentials, for example `https://api.example.com`. */
  serviceOrigin: string
  /** Which way of paying a year's IPVA counts as owed; absent in runs older than the option. */
  ipva?: 'single' | 'instalments'
  /** The rules that the run proposed, approved and ordered by, as the text of a policy file. */
  orderPolicy?: string
}

/** Work that was still due when the run ended, because starting it again moved nothing. */
export interface GivenUpWork {
  /** The kind of job. */
  readonly kind: string
  /** An effect's id or a chunk's name. */
  readonly work: string
  readonly rows: number
  /** How its last start ended. */
  readonly ended: string
}

interface RunTable {
  id: Generated<string>
  number: number
  fleet_id: string
  campaign_id: string | null
  import_id: string | null
  command: string
  holder: string
  simulated: boolean
  settings: JSONColumnType<RunSettings>
  state: RunState
  carried_over_until: Date | null
  started_at: Date
  ended_at: Date | null
  reports_dir: string | null
  /** `seq:hash` of the audit log when it ended; null while it runs, and for runs before the log. */
  audit_head: Defaulted<string | null>
  given_up: ColumnType<readonly GivenUpWork[], string | undefined, string>
  failure: ColumnType<Bilingual | null, string | undefined, string | null>
}

/** What a person may ask for; the middle three are ways to begin or join a campaign. */
export type RequestKind = 'import' | 'open-or-join' | 'resume' | 'retry' | 'stop'

interface RunRequestTable {
  seq: Generated<bigint>
  fleet_name: string
  kind: RequestKind
  name: string
  upload_id: Defaulted<string | null>
  /** The only vehicle that a retry asks about; null: all that failed. */
  vehicle_id: Defaulted<string | null>
  asked_by: string
  asked_at: Date
  holder: Defaulted<string | null>
  run_number: Defaulted<number | null>
  ended_at: Defaulted<Date | null>
  failure: Json
}

interface RunRequestFrameTable {
  seq: bigint
  at: number
  sealed: Uint8Array
}

export interface RunTables {
  'frota.run': RunTable
  'frota.run_request': RunRequestTable
  'frota.run_request_frame': RunRequestFrameTable
}
