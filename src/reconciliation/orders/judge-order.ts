/**
 * Pure. Reads an order as the service shows it, holds it against what was asked for, and decides
 * whether its Pix code may be shown (the pay gate).
 */
import type { Order } from '../../contract/order.ts'
import { checkPixCode } from '../../fleet/pix-code.ts'
import { parseCents } from '../../fleet/money.ts'
import type { OrderFacts } from '../../ledger/orders.ts'
import type { GateReason, Mismatch } from './order-reasons.ts'
import { ATTEMPT_PENDING, AWAITING_PAYMENT, standingOf } from './order-standing.ts'

export interface ExpectedOrder {
  readonly vehicleServiceId: string
  readonly method: string
  readonly debtsCents: bigint
  /** Null when what it holds was compared already. */
  readonly itemIds: readonly string[] | null
}

/** What is wrong with the service's answer to our order; undefined when it is what was asked for. */
export function orderMismatch(order: Order, expected: ExpectedOrder): Mismatch | undefined {
  const debts = cents(order.debts_amount)
  const sameVehicle = order.vehicle_id.toLowerCase() === expected.vehicleServiceId.toLowerCase()
  if (!sameVehicle) return 'other-vehicle'
  if (order.method !== expected.method) return 'other-method'
  if (expected.itemIds !== null && !showsItems(order, expected.itemIds)) return 'other-items'
  const itemsCents = order.items?.reduce((sum, item) => sum + cents(item.amount), 0n)
  if (debts !== expected.debtsCents || (itemsCents ?? debts) !== debts) return 'debts-differ'
  const total = debts + cents(order.service_fee)
  return cents(order.total_amount) === total ? undefined : 'total-differs'
}

/** An order need not show its items; if it does, they are those that were asked for. */
function showsItems(order: Order, itemIds: readonly string[]): boolean {
  if (order.items === undefined) return true
  const shown = order.items.map((item) => item.debt_item_id.toLowerCase()).toSorted()
  const asked = itemIds.map((id) => id.toLowerCase()).toSorted()
  return shown.length === asked.length && shown.every((id, at) => id === asked[at])
}

/** `mismatch` keeps the pay gate shut whatever the code looks like. */
export function orderFacts(
  order: Order,
  known: { readonly mismatch: Mismatch | undefined; readonly nowMs: number },
): OrderFacts {
  const attempt = order.latest_attempt
  const totalCents = cents(order.total_amount)
  const pixCode = attempt?.pix_copy_paste ?? ''
  const expiresAt = instantOf(attempt?.pix_expires_at)
  const shut = known.mismatch ?? gateReason(order, { totalCents, expiresAt, nowMs: known.nowMs })
  return {
    id: order.id,
    method: order.method,
    status: order.status,
    standing: standingOf(order.status),
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

/** The pay gate: undefined when the order's code may be shown. */
function gateReason(
  order: Order,
  facts: { totalCents: bigint; expiresAt: Date | null; nowMs: number },
): GateReason | undefined {
  if (order.status !== AWAITING_PAYMENT) return 'not-awaiting-payment'
  // What nobody has checked is not shown: a boleto's line and a card's charge have gates of their own.
  if (order.method !== 'pix') return 'method-unchecked'
  const pixCode = order.latest_attempt?.pix_copy_paste ?? ''
  if (pixCode === '') return 'pix-missing'
  const { expiresAt, nowMs } = facts
  if (expiresAt !== null && expiresAt.getTime() <= nowMs) return 'pix-expired'
  if (order.latest_attempt?.status !== ATTEMPT_PENDING) return 'attempt-ended'
  const checked = checkPixCode(pixCode, facts.totalCents)
  if (checked.ok) return undefined
  return checked.code === 'pix-amount' ? 'pix-amount' : 'pix-unreadable'
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
