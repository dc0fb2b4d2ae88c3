/** What kind of vehicle one is: how much it owes, by which rules, and when. */
import type { CalendarKind } from '../../fleet/calendar/calendar-row.ts'
import { dueDatesOf } from '../../fleet/calendar/due-dates.ts'
import { finalDigit } from '../../fleet/plate.ts'
import { addMonths, onDay } from './days.ts'
import { draw } from './draw.ts'
import { rulesOf, type StateRules } from './state-rules.ts'
import type { WorldVehicle } from './world-debt.ts'

type Temper = 'clean' | 'ordinary' | 'heavy'

export interface Profile {
  readonly seed: number
  readonly vehicle: WorldVehicle
  readonly temper: Temper
  readonly rules: StateRules
  /** One year's tax before any discount. */
  readonly yearlyTaxCents: bigint
  /** The month of a vehicle that was first registered during a year; null goes by the calendar. */
  readonly registeredIn: number | null
}

/** When a year's tax is asked for: all days as YYYY-MM-DD. */
export interface TaxDays {
  /** From this day on the authority answers it. */
  readonly opens: string
  readonly unique: string
  readonly installments: readonly string[]
}

const CLEAN_SHARE = 25
const ORDINARY_SHARE = 45
const REGISTERED_LATER = 0.4

export function profileOf(seed: number, vehicle: WorldVehicle): Profile {
  const { renavam, uf } = vehicle
  const rules = rulesOf(uf)
  const valueReais = draw(seed, renavam, uf, 'tax').integer(28_000, 190_000)
  const calendar = draw(seed, renavam, uf, 'calendar')
  const later = calendar.chance(REGISTERED_LATER)
  return {
    seed,
    vehicle,
    temper: temperOf(draw(seed, renavam, uf, 'temper').integer(1, 100)),
    rules,
    yearlyTaxCents: BigInt(Math.floor((valueReais * rules.taxPerThousand) / 10)),
    registeredIn: later ? calendar.integer(1, 12) : null,
  }
}

function temperOf(lot: number): Temper {
  if (lot <= CLEAN_SHARE) return 'clean'
  return lot <= CLEAN_SHARE + ORDINARY_SHARE ? 'ordinary' : 'heavy'
}

/** The draw of one aspect of a vehicle. */
export function aspect(profile: Profile, ...names: readonly (string | number)[]) {
  return draw(profile.seed, profile.vehicle.renavam, profile.vehicle.uf, ...names)
}

/** The days of the state's calendar for this vehicle's plate; none when the state has no such. */
export function calendarDays(
  profile: Profile,
  year: number,
  kind: CalendarKind,
): readonly string[] {
  const { uf, plate } = profile.vehicle
  return dueDatesOf({ uf, year, kind, finalDigit: finalDigit(plate) })?.dates ?? []
}

/** The first day of the month in front: what a later vehicle's owner is told before it is due. */
const NOTICE_MONTHS = -1
/** A later vehicle's days stay apart by final digit, from the 9th to the 18th. */
const FIRST_DAY = 9

export function taxDays(profile: Profile, year: number): TaxDays {
  const installments = calendarDays(profile, year, 'ipva_installment')
  const newYear = onDay(year, 1, 1)
  const month = profile.registeredIn
  if (month === null) {
    const [unique = newYear] = calendarDays(profile, year, 'ipva_unique')
    return { opens: newYear, unique, installments }
  }
  const unique = onDay(year, month, FIRST_DAY + finalDigit(profile.vehicle.plate))
  return {
    opens: month === 1 ? newYear : addMonths(onDay(year, month, 1), NOTICE_MONTHS),
    unique,
    installments: installments.map((_, index) => addMonths(unique, index)),
  }
}
