/**
 * Pure. Reads an order as the service shows it, holds it against what was asked for, and decides
 * whether its Pix code may be shown (the pay gate).
 */
import type { Order } from '../../contract/order.ts'
import { checkPixCode } from '../../fleet/pix-code.ts'
import { parseCents } from '../../fleet/money.ts'
import type { OrderFacts } from '../../ledger/orders.ts'
import { standingOf } from './order-standing.ts'

export interface ExpectedOrder {
  readonly vehicleServiceId: string
  readonly method: string
  readonly debtsCents: bigint
}

/** What is wrong with the service's answer to our order; undefined when it is what was asked for. */
export function orderMismatch(order: Order, expected: ExpectedOrder): string | undefined {
  const debts = cents(order.debts_amount)
  if (order.vehicle_id.toLowerCase() !== expected.vehicleServiceId.toLowerCase()) {
    return 'the order is of another vehicle'
  }
  if (order.method !== expected.method) return 'the order has another payment method'
  if (debts !== expected.debtsCents) return 'the order sums its debts to another amount'
  if (cents(order.total_amount) !== debts + cents(order.service_fee)) {
    return 'the total of the order is not its debts plus the service fee'
  }
  return undefined
}

/** `mismatch` keeps the pay gate shut whatever the code looks like. */
export function orderFacts(
  order: Order,
  known: { readonly mismatch: string | undefined; readonly nowMs: number },
): OrderFacts {
  const attempt = order.latest_attempt
  const totalCents = cents(order.total_amount)
  const standing = standingOf(order.status)
  const pixCode = attempt?.pix_copy_paste ?? ''
  const expiresAt = instantOf(attempt?.pix_expires_at)
  const shut =
    known.mismatch ??
    (order.method === 'pix'
      ? pixProblem({ pixCode, totalCents, expiresAt, nowMs: known.nowMs })
      : undefined) ??
    (standing === 'open' ? undefined : 'not awaiting payment')
  return {
    id: order.id,
    method: order.method,
    status: order.status,
    standing,
    debtsCents: cents(order.debts_amount),
    feeCents: cents(order.service_fee),
    totalCents,
    refundedCents: cents(order.refunded_amount),
    attemptStatus: attempt?.status ?? '',
    pixCode,
    pixExpiresAt: expiresAt,
    gate: shut === undefined ? 'open' : 'shut',
    gateReason: shut ?? null,
  }
}

function pixProblem(pix: {
  pixCode: string
  totalCents: bigint
  expiresAt: Date | null
  nowMs: number
}): string | undefined {
  if (pix.pixCode === '') return 'the Pix code is not there yet'
  if (pix.expiresAt !== null && pix.expiresAt.getTime() <= pix.nowMs) {
    return 'the Pix code has expired'
  }
  const checked = checkPixCode(pix.pixCode, pix.totalCents)
  if (checked.ok) return undefined
  return checked.code === 'pix-amount'
    ? 'the Pix code asks for another amount'
    : 'the Pix code cannot be read'
}

function instantOf(text: string | null | undefined): Date | null {
  const ms = Date.parse(text ?? '')
  return Number.isNaN(ms) ? null : new Date(ms)
}

/** The contract's schema has checked that it is a decimal string. */
function cents(amount: string): bigint {
  const parsed = parseCents(amount)
  if (parsed.ok) return parsed.value
  throw new TypeError('An amount of an order is not a decimal string.')
}
