/**
 * What an order's status means to us. The interface names `awaiting_payment` only; the others are
 * those of this repository's service. A status that is not here is unknown: it is shown word for
 * word, blocks other orders of the same debts, and is an exception.
 */
import type { OrderStanding } from '../../ledger/tables-orders.ts'

/** The one status in which a code may be paid; while a payment is under way another would be one too many. */
export const AWAITING_PAYMENT = 'awaiting_payment'
/** The one status of an attempt whose code may be paid. */
export const ATTEMPT_PENDING = 'pending'

const STANDINGS: Readonly<Record<string, OrderStanding>> = {
  [AWAITING_PAYMENT]: 'open',
  processing: 'open',
  paid: 'paid',
  settling: 'paid',
  settled: 'settled',
  expired: 'dead',
  failed: 'dead',
  refunded: 'dead',
}

export function standingOf(status: string): OrderStanding {
  return (Object.hasOwn(STANDINGS, status) ? STANDINGS[status] : undefined) ?? 'unknown'
}
