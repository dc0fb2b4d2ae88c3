/**
 * Pure. What became of a card payment, as its order shows it now against what it showed before. An
 * order that looks as it did before says nothing: the charge may still be on its way.
 */
import { hash } from 'node:crypto'
import type { Order } from '../../../contract/order.ts'
import type { Json } from '../../../ledger/effects/effects.ts'
import { meaningOf, type OrderStatuses } from '../order-statuses.ts'

export type PaymentOutcome =
  /** The order is paid, or was and its money came back since. */
  | 'paid'
  /** A charge is on its way; following sees how it ends. */
  | 'under-way'
  /** A charge was tried and took nothing. */
  | 'declined'
  | 'unchanged'
  /** It changed into something that nobody here knows. */
  | 'unknown'

interface PaymentBaseline {
  readonly status: string
  /** SHA-256 of the whole latest attempt, whatever fields a service gives it. */
  readonly attempt: string
}

export function paymentBaseline(order: Order): PaymentBaseline {
  const text = JSON.stringify(sorted(order.latest_attempt))
  return { status: order.status, attempt: hash('sha256', text) }
}

/** The baseline of an intent, as it comes back from the ledger or the journal. */
export function readBaseline(baseline: Json): PaymentBaseline | undefined {
  if (typeof baseline !== 'object' || baseline === null) return undefined
  if (!('status' in baseline) || !('attempt' in baseline)) return undefined
  const { status, attempt } = baseline
  return typeof status === 'string' && typeof attempt === 'string' ? { status, attempt } : undefined
}

export function paymentOutcome(
  statuses: OrderStatuses,
  order: Order,
  before: PaymentBaseline | undefined,
): PaymentOutcome {
  const meaning = meaningOf(statuses, 'order', order.status)
  if (meaning === 'paid' || meaning === 'settled' || meaning === 'refunded') return 'paid'
  const status = order.latest_attempt?.status
  const attempt = status === undefined ? 'payable' : meaningOf(statuses, 'attempt', status)
  if (attempt === 'paid' || attempt === 'refunded') return 'paid'
  const now = paymentBaseline(order)
  const isSame = before?.status === now.status && before.attempt === now.attempt
  // Without a baseline nothing but a payment proves anything.
  if (isSame || before === undefined) return 'unchanged'
  if (meaning === 'unknown' || attempt === 'unknown') return 'unknown'
  if (meaning === 'open' || attempt === 'open') return 'under-way'
  return attempt === 'dead' ? 'declined' : 'unchanged'
}

/** Sorts fields, because their order is no change. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([name, each]) => [name, sorted(each)] as const)
  return Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)))
}
