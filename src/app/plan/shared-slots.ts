/** Pure. Where a fleet's vehicles stand among those of the fleets that take the same slots. */
import { shareSlots } from '../../reconciliation/consultations/share-slots.ts'

export interface WaitingFleet {
  /** When a consultation of the fleet last left, milliseconds since 1970; null before the first. */
  readonly servedAtMs: number | null
  readonly waiting: number
}

/** The fleet's own positions in the order in which a night shares slots among all fleets. */
export function placesAmong(
  own: WaitingFleet,
  others: readonly WaitingFleet[],
): { waiting: number; places: number[] } {
  const fleets = [own, ...others].map((fleet) => ({
    servedAtMs: fleet.servedAtMs,
    waiting: Array.from({ length: fleet.waiting }, () => fleet === own),
  }))
  const waiting = fleets.reduce((sum, each) => sum + each.waiting.length, 0)
  const order = shareSlots(fleets, waiting)
  return { waiting, places: order.flatMap((isOwn, at) => (isOwn ? [at] : [])) }
}
