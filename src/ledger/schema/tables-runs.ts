/** The table of runs as Kysely sees it. */
import type { Generated, JSONColumnType } from 'kysely'
import type { Defaulted, JsonList } from './columns.ts'

export type RunState = 'running' | 'done' | 'carried-over' | 'stopped' | 'interrupted' | 'failed'

export interface RunTable {
  id: Generated<string>
  number: number
  fleet_id: string
  campaign_id: string | null
  import_id: string | null
  command: string
  holder: string
  simulated: boolean
  settings: JSONColumnType<object>
  state: RunState
  carried_over_until: Date | null
  started_at: Date
  ended_at: Date | null
  reports_dir: string | null
  /** `seq:hash` of the audit log when it ended; null while it runs, and for runs before the log. */
  audit_head: Defaulted<string | null>
  /** A list of GivenUpWork (runs.ts). */
  given_up: JsonList
}
