/**
 * Pure. When an order is read again: quickly while its code or slip is not there yet, with a bound,
 * then slowly, since people pay in hours and authorities settle in days.
 */
import type { OrderFacts } from '../../ledger/orders/orders.ts'

const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS

/** How long a run waits for a code or slip that is not there; then it is an exception. */
export const CODE_WAIT_MS_MAX = 2 * MINUTE_MS
const FIRST_READ_MS = 1 * SECOND_MS
const CODE_READ_MS_MAX = 15 * SECOND_MS
const OPEN_READ_MS = 15 * MINUTE_MS
const OPEN_DAY_READ_MS = HOUR_MS
const PAID_READ_MS = HOUR_MS
const UNKNOWN_READ_MS = HOUR_MS
const DAY_MS = 24 * HOUR_MS

type Followed = Pick<
  OrderFacts,
  'method' | 'standing' | 'pixCode' | 'pixExpiresAt' | 'boletoLine' | 'boletoExpiresAt'
> & {
  /** Reads since the order was made. */
  readonly reads: number
  readonly ageMs: number
  readonly nowMs: number
}

/** Milliseconds until the next read; null when there is nothing more to learn. */
export function nextFollowInMs(order: Followed): number | null {
  switch (order.standing) {
    case 'settled':
    case 'dead':
    case 'refunded':
      return null
    case 'paid':
      return PAID_READ_MS
    case 'unknown':
      return UNKNOWN_READ_MS
    case 'open':
      if (awaitsCode(order)) return Math.min(FIRST_READ_MS * 2 ** order.reads, CODE_READ_MS_MAX)
      return untilExpiry(order, order.ageMs < DAY_MS ? OPEN_READ_MS : OPEN_DAY_READ_MS)
  }
}

export function awaitsCode(
  order: Pick<Followed, 'method' | 'pixCode' | 'boletoLine' | 'ageMs'>,
): boolean {
  const isPix = order.method === 'pix' && order.pixCode === ''
  const isBoleto = order.method === 'boleto' && order.boletoLine === ''
  return (isPix || isBoleto) && order.ageMs < CODE_WAIT_MS_MAX
}

/** Reads at the expiry itself if that is sooner, so that the gate of an expired code is shut. */
function untilExpiry({ pixExpiresAt, boletoExpiresAt, nowMs }: Followed, paceMs: number): number {
  const expiresAt = pixExpiresAt ?? boletoExpiresAt
  const leftMs = (expiresAt?.getTime() ?? Number.POSITIVE_INFINITY) - nowMs
  return leftMs > 0 ? Math.min(leftMs, paceMs) : paceMs
}
