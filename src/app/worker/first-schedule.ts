/** The schedule that every installation begins with. */
import type { Config } from '../../config.ts'
import type { ScheduleDraft } from '../../ledger/runs/schedules.ts'

export function firstSchedule(config: Config): ScheduleDraft {
  return {
    name: 'nightly',
    cron: '0 20 * * *',
    zone: config.FROTA_TIME_ZONE,
    fleets: null,
    until: '06:00',
    forSeconds: null,
    overlap: 'skip',
    catchUp: 'none',
  }
}
