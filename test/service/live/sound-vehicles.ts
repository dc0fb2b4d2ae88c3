/** Vehicles that the simulated authorities answer for, and what an answer says of a debt. */
import type { DebtItem } from '../../../src/contract/debt-item.ts'
import { lookupFailure } from '../../../src/service/simulation/lookup-failure.ts'
import { newVehicle } from '../support/fleet.ts'

/** The day of the benches' clocks. */
export const TODAY = '2026-11-21'

const NUMBERS = Array.from({ length: 400 }, (_, index) => 3_000 + index)

/** Gives the number of another vehicle at each call. */
export function soundNumbers(): () => number {
  const sound = NUMBERS.filter((number) => lookupFailure(1, newVehicle(number), TODAY) === null)
  let used = 0
  return () => sound[used++] ?? 0
}

/** Without ids, which each service gives by itself. */
export function facts(item: DebtItem): object {
  const { kind, group, description, amount, due_date, year, is_payable } = item
  return { kind, group, description, amount, due_date, year, is_payable }
}
