/** The books of a modelled history, and what its tests read of them. */
import { plainDay } from '../../../src/clock.ts'
import { bookVehicle } from '../../../src/reconciliation/books/book-vehicle.ts'
import type { Movement } from '../../../src/reconciliation/books/movement.ts'
import { ZONE, type ModelledHistory } from './histories.ts'

export function booked(
  { history, closes, endMs }: Omit<ModelledHistory, 'shown'>,
  fleet = 'principal',
) {
  return bookVehicle(history, {
    fleet,
    zone: ZONE,
    until: plainDay(endMs, ZONE),
    preferOn: () => 'single',
    preferenceDays: [],
    closes,
  })
}

export function classAndCents({ class: name, cents }: Movement): string {
  return `${name} ${cents}`
}
