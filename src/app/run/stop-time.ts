/** Pure. When a night ends: `--until HH:MM` in the fleet's time zone, or `--for 6h`. */
import { Temporal } from 'temporal-polyfill'
import { Failure } from '../../failure.ts'

const UNIT_MS = { s: 1_000, m: 60_000, h: 3_600_000 } as const
const FOR_MS_MAX = 7 * 24 * UNIT_MS.h

/** Options as typed: `until` as HH:MM, `for` as `90m` or `6h`. */
export interface StopOptions {
  readonly until?: string | boolean | undefined
  readonly for?: string | boolean | undefined
}

/** Milliseconds since 1970; undefined when neither was given. */
export function untilOf(given: StopOptions, nowMs: number, zone: string): number | undefined {
  const { until, for: duration } = given
  if (until !== undefined && duration !== undefined) {
    throw usage('--until', 'give --until or --for, not both', 'use só --until ou só --for')
  }
  if (typeof until === 'string') return nextClockTime(until, nowMs, zone)
  if (typeof duration === 'string') return nowMs + durationMs(duration)
  return undefined
}

/** The next moment at which clocks of the zone show `text`; throws `usage` unless it is HH:MM. */
export function nextClockTime(text: string, nowMs: number, zone: string): number {
  const parts = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(text)
  if (parts === null) {
    throw usage(`--until ${text}`, 'give a time such as 05:30', 'dê uma hora como 05:30')
  }
  const now = Temporal.Instant.fromEpochMilliseconds(nowMs).toZonedDateTimeISO(zone)
  const time = Temporal.PlainTime.from(text)
  const today = now.withPlainTime(time)
  const isAhead = Temporal.ZonedDateTime.compare(today, now) > 0
  // From `now`, not from `today`: a change of the clocks may skip the time today, not tomorrow.
  const next = isAhead ? today : now.add({ days: 1 }).withPlainTime(time)
  return next.epochMilliseconds
}

/** `90m`, `6h`, at most a week. Throws `usage`. */
export function durationMs(text: string): number {
  const parts = /^(\d{1,6})(s|m|h)$/.exec(text)
  const unit = parts?.[2]
  const ms = unit === 's' || unit === 'm' || unit === 'h' ? Number(parts?.[1]) * UNIT_MS[unit] : 0
  if (ms > 0 && ms <= FOR_MS_MAX) return ms
  throw usage(`--for ${text}`, 'give a duration such as 90m or 6h', 'dê uma duração como 90m ou 6h')
}

function usage(what: string, en: string, pt: string): Failure {
  return new Failure('usage', { en: `${what}: ${en}.`, pt: `${what}: ${pt}.` })
}
