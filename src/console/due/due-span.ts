/** Pure. The days that the page of due dates shows, and what they come to. */
import { Temporal } from 'temporal-polyfill'
import type { FleetSums } from '../../ledger/listings/fleet-sums.ts'
import type { DueDay } from '../../ledger/listings/due-days.ts'

export const SPANS = ['30', '60', '90'] as const
export type Span = (typeof SPANS)[number]

const DAYS_OF_WEEK = 7

export interface ShownDue {
  readonly span: Span
  /** YYYY-MM-DD. */
  readonly today: string
  /** From today to the last day of the span; oldest first. */
  readonly days: readonly DueDay[]
  /** Undefined where there is no fleet yet. */
  readonly sums: Pick<FleetSums, 'overdue' | 'undated'> | undefined
  /** The service's fee for one order, where a preview has told it. */
  readonly fee: bigint | null
}

export function lastDay(today: string, span: Span): string {
  return Temporal.PlainDate.from(today)
    .add({ days: Number(span) })
    .toString()
}

export function sumOf(days: readonly DueDay[], fee: bigint | null) {
  const total = (of: (day: DueDay) => bigint): bigint =>
    days.reduce((sum, day) => sum + of(day), 0n)
  return {
    debts: days.reduce((sum, day) => sum + day.debts, 0),
    cents: total(({ cents }) => cents),
    orderedCents: total(({ orderedCents }) => orderedCents),
    withFeeCents:
      fee === null
        ? null
        : total((day) => day.cents - day.orderedCents + fee * BigInt(day.vehicles)),
  }
}

/** Weeks from Sunday to Saturday that contain all days from today to the last one. */
export function weeksOf(today: string, span: Span): string[][] {
  const first = Temporal.PlainDate.from(today)
  const start = first.subtract({ days: first.dayOfWeek % DAYS_OF_WEEK })
  const last = Temporal.PlainDate.from(lastDay(today, span))
  const weeks = Math.ceil((start.until(last, { largestUnit: 'day' }).days + 1) / DAYS_OF_WEEK)
  return Array.from({ length: weeks }, (_, week) =>
    Array.from({ length: DAYS_OF_WEEK }, (__, day) =>
      start.add({ days: week * DAYS_OF_WEEK + day }).toString(),
    ),
  )
}
