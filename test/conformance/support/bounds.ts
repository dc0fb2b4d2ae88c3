/** What a run may use of the credential's hour at an address. Only --limits reaches its end. */
import type { Bounds } from './target.ts'

const GENTLE = { vehicles: 24, consultations: 8, orders: 10, malformed: 17 }
/** Our decisions are asked about as well. */
const GENTLE_OURS = { ...GENTLE, vehicles: 50, consultations: 16, orders: 24 }

export function boundsOf(isOurs: boolean, limits: boolean): Bounds {
  const gentle = isOurs ? GENTLE_OURS : GENTLE
  if (!limits) return gentle
  const { vehicles, consultations, orders, malformed } = gentle
  // More vehicles are looked at, and one is registered for each consultation of the hour.
  const more = { vehicles: vehicles + 60, consultations: consultations + 4, orders: orders + 3 }
  return { ...more, malformed }
}

/** Vehicles that are asked about until their debts are of every kind. */
export function triesOf(limits: boolean): number {
  return limits ? 8 : 4
}
