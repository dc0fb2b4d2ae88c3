/**
 * Pure. Whether another Pix code is asked for now. It makes no charge and no second order, so it
 * may be repeated; but a code that may still be paid is never replaced, and nobody is sent codes
 * for ever: whoever has not paid after some of them does not mean to.
 */
import type { FollowedOrder, OrderFacts } from '../../../ledger/orders/orders.ts'
import { awaitsCode } from '../follow-pace.ts'

const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS

/** New codes for one order. */
export const PIX_RENEWALS_MAX = 6
/** Wait after a code that expired unpaid. */
const RENEW_EXPIRED_MS_MIN = 6 * HOUR_MS
/** Wait after a code that was asked for and did not come. */
const RENEW_MISSING_MS_MIN = 15 * MINUTE_MS
/** Our clock may be ahead of the service's, to which the code would still be good. */
const EXPIRED_MARGIN_MS = 1 * MINUTE_MS

export interface RenewableOrder
  extends
    Pick<OrderFacts, 'method' | 'standing' | 'pixCode' | 'pixExpiresAt' | 'gateReason'>,
    Pick<FollowedOrder, 'planState' | 'inFleet' | 'renewals' | 'renewedAt' | 'createdAt'> {
  readonly nowMs: number
}

/** Its code is missing or ran out, and its plan is still to be paid. */
export function mayRenew(order: Omit<RenewableOrder, 'nowMs'>): boolean {
  const { gateReason, standing, planState, inFleet, method, renewals } = order
  const isOut = gateReason === 'pix-missing' || gateReason === 'pix-expired'
  // Only an ordered plan is paid: not one that is void, nor that of a vehicle that left.
  const isWanted = standing === 'open' && planState === 'ordered' && inFleet
  return method === 'pix' && isOut && isWanted && renewals < PIX_RENEWALS_MAX
}

/** Milliseconds until a new code may be asked for, 0 for now; null when none will be. */
export function renewInMs(order: RenewableOrder): number | null {
  const { gateReason, nowMs, renewedAt } = order
  if (!mayRenew(order)) return null
  const isMissing = gateReason === 'pix-missing'
  if (isMissing && awaitsCode({ ...order, boletoLine: '', ageMs: codeAgeMs(order) })) return null
  const rest = isMissing ? RENEW_MISSING_MS_MIN : RENEW_EXPIRED_MS_MIN
  const restedMs = renewedAt === null ? nowMs : renewedAt.getTime() + rest
  const ranOutMs = isMissing ? nowMs : (order.pixExpiresAt?.getTime() ?? nowMs) + EXPIRED_MARGIN_MS
  return Math.max(0, restedMs - nowMs, ranOutMs - nowMs)
}

/** Since the present code was asked for: with the order, or after it. */
export function codeAgeMs(
  order: Pick<RenewableOrder, 'createdAt' | 'renewedAt' | 'nowMs'>,
): number {
  const { createdAt, renewedAt, nowMs } = order
  return nowMs - Math.max(createdAt.getTime(), renewedAt?.getTime() ?? 0)
}
