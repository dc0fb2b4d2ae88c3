/**
 * Pure. Shares free slots among fleets that have one quota: each slot goes to the fleet that was
 * served the longest time ago. So no fleet waits longer than one round, however large another is.
 */

export interface WaitingFleet<T> {
  /** When the fleet's last consultation was sent, in ms since 1970; null before the first. */
  readonly servedAtMs: number | null
  /** What waits in the fleet, in the fleet's own order. */
  readonly waiting: readonly T[]
}

/** At most `slots`, in the order in which they are to leave. */
export function shareSlots<T>(fleets: readonly WaitingFleet<T>[], slots: number): T[] {
  const shared: T[] = []
  const round = fleets
    .map(({ servedAtMs, waiting }) => ({ servedAtMs: servedAtMs ?? 0, waiting, next: 0 }))
    .toSorted((a, b) => a.servedAtMs - b.servedAtMs)
  while (shared.length < slots) {
    const before = shared.length
    for (const fleet of round) {
      const one = fleet.waiting[fleet.next]
      if (one === undefined || shared.length >= slots) continue
      shared.push(one)
      fleet.next += 1
    }
    if (shared.length === before) break
  }
  return shared
}
