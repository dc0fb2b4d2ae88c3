/**
 * Pure. The pay gate: whether an order's code or slip may be shown; of an order by card, whether it
 * may be paid where it was made. What nobody has checked is not shown, and a status that nobody
 * knows keeps it shut.
 */
import type { Order } from '../../../contract/order.ts'
import { checkedCents } from '../../../fleet/money.ts'
import { checkPixCode } from '../../../fleet/pix-code.ts'
import { checkBoleto, type CheckedBoleto } from './check-boleto.ts'
import type { GateReason } from '../order-reasons.ts'
import { meaningOf, type OrderStatuses } from '../order-statuses.ts'

export interface GateContext {
  readonly statuses: OrderStatuses
  readonly nowMs: number
  /** IANA name: a boleto's due day ends at midnight there. */
  readonly zone: string
  /** A card payment that an earlier version sent has no known outcome. */
  readonly paymentInDoubt?: boolean
}

export interface PayGate {
  /** Undefined when the gate is open. */
  readonly shut: GateReason | undefined
  /** The checked boleto; undefined unless every check held. */
  readonly boleto: CheckedBoleto | undefined
}

export function payGate(order: Order, context: GateContext): PayGate {
  const boleto = order.method === 'boleto' ? boletoOf(order, context) : undefined
  const read = typeof boleto === 'object' ? boleto : undefined
  return { shut: shutBecause(order, context, boleto), boleto: read }
}

function shutBecause(
  order: Order,
  context: GateContext,
  boleto: ReturnType<typeof boletoOf> | undefined,
): GateReason | undefined {
  const { statuses } = context
  if (context.paymentInDoubt === true) return 'payment-in-doubt'
  if (meaningOf(statuses, 'order', order.status) !== 'payable') return 'not-awaiting-payment'
  switch (order.method) {
    case 'pix':
      return pixShut(order, context)
    case 'boleto':
      if (boleto === undefined || typeof boleto === 'string') return boleto
      if (boleto.expiresAt !== null && boleto.expiresAt.getTime() <= context.nowMs) {
        return 'boleto-expired'
      }
      return attemptShut(order, statuses)
    case 'credit_card':
      return cardShut(order, statuses)
    default:
      return 'method-unchecked'
  }
}

function boletoOf(order: Order, { nowMs, zone }: GateContext) {
  return checkBoleto(order.latest_attempt, {
    totalCents: checkedCents(order.total_amount),
    nowMs,
    zone,
  })
}

function pixShut(order: Order, { statuses, nowMs }: GateContext): GateReason | undefined {
  const attempt = order.latest_attempt
  const pixCode = attempt?.pix_copy_paste ?? ''
  if (pixCode === '') return 'pix-missing'
  const expiresMs = Date.parse(attempt?.pix_expires_at ?? '')
  if (!Number.isNaN(expiresMs) && expiresMs <= nowMs) return 'pix-expired'
  const over = attemptShut(order, statuses)
  if (over !== undefined) return over
  const checked = checkPixCode(pixCode, checkedCents(order.total_amount))
  if (checked.ok) return undefined
  return checked.code === 'pix-amount' ? 'pix-amount' : 'pix-unreadable'
}

/** A code belongs to its attempt: once that is over, so is the code. */
function attemptShut(order: Order, statuses: OrderStatuses): GateReason | undefined {
  const meaning = meaningOf(statuses, 'attempt', order.latest_attempt?.status ?? '')
  if (meaning === 'payable') return undefined
  return meaning === 'unknown' ? 'attempt-unknown' : 'attempt-ended'
}

/** Without an attempt yet, or after one that charged nothing, it may be paid where it was made. */
function cardShut(order: Order, statuses: OrderStatuses): GateReason | undefined {
  if (order.latest_attempt === null) return undefined
  const meaning = meaningOf(statuses, 'attempt', order.latest_attempt.status)
  if (meaning === 'payable' || meaning === 'dead') return undefined
  return meaning === 'unknown' ? 'attempt-unknown' : 'attempt-ended'
}
