/** Pure. When the next nights of a schedule begin. */
import { nextTimes, type CronTime } from '../../queue/cron.ts'

/** At most `count` moments after `nowMs`, milliseconds since 1970, the nearest first. */
export function nextNights(schedule: CronTime, nowMs: number, count: number): number[] {
  return nextTimes(schedule, nowMs, count)
}
