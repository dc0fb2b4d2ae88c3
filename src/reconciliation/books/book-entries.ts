/**
 * Pure. Decides in which month an entry is booked. A closed month never changes: what is learned
 * about it later is booked in the first month that was open then, and names the month it corrects.
 */
import type { DateVersion } from './event-dates.ts'
import { closedBefore, type CloseHeads } from './knowledge.ts'
import { firstDay, lastDay, monthOf, nextMonth } from '../../fleet/calendar/months.ts'
import type { Booking } from './movement.ts'

/** `sign` -1 takes back what a closed month holds under a date that turned out wrong. */
export interface BookedEntry extends Booking {
  readonly sign: 1n | -1n
}

/** `dates`: at least one, each known later than the one before. */
export function bookEntries(
  dates: readonly DateVersion[],
  closes: readonly CloseHeads[],
): BookedEntry[] {
  const entries: BookedEntry[] = []
  let current: Booking | undefined
  for (const date of dates) {
    const closed = closedBefore(closes, date.known)
    const booking = book(date, closed)
    const isFrozen = current !== undefined && closed !== null && monthOf(current.day) <= closed
    if (current === undefined || !isFrozen) {
      current = booking
      continue
    }
    // Both dates are of closed months, or of the same one: nothing that is open changes.
    if (monthOf(date.day) <= closed) continue
    const adjusts = monthOf(current.day)
    entries.push({ ...current, sign: 1n })
    entries.push({ day: dayWithin(nextMonth(closed), date.seenOn), adjusts, sign: -1n })
    current = booking
  }
  if (current === undefined) throw new Error('An entry needs a date.')
  entries.push({ ...current, sign: 1n })
  return entries
}

function book({ day, seenOn }: DateVersion, closed: string | null): Booking {
  const month = monthOf(day)
  if (closed === null || month > closed) return { day, adjusts: null }
  return { day: dayWithin(nextMonth(closed), seenOn), adjusts: month }
}

/** The day itself, or the end of the month that is nearest to it. */
function dayWithin(month: string, day: string): string {
  if (monthOf(day) === month) return day
  return day < firstDay(month) ? firstDay(month) : lastDay(month)
}
