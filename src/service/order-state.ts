/**
 * Pure. The states of an order, of its attempts and of its items, and the moves between them. Only
 * `awaiting_payment` (order) and `pending` (attempt) are the interface's; the rest is ours. What
 * changes a status (apply-news.ts, claim-attempt.ts) makes no other moves than these.
 */
import type { AttemptStatus, ItemSettlement, OrderStatus } from '../contract/order.ts'

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
  pending: ['processing', 'paid', 'expired', 'failed'],
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

/**
 * The shortest path from one state to another by allowed moves, without its start: empty when both
 * are the same, undefined when there is none.
 */
export function walk<State extends string>(
  moves: Readonly<Record<State, readonly State[]>>,
  from: State,
  to: NoInfer<State>,
): readonly State[] | undefined {
  let ways: readonly (readonly State[])[] = [[]]
  const seen = new Set<State>([from])
  while (ways.length > 0) {
    const there = ways.find((way) => (way.at(-1) ?? from) === to)
    if (there !== undefined) return there
    ways = ways.flatMap((way) =>
      moves[way.at(-1) ?? from]
        .filter((next) => !seen.has(next))
        .map((next) => {
          seen.add(next)
          return [...way, next]
        }),
    )
  }
  return undefined
}

/** Like `walk`, but throws when there is no path, so that the transaction records nothing. */
export function walked<State extends string>(
  moves: Readonly<Record<State, readonly State[]>>,
  from: State,
  to: NoInfer<State>,
): readonly State[] {
  const way = walk(moves, from, to)
  if (way === undefined) throw new Error(`No allowed moves lead from ${from} to ${to}.`)
  return way
}
