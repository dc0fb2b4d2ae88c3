/** Walks a fleet through a simulated year, day by day, and notes which vehicles meet which event. */
import { Temporal } from 'temporal-polyfill'
import { UFS } from '../../../src/fleet/uf.ts'
import { isProvisionalRenavam } from '../../../src/fleet/renavam.ts'
import { answerVehicle } from '../../../src/service/simulation/answer-vehicle.ts'
import type { AnsweredDebt } from '../../../src/service/simulation/dependencies.ts'
import { WORLD_SEED, type FleetVehicle } from './world-fleet.ts'
import type { WorldEvent } from './world-event.ts'

export const WALKED_YEAR = 2026

/** Vehicles that met an event at least once, by event and state. */
export type Met = ReadonlyMap<WorldEvent, ReadonlyMap<string, number>>

/** The day before the year and its 365 days. */
const days = Array.from({ length: 366 }, (_, index) =>
  Temporal.PlainDate.from({ year: WALKED_YEAR - 1, month: 12, day: 31 })
    .add({ days: index })
    .toString(),
)

export function walkYear(fleet: readonly FleetVehicle[], events: readonly WorldEvent[]): Met {
  const met = new Map(events.map((event) => [event, new Map(UFS.map((uf) => [uf as string, 0]))]))
  for (const vehicle of fleet) {
    for (const event of eventsOf(vehicle, events)) {
      const counts = met.get(event)
      counts?.set(vehicle.uf, (counts.get(vehicle.uf) ?? 0) + 1)
    }
  }
  return met
}

function eventsOf(vehicle: FleetVehicle, events: readonly WorldEvent[]): Set<WorldEvent> {
  const found = new Set<WorldEvent>()
  // Nothing of a provisional Renavam is ever payable, so its debts tell nothing about appeals.
  const isTelling = !isProvisionalRenavam(vehicle.renavam)
  let before: { at: number; day: string; debts: readonly AnsweredDebt[] } | undefined
  for (const [at, day] of days.entries()) {
    const answer = answerVehicle(WORLD_SEED, vehicle, day)
    const open = events.filter((event) => !found.has(event))
    for (const event of open) if (event.inAnswer?.(answer, vehicle) === true) found.add(event)
    if (answer.outcome === 'failed') continue
    const now = { at, day, debts: answer.debts }
    // A day without an answer hides when something happened, so only neighbours are compared.
    if (isTelling && before !== undefined && at === before.at + 1) {
      for (const change of changes(before.debts, now.debts)) {
        const told = { ...change, dayBefore: before.day, day, vehicle }
        for (const event of open) if (event.inChange?.(told) === true) found.add(event)
      }
    }
    before = now
  }
  return found
}

function changes(before: readonly AnsweredDebt[], after: readonly AnsweredDebt[]) {
  const was = byKey(before)
  const now = byKey(after)
  return [...new Set([...was.keys(), ...now.keys()])].map((key) => ({
    was: was.get(key),
    now: now.get(key),
    before,
    after,
  }))
}

/** What the fingerprint is made of; equal fines are one entry, since they share every fate. */
function byKey(debts: readonly AnsweredDebt[]): Map<string, AnsweredDebt> {
  return new Map(
    debts.map((debt) => [`${debt.kind} ${debt.year} ${debt.description} ${debt.dueDate}`, debt]),
  )
}
