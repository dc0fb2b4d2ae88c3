/**
 * Pure. The nights in which work goes on: from a time of day until another, or for a duration, each
 * day in one time zone. Times of day are the wall's, so a night across a change of the clocks is an
 * hour shorter or longer, as it is for whoever starts it by the wall.
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
 * Ascending, from the one under way on. A night that would begin before the last one ended is
 * skipped, as a start that overlaps is; so is one that a change of the clocks leaves empty.
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

/** The night that begins on the day that is so many after today. */
function nightOf(window: NightlyWindow, now: Temporal.ZonedDateTime, day: number): Night {
  const { zone: timeZone, from, end } = window
  if (from === undefined && day === 0) return nightFromNow(window, now)
  const date = now.toPlainDate().add({ days: day })
  const starts = from === undefined ? now.toPlainTime() : Temporal.PlainTime.from(from)
  const startMs = date.toZonedDateTime({ timeZone, plainTime: starts }).epochMilliseconds
  // Without a time to begin at there was no night before the one that begins now.
  if (from === undefined && day < 0) return { startMs, endMs: startMs }
  if ('forMs' in end) return { startMs, endMs: startMs + end.forMs }
  const until = Temporal.PlainTime.from(end.until)
  // Compared as they are written: a start that the clocks moved is not past its own end.
  const isSameDay = Temporal.PlainTime.compare(until, starts) > 0
  const lastDate = isSameDay ? date : date.add({ days: 1 })
  const ends = lastDate.toZonedDateTime({ timeZone, plainTime: until })
  return { startMs, endMs: ends.epochMilliseconds }
}

/** As a command that starts now reads `--until`: the next time it is so late. */
function nightFromNow({ end }: NightlyWindow, now: Temporal.ZonedDateTime): Night {
  const startMs = now.epochMilliseconds
  if ('forMs' in end) return { startMs, endMs: startMs + end.forMs }
  const until = Temporal.PlainTime.from(end.until)
  const today = now.withPlainTime(until)
  const isAhead = Temporal.ZonedDateTime.compare(today, now) > 0
  const ends = isAhead ? today : now.add({ days: 1 }).withPlainTime(until)
  return { startMs, endMs: ends.epochMilliseconds }
}
