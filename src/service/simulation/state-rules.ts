/**
 * What differs from state to state besides the calendars (src/fleet/calendar/). Every figure is the
 * simulation's own: of the size of the real ones, and no state's law.
 */
import { type CalendarKind, CALENDAR_KINDS } from '../../fleet/calendar/calendar-row.ts'
import { dueDatesOf } from '../../fleet/calendar/due-dates.ts'
import { DEBT_KINDS, type DebtKind } from '../../fleet/debt-kind.ts'
import { isUf, type Uf } from '../../fleet/uf.ts'

/** Which third of a range of delays its authority settles in. */
export type SettlementPace = 'quick' | 'usual' | 'slow'

export interface StateRules {
  /** The tax for each thousand reais of the vehicle's value. */
  readonly taxPerThousand: number
  /** Off the single payment until it is due, in hundredths of a percent; 0 where there is none. */
  readonly cashDiscount: bigint
  /** True where licensing waits for fines too, after the tax. */
  readonly licensingWaitsForFines: boolean
  /** After this many years a tax goes to the state's attorney, some time during the year. */
  readonly attorneyAfterYears: number
  readonly settlement: SettlementPace
}

/** Tax per thousand, discount, waits for fines, attorney after years, settlement. */
type Row = readonly [number, bigint, boolean, number, SettlementPace]

const ROWS: Readonly<Record<Uf, Row>> = {
  AC: [20, 1_000n, true, 3, 'slow'],
  AL: [30, 500n, true, 3, 'usual'],
  AP: [30, 2_000n, true, 4, 'slow'],
  AM: [30, 1_000n, false, 3, 'slow'],
  BA: [25, 1_500n, true, 3, 'usual'],
  CE: [30, 500n, true, 2, 'usual'],
  DF: [35, 1_000n, true, 2, 'quick'],
  ES: [20, 500n, false, 3, 'quick'],
  GO: [37, 0n, true, 3, 'usual'],
  MA: [25, 1_000n, true, 4, 'slow'],
  MT: [30, 500n, true, 3, 'usual'],
  MS: [30, 1_500n, true, 3, 'usual'],
  MG: [40, 300n, true, 2, 'quick'],
  PA: [25, 1_500n, false, 4, 'slow'],
  PB: [25, 1_000n, true, 3, 'usual'],
  PR: [19, 600n, false, 2, 'quick'],
  PE: [24, 700n, true, 3, 'usual'],
  PI: [25, 1_500n, true, 4, 'slow'],
  RJ: [40, 300n, true, 2, 'usual'],
  RN: [30, 500n, false, 3, 'usual'],
  RS: [30, 300n, true, 2, 'quick'],
  RO: [30, 1_000n, true, 3, 'slow'],
  RR: [30, 1_000n, false, 4, 'slow'],
  SC: [20, 0n, true, 2, 'quick'],
  SP: [40, 300n, false, 2, 'quick'],
  SE: [30, 1_000n, true, 3, 'usual'],
  TO: [35, 1_000n, true, 4, 'slow'],
}

export function rulesOf(uf: string): StateRules {
  if (!isUf(uf)) throw new Error(`The simulated world has no state ${uf}.`)
  const [taxPerThousand, cashDiscount, licensingWaitsForFines, attorneyAfterYears, settlement] =
    ROWS[uf]
  return { taxPerThousand, cashDiscount, licensingWaitsForFines, attorneyAfterYears, settlement }
}

const ANY_YEAR = 2026
const ANY_DIGIT = 0

/** The kinds that a state's authorities may answer: those of a calendar, where it has one. */
export function kindsOf(uf: Uf): DebtKind[] {
  return DEBT_KINDS.filter((kind) => {
    if (!isOfCalendar(kind)) return true
    return dueDatesOf({ uf, year: ANY_YEAR, kind, finalDigit: ANY_DIGIT }) !== null
  })
}

function isOfCalendar(kind: DebtKind): kind is CalendarKind {
  return CALENDAR_KINDS.some((each) => each === kind)
}
