/** Pure. The list of debts behind a figure: those that count as owed and fall due in a time. */
import { Temporal } from 'temporal-polyfill'

/** YYYY-MM-DD, both inclusive; empty: without that bound. */
export function debtsDue(from: string, to: string): string {
  const filters = new URLSearchParams({ standing: 'owed' })
  if (from !== '') filters.set('from', from)
  if (to !== '') filters.set('to', to)
  return `/debts?${filters.toString()}`
}

export function dayBefore(day: string): string {
  return Temporal.PlainDate.from(day).subtract({ days: 1 }).toString()
}
