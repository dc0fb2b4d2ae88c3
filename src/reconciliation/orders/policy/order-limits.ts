/**
 * Pure. The limits of the order policy: how much one order may cost, whether another one still
 * fits, and until when one that does not has to wait.
 */
import { plainDay } from '../../../clock.ts'
import { costCentreKey } from '../../../fleet/cost-centre.ts'
import {
  daysAfter,
  firstDay,
  monthOf,
  nextMonth,
  startOfDay,
} from '../../../fleet/calendar/months.ts'
import type { Spent, SpendingPeriod, Waiting } from '../../../ledger/orders/plans-limits.ts'
import type { OrderPolicy } from './order-policy.ts'

export type LimitCode = 'over-run-limit' | 'over-day-limit' | 'over-cost-centre-limit'

export interface SpendingClock {
  readonly nowMs: number
  /** An IANA time zone. */
  readonly zone: string
}

/** Null: no limit. */
export function costCentreLimit(
  { perCostCentre }: Pick<OrderPolicy, 'perCostCentre'>,
  costCentre: string,
): bigint | null {
  return perCostCentre.byKey.get(costCentreKey(costCentre))?.cents ?? perCostCentre.defaultCents
}

/** Cost centres with their own limit that no vehicle has: a typing error leaves the limit unused. */
export function unusedCentres(
  { perCostCentre }: OrderPolicy,
  used: readonly { readonly name: string }[],
): string[] {
  const keys = new Set(['', ...used.map(({ name }) => costCentreKey(name))])
  // Before the first file every name is unused.
  if (used.length === 0) return []
  return [...perCostCentre.byKey].flatMap(([key, { name }]) => (keys.has(key) ? [] : [name]))
}

/** The most that an order of this cost centre may ever cost: the lowest limit; null: no limit. */
export function orderLimit(policy: OrderPolicy, costCentre: string): bigint | null {
  const { perOrderCents, perRunCents, perDayCents } = policy
  const all = [perOrderCents, perRunCents, perDayCents, costCentreLimit(policy, costCentre)]
  const limits = all.filter((limit) => limit !== null)
  return limits.reduce<bigint | null>((a, b) => (a === null || b < a ? b : a), null)
}

/** Today, and since when a cost centre's orders count. */
export function spendingPeriod(
  policy: OrderPolicy,
  { nowMs, zone }: SpendingClock,
): SpendingPeriod {
  const day = plainDay(nowMs, zone)
  return { day, from: policy.perCostCentre.period === 'day' ? day : firstDay(monthOf(day)) }
}

/** Whether what was ordered before may keep an order of this cost centre waiting. */
export function dependsOnSpent(policy: OrderPolicy, costCentre: string): boolean {
  const { perRunCents, perDayCents } = policy
  return (
    perRunCents !== null || perDayCents !== null || costCentreLimit(policy, costCentre) !== null
  )
}

/** The limit that an order of so many cents would exceed beside what was ordered; one at most. */
export function overLimit(
  policy: OrderPolicy,
  order: { readonly cents: bigint; readonly costCentre: string },
  spent: Spent,
): LimitCode | undefined {
  const exceeds = (limit: bigint | null, soFar: bigint): boolean =>
    limit !== null && soFar + order.cents > limit
  // The longest wait first: an order that waits for a month need not be looked at each day.
  if (exceeds(costCentreLimit(policy, order.costCentre), spent.costCentreCents)) {
    return 'over-cost-centre-limit'
  }
  if (exceeds(policy.perDayCents, spent.dayCents)) return 'over-day-limit'
  return exceeds(policy.perRunCents, spent.runCents) ? 'over-run-limit' : undefined
}

/** An order over a limit waits for the limit's next day or month; a new run looks earlier. */
export function waitingFor(policy: OrderPolicy, why: LimitCode, clock: SpendingClock): Waiting {
  const isMonth = why === 'over-cost-centre-limit' && policy.perCostCentre.period === 'month'
  const { day } = spendingPeriod(policy, clock)
  const next = isMonth ? firstDay(nextMonth(monthOf(day))) : daysAfter(day, 1)
  return { why, until: new Date(startOfDay(next, clock.zone)) }
}
