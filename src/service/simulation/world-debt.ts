/** What the simulated authorities know of one debt. */
import type { DebtKind } from '../../fleet/debt-kind.ts'

export interface WorldDebt {
  readonly kind: DebtKind
  readonly year: number
  readonly description: string
  readonly amountCents: bigint
  /** YYYY-MM-DD, null when the authority does not inform it. */
  readonly dueDate: string | null
  readonly isPayable: boolean
}

export interface WorldVehicle {
  /** Eleven digits. */
  readonly renavam: string
  readonly uf: string
  readonly plate: string
}

export function onDay(year: number, month: number, day: number): string {
  return Temporal.PlainDate.from({ year, month, day }).toString()
}

export function addMonths(day: string, months: number): string {
  return Temporal.PlainDate.from(day).add({ months }).toString()
}

export function addDays(day: string, days: number): string {
  return Temporal.PlainDate.from(day).add({ days }).toString()
}

const LATE_PER_DAY = 33n
const LATE_MAX = 2_000n
const WHOLE = 10_000n

/** 0.33 % for each day after the due date and 20 % at most, which is how SP charges its IPVA. */
export function withLateFee(cents: bigint, dueDate: string, today: string): bigint {
  const days = Temporal.PlainDate.from(dueDate).until(Temporal.PlainDate.from(today)).days
  if (days <= 0) return cents
  const rate = BigInt(days) * LATE_PER_DAY
  return cents + (cents * (rate > LATE_MAX ? LATE_MAX : rate)) / WHOLE
}

/** A share of an amount in hundredths of a percent. */
export function share(cents: bigint, ofTenThousand: number): bigint {
  return (cents * BigInt(ofTenThousand)) / WHOLE
}
