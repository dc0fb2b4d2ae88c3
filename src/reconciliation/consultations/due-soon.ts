/**
 * Pure. The nearest due date of a vehicle: of the debts that the ledger knows, and by its state's
 * calendar for those that it does not know. What the service answered wins over the calendar.
 */
import type { CalendarKind } from '../../fleet/calendar/calendar-row.ts'
import { dueDatesOf } from '../../fleet/calendar/due-dates.ts'
import { finalDigit } from '../../fleet/plate.ts'
import { UFS } from '../../fleet/uf.ts'
import type { KnownDue } from '../../ledger/consultations/campaigns.ts'

/** A group of debts as the service names it; the calendar knows the first two. */
type DueGroup = 'ipva' | 'licensing' | 'other'

export interface NearestDue {
  /** YYYY-MM-DD. */
  readonly date: string
  readonly daysAway: number
  readonly group: DueGroup
  /** `simulated`: dates of a made-up pattern, good enough to rank by, but no state's law. */
  readonly basis: 'debt' | 'calendar' | 'simulated'
}

interface CalendarDay extends NearestDue {
  readonly year: number
}

export interface DueWithin {
  /** YYYY-MM-DD. */
  readonly today: string
  readonly days: number
}

const CALENDAR: readonly { kind: CalendarKind; group: DueGroup }[] = [
  { kind: 'ipva_unique', group: 'ipva' },
  { kind: 'ipva_installment', group: 'ipva' },
  { kind: 'licensing', group: 'licensing' },
]

const DAY_MS = 24 * 3600 * 1000

/** For one day; calendars are read once for each state and final digit. */
export function nearestDue(
  within: DueWithin,
): (vehicle: { uf: string; plate: string; dues: readonly KnownDue[] }) => NearestDue | null {
  const calendars = new Map<string, readonly CalendarDay[]>()
  return ({ uf, plate, dues }) => {
    const key = `${uf}${finalDigit(plate)}`
    const days = calendars.get(key) ?? calendarDays(uf, finalDigit(plate), within)
    calendars.set(key, days)
    const supposed = days.filter(({ group, year }) => {
      return !dues.some((due) => due.group === group && due.year === year && isSettledBy(due))
    })
    const known = dues.flatMap((due) => knownDay(due, within))
    const [first] = [...known, ...supposed].toSorted((a, b) => a.daysAway - b.daysAway)
    if (first === undefined) return null
    const { date, daysAway, group, basis } = first
    return { date, daysAway, group, basis }
  }
}

/** The states and final digits that the calendar calls due soon, such as `SP3`. */
export function dueSoonKeys(within: DueWithin): string[] {
  return UFS.flatMap((uf) =>
    Array.from({ length: 10 }, (_, digit) => `${uf}${digit}`).filter(
      (_, digit) => calendarDays(uf, digit, within).length > 0,
    ),
  )
}

/** A known debt replaces the calendar's date, unless it is open and has no due date. */
function isSettledBy(due: KnownDue): boolean {
  return !due.open || due.dueDate !== null
}

function knownDay(due: KnownDue, within: DueWithin): NearestDue[] {
  if (!due.open || due.dueDate === null) return []
  const daysAway = daysBetween(within.today, due.dueDate)
  if (daysAway < 0 || daysAway > within.days) return []
  const group = due.group === 'ipva' || due.group === 'licensing' ? due.group : 'other'
  return [{ date: due.dueDate, daysAway, group, basis: 'debt' }]
}

function calendarDays(uf: string, digit: number, within: DueWithin): CalendarDay[] {
  const first = Number(within.today.slice(0, 4))
  const last = new Date(Date.parse(within.today) + within.days * DAY_MS).getUTCFullYear()
  const days: CalendarDay[] = []
  for (let year = first; year <= last; year += 1) {
    for (const { kind, group } of CALENDAR) {
      const found = dueDatesOf({ uf, year, kind, finalDigit: digit })
      for (const date of found?.dates ?? []) {
        const daysAway = daysBetween(within.today, date)
        if (daysAway < 0 || daysAway > within.days) continue
        const basis = found?.isSimulated === true ? 'simulated' : 'calendar'
        days.push({ date, daysAway, group, year, basis })
      }
    }
  }
  return days
}

function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS)
}
