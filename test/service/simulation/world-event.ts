/** What an event of the simulated world is: a row of docs/service-world.md, by the way one sees it. */
import { Temporal } from 'temporal-polyfill'
import type { Uf } from '../../../src/fleet/uf.ts'
import type { WorldAnswer } from '../../../src/service/simulation/answer-vehicle.ts'
import type { AnsweredDebt } from '../../../src/service/simulation/dependencies.ts'
import {
  INTEREST_PER_MONTH,
  LATE_MAX,
  LATE_PER_DAY,
} from '../../../src/service/simulation/amounts.ts'
import type { FleetVehicle } from './world-fleet.ts'

/** One debt on two days in a row: undefined on the day on which it is not answered. */
export interface Change {
  readonly was: AnsweredDebt | undefined
  readonly now: AnsweredDebt | undefined
  readonly dayBefore: string
  readonly day: string
  /** Everything that was answered on either day. */
  readonly before: readonly AnsweredDebt[]
  readonly after: readonly AnsweredDebt[]
  readonly vehicle: FleetVehicle
}

export interface WorldEvent {
  /** The first two columns of the page. */
  readonly row: string
  /** What the row has of the code's own figures. */
  readonly says?: readonly string[]
  /** Absent: in every state. */
  readonly isIn?: (uf: Uf) => boolean
  readonly inChange?: (change: Change) => boolean
  readonly inAnswer?: (answer: WorldAnswer, vehicle: FleetVehicle) => boolean
}

export function percent(hundredths: bigint): string {
  return `${Number(hundredths) / 100} %`
}

export const INTEREST = `${percent(INTEREST_PER_MONTH)} a month`
export const FEE = `${percent(LATE_PER_DAY)} a day, ${percent(LATE_MAX)} at most`
/** The day on which the daily fee reaches its cap. */
export const CAP_DAYS = Number(LATE_MAX / LATE_PER_DAY) + 1

export function appears(change: Change, ...kinds: readonly string[]): boolean {
  return change.was === undefined && change.now !== undefined && kinds.includes(change.now.kind)
}

export function leaves(change: Change, ...kinds: readonly string[]): boolean {
  return change.now === undefined && change.was !== undefined && kinds.includes(change.was.kind)
}

/** The debt on both days, when it is of one of these kinds. */
export function stays(
  { was, now }: Change,
  ...kinds: readonly string[]
): { was: AnsweredDebt; now: AnsweredDebt } | undefined {
  if (was === undefined || now === undefined || !kinds.includes(now.kind)) return undefined
  return { was, now }
}

/** Days from the due date to the day of the change; undefined when no due date is informed. */
export function daysLate({ now, day }: Change): number | undefined {
  const due = now?.dueDate ?? null
  return due === null ? undefined : Temporal.PlainDate.from(due).until(day).days
}

export function grows(change: Change, ...kinds: readonly string[]): boolean {
  const debt = stays(change, ...kinds)
  return debt !== undefined && debt.now.amountCents > debt.was.amountCents
}
