/** Pure. Which answers would be too old on the month's last day, for a close on recent ones. */
import { plainDay } from '../../clock.ts'
import { daysBefore, lastDay, monthOf, startOfDay } from '../../fleet/calendar/months.ts'
import type { PlanPolicy } from './plan-policy.ts'

/** YYYY-MM-DD: the last day of the month that `nowMs` is in, where the fleet is. */
export function closingDay(nowMs: number, zone: string): string {
  return lastDay(monthOf(plainDay(nowMs, zone)))
}

/** The instant from which on an answer is at most `days` old on the closing day. */
export function closeBefore(days: number, nowMs: number, zone: string): Date {
  return new Date(startOfDay(daysBefore(closingDay(nowMs, zone), days), zone))
}

/**
 * Answers of before this instant are asked for again, first. Undefined while even an answer of now
 * would be too old on that day: asking would use a slot and help nobody.
 */
export function staleForClose(
  { closeDays }: Pick<PlanPolicy, 'closeDays'>,
  nowMs: number,
  zone: string,
): Date | undefined {
  if (closeDays === null) return undefined
  const before = closeBefore(closeDays, nowMs, zone)
  return before.getTime() <= nowMs ? before : undefined
}
