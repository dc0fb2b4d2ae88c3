/** How amounts change with the days: discounts until a day, late fees and interest after it. */
import { daysBetween, monthsBetween } from './days.ts'

const WHOLE = 10_000n

/** In hundredths of a percent of the amount, for each day after the due date, and at most. */
export const LATE_PER_DAY = 33n
export const LATE_MAX = 2_000n
/** In hundredths of a percent for each whole month after the due date, without compounding. */
export const INTEREST_PER_MONTH = 100n

/** A share of an amount in hundredths of a percent. */
export function share(cents: bigint, ofTenThousand: bigint): bigint {
  return (cents * ofTenThousand) / WHOLE
}

/** The amount less a discount in hundredths of a percent, up to and with the due date. */
export function discounted(cents: bigint, rate: bigint, dueDate: string, today: string): bigint {
  return today <= dueDate ? cents - share(cents, rate) : cents
}

/** With the daily late fee and its cap, and with interest by the month. */
export function withLateFee(cents: bigint, dueDate: string, today: string): bigint {
  if (today <= dueDate) return cents
  const fee = BigInt(daysBetween(dueDate, today)) * LATE_PER_DAY
  return withInterest(cents, dueDate, today) + share(cents, fee > LATE_MAX ? LATE_MAX : fee)
}

/** With interest only, which is how fines grow. */
export function withInterest(cents: bigint, dueDate: string, today: string): bigint {
  return cents + share(cents, BigInt(monthsBetween(dueDate, today)) * INTEREST_PER_MONTH)
}
