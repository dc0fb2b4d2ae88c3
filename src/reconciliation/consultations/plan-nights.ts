/**
 * Pure. The nights in which work goes on: from a time of day until another, or for a duration, each
 * day in one time zone. Times are wall-clock times, so a night in which the clocks change is an
 * hour shorter or longer.
 */
import { Temporal } from 'temporal-polyfill'
import type { Night } from './forecast.ts'

export interface NightlyWindow {
  /** An IANA name. */
  readonly zone: string
  /** HH:MM; absent: the first night begins now, and the others at the same time of day. */
  readonly from?: string
  /** HH:MM of the same day or the next, or a duration in milliseconds. */
  readonly end: { readonly until: string } | { readonly forMs: number }
}

/** Ten years of nights: a backlog that takes longer has no forecast. */
const NIGHTS_MAX = 3_653

/**
 * Nights in ascending order, beginning with the one under way. A night that would begin before the
 * last one ended is skipped, and so is one that a change of the clocks leaves empty.
 */
export function* nightsOf(window: NightlyWindow, nowMs: number): Generator<Night> {
  const now = Temporal.Instant.fromEpochMilliseconds(nowMs).toZonedDateTimeISO(window.zone)
  let overMs = nowMs
  // Yesterday's night may still be under way.
  for (let day = -1; day < NIGHTS_MAX; day += 1) {
    const night = nightOf(window, now, day)
    const isUnderWay = overMs === nowMs && night.startMs < nowMs && night.endMs > nowMs
    const startMs = isUnderWay ? nowMs : night.startMs
    if (startMs < overMs || night.endMs <= startMs) continue
    overMs = night.endMs
    yield { startMs, endMs: night.endMs }
  }
}

/** The night that begins `day` days after today. */
function nightOf(window: NightlyWindow, now: Temporal.ZonedDateTime, day: number): Night {
  const { zone: timeZone, from, end } = window
  if (from === undefined && day === 0) return nightFromNow(window, now)
  const date = now.toPlainDate().add({ days: day })
  const starts = from === undefined ? now.toPlainTime() : Temporal.PlainTime.from(from)
  const startMs = date.toZonedDateTime({ timeZone, plainTime: starts }).epochMilliseconds
  // Without a time to begin at, the first night begins now, so an earlier one is empty.
  if (from === undefined && day < 0) return { startMs, endMs: startMs }
  if ('forMs' in end) return { startMs, endMs: startMs + end.forMs }
  const until = Temporal.PlainTime.from(end.until)
  // The configured times are compared, because a change of the clocks may move the start.
  const isSameDay = Temporal.PlainTime.compare(until, starts) > 0
  const lastDate = isSameDay ? date : date.add({ days: 1 })
  const ends = lastDate.toZonedDateTime({ timeZone, plainTime: until })
  return { startMs, endMs: ends.epochMilliseconds }
}

/** Ends when the clock shows `until` next, like `--until` of a command that starts now. */
function nightFromNow({ end }: NightlyWindow, now: Temporal.ZonedDateTime): Night {
  const startMs = now.epochMilliseconds
  if ('forMs' in end) return { startMs, endMs: startMs + end.forMs }
  const until = Temporal.PlainTime.from(end.until)
  const today = now.withPlainTime(until)
  const isAhead = Temporal.ZonedDateTime.compare(today, now) > 0
  const ends = isAhead ? today : now.add({ days: 1 }).withPlainTime(until)
  return { startMs, endMs: ends.epochMilliseconds }
}
