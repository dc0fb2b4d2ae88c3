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
  const lanes = [own, ...others].map((fleet) => ({
    servedAtMs: fleet.servedAtMs,
    waiting: Array.from({ length: fleet.waiting }, () => fleet === own),
  }))
  const waiting = lanes.reduce((sum, lane) => sum + lane.waiting.length, 0)
  const order = shareSlots(lanes, waiting)
  return { waiting, places: order.flatMap((isOwn, at) => (isOwn ? [at] : [])) }
}
