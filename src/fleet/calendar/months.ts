/** Pure. Calendar months (YYYY-MM) and days (YYYY-MM-DD); both compare as text. */
import { Temporal } from 'temporal-polyfill'

const MONTH = /^[0-9]{4}-(?:0[1-9]|1[0-2])$/

export function isMonth(text: string): boolean {
  return MONTH.test(text)
}

/** Of the calendar: 2026-02-29 is none. */
export function isDay(given: unknown): given is string {
  if (typeof given !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(given)) return false
  try {
    return Temporal.PlainDate.from(given).toString() === given
  } catch {
    return false
  }
}

export function monthOf(day: string): string {
  return day.slice(0, 7)
}

export function nextMonth(month: string): string {
  return Temporal.PlainYearMonth.from(month).add({ months: 1 }).toString()
}

export function previousMonth(month: string): string {
  return Temporal.PlainYearMonth.from(month).subtract({ months: 1 }).toString()
}

export function firstDay(month: string): string {
  return `${month}-01`
}

export function lastDay(month: string): string {
  const { daysInMonth } = Temporal.PlainYearMonth.from(month)
  return `${month}-${daysInMonth}`
}

/** Milliseconds of the instant at which a day begins in an IANA time zone. */
export function startOfDay(day: string, zone: string): number {
  return Temporal.PlainDate.from(day).toZonedDateTime(zone).epochMilliseconds
}

/** Of the month, in an IANA time zone. */
export function lastInstant(month: string, zone: string): Date {
  return new Date(startOfDay(firstDay(nextMonth(month)), zone) - 1)
}

/** The Monday of a day's week. */
export function weekOf(day: string): string {
  const date = Temporal.PlainDate.from(day)
  return date.subtract({ days: date.dayOfWeek - 1 }).toString()
}

export function daysBefore(day: string, days: number): string {
  return Temporal.PlainDate.from(day).subtract({ days }).toString()
}

export function daysAfter(day: string, days: number): string {
  return Temporal.PlainDate.from(day).add({ days }).toString()
}
