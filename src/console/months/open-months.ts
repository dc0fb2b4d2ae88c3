/** Pure. The months that a person may preview or close. */
import type { MonthClose } from '../../ledger/books/month-closes.ts'
import { nextMonth, previousMonth } from '../../reconciliation/books/months.ts'

/** Beside the current one. */
const OPEN_MONTHS_MAX = 11

/**
 * Newest first: the current month, and those since the last close, or the one before where none was
 * closed. Months are closed in order, so the oldest are never left out.
 */
export function openMonths(
  closes: readonly Pick<MonthClose, 'month' | 'reopenedAt'>[],
  current: string,
): string[] {
  const last = closes.findLast(({ reopenedAt }) => reopenedAt === null)
  const open: string[] = []
  let month = last === undefined ? previousMonth(current) : nextMonth(last.month)
  while (month < current && open.length < OPEN_MONTHS_MAX) {
    open.push(month)
    month = nextMonth(month)
  }
  return [...open, current].toReversed()
}
