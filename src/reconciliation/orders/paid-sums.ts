/**
 * Pure. What an order's sums were when its payment was told, kept with that event: a person may
 * accept other sums later, and what was booked before them stays as it was.
 */
import { checkedCents, formatCents } from '../../fleet/money.ts'
import type { OrderSums } from '../../ledger/orders/orders.ts'

export type PaidSums = Pick<OrderSums, 'debtsCents' | 'feeCents' | 'totalCents'>

const AMOUNT = '(-?\\d+\\.\\d{2})'
const SUMS = new RegExp(`^${AMOUNT} \\+ ${AMOUNT} = ${AMOUNT}$`)

/** Debts, fee and total: `300.00 + 4.90 = 304.90`. */
export function paidNote({ debtsCents, feeCents, totalCents }: PaidSums): string {
  return `${formatCents(debtsCents)} + ${formatCents(feeCents)} = ${formatCents(totalCents)}`
}

/** Undefined for a payment that an earlier version told. */
export function paidSums(note: string): PaidSums | undefined {
  const [debts, fee, total] = (SUMS.exec(note) ?? []).slice(1).map(checkedCents)
  if (debts === undefined || fee === undefined || total === undefined) return undefined
  return { debtsCents: debts, feeCents: fee, totalCents: total }
}
