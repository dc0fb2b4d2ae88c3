/**
 * Pure. When the ledger learned something, measured by the order of its tables and not by clocks:
 * a close contains what its heads contain, and everything else was learned after it.
 */

export type Known =
  | { readonly table: 'debt' | 'order' | 'vehicle'; readonly seq: bigint }
  /** Nothing was written: a day came. */
  | { readonly table: 'clock'; readonly ms: number }

/** How much of each table a closed month contains. */
export interface CloseHeads {
  readonly month: string
  readonly closedAt: Date
  readonly debtEvents: bigint
  readonly orderEvents: bigint
  readonly vehicleChanges: bigint
}

export function isKnownAt(close: CloseHeads, known: Known): boolean {
  if (known.table === 'clock') return known.ms <= close.closedAt.getTime()
  const { debtEvents: debt, orderEvents: order, vehicleChanges: vehicle } = close
  return known.seq <= { debt, order, vehicle }[known.table]
}

/** The newest month that was closed already when this was learned; null when none was. */
export function closedBefore(closes: readonly CloseHeads[], known: Known): string | null {
  const before = closes.filter((close) => !isKnownAt(close, known)).map(({ month }) => month)
  return before.length === 0 ? null : before.reduce((a, b) => (a > b ? a : b))
}
