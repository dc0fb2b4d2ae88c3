/** The tables of schedules and of the installation, mirroring their migrations. */
import type { Generated } from 'kysely'
import type { Defaulted, Json } from './columns.ts'

export type ScheduleOutcome = 'done' | 'carried-over' | 'stopped' | 'interrupted' | 'failed'

export interface ScheduleTable {
  id: Generated<string>
  name: string
  cron: string
  zone: string
  fleets: string[] | null
  until_time: string | null
  for_seconds: number | null
  overlap: 'skip' | 'queue-one'
  catch_up: 'none' | 'collapse'
  paused: Defaulted<boolean>
  handled_to: Date
  queued_due_at: Date | null
  last_due_at: Date | null
  last_stop_at: Date | null
  last_started_at: Date | null
  last_ended_at: Date | null
  last_outcome: ScheduleOutcome | null
  skipped_due_at: Date | null
  skipped_why: 'busy' | 'missed' | null
  created_at: Date
  removed_at: Date | null
  revision: Defaulted<number>
  holder: Defaulted<string | null>
  night: Json
}

interface InstallationTable {
  is_only: Defaulted<boolean>
  api_url: string
  account_id: string
  settings: Json
  recorded_at: Date
  recorded_by: string
}

export interface ScheduleTables {
  'frota.schedule': ScheduleTable
  'frota.installation': InstallationTable
}
