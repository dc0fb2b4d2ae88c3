/**
 * Days as YYYY-MM-DD, compared as text. Counted as UTC milliseconds and not with Temporal, which
 * takes ten times as long: a simulated year of a fleet counts millions of days.
 */

const DAY_MS = 86_400_000

export function onDay(year: number, month: number, day: number): string {
  return `${pad(year, 4)}-${pad(month, 2)}-${pad(day, 2)}`
}

function pad(value: number, length: number): string {
  return String(value).padStart(length, '0')
}

export function yearOf(day: string): number {
  return Number(day.slice(0, 4))
}

function monthOf(day: string): number {
  return Number(day.slice(5, 7))
}

export function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10)
}

/** A day that the month does not have becomes its last one. */
export function addMonths(day: string, months: number): string {
  const count = yearOf(day) * 12 + monthOf(day) - 1 + months
  const year = Math.floor(count / 12)
  const month = (count % 12) + 1
  return onDay(year, month, Math.min(Number(day.slice(8)), daysInMonth(year, month)))
}

function daysInMonth(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31
}

/** Negative when `to` is before `from`. */
export function daysBetween(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / DAY_MS
}

/** Whole months; 0 when `to` is before `from`. */
export function monthsBetween(from: string, to: string): number {
  const months = (yearOf(to) - yearOf(from)) * 12 + monthOf(to) - monthOf(from)
  return Math.max(0, to.slice(8) < from.slice(8) ? months - 1 : months)
}
