/**
 * The states of an order, of its attempts and of its items, and the moves between them. Only
 * `awaiting_payment` (order) and `pending` (attempt) are the interface's; the rest is ours. No
 * statement makes any other move.
 */
import type { AttemptStatus, ItemSettlement, OrderStatus } from '../../contract/order.ts'

export const orderMoves = {
  awaiting_payment: ['processing', 'paid', 'expired', 'failed'],
  processing: ['paid', 'awaiting_payment', 'failed'],
  paid: ['settling', 'refunded'],
  settling: ['settled', 'refunded'],
  settled: [],
  expired: [],
  failed: [],
  refunded: [],
} as const satisfies Record<OrderStatus, readonly OrderStatus[]>

export const attemptMoves = {
  pending: ['processing', 'paid', 'declined', 'expired', 'failed'],
  processing: ['paid', 'declined', 'failed'],
  paid: ['refunded'],
  declined: [],
  expired: [],
  failed: [],
  refunded: [],
} as const satisfies Record<AttemptStatus, readonly AttemptStatus[]>

export const itemMoves = {
  pending: ['settling'],
  settling: ['settled', 'failed'],
  settled: [],
  failed: [],
} as const satisfies Record<ItemSettlement, readonly ItemSettlement[]>

/** Pure. The states from which `to` may be reached; for the `where` of the statement that moves. */
export function before<State extends string>(
  moves: Readonly<Record<State, readonly State[]>>,
  to: NoInfer<State>,
): State[] {
  return statesOf(moves).filter((from) => moves[from].includes(to))
}

/** `Object.keys` forgets what the keys are. */
function statesOf<State extends string>(moves: Readonly<Record<State, unknown>>): State[] {
  return Object.keys(moves) as State[]
}

export interface OrderTimes {
  readonly status: OrderStatus
  readonly moveAtMs: number | null
}

export interface DueMove {
  readonly to: OrderStatus
  readonly atMs: number
  readonly nextMoveAtMs: number | null
}

/** Pure. The move that an order makes by itself once its time has come; null when none is due. */
export function dueMove(order: OrderTimes, nowMs: number, settleMs: number): DueMove | null {
  if (order.moveAtMs === null || order.moveAtMs > nowMs) return null
  const atMs = order.moveAtMs
  if (order.status === 'awaiting_payment') return { to: 'expired', atMs, nextMoveAtMs: null }
  if (order.status === 'paid') return { to: 'settling', atMs, nextMoveAtMs: atMs + settleMs }
  if (order.status === 'settling') return { to: 'settled', atMs, nextMoveAtMs: null }
  return null
}
