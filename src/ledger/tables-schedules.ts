/** The schedules' table as Kysely sees it, mirroring its migration column by column. */
import type { Generated } from 'kysely'
import type { Defaulted } from './columns.ts'

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
}
