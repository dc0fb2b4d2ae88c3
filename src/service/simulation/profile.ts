/** What kind of vehicle one is: how much it owes and how its taxes are computed. */
import { finalDigit } from '../../fleet/plate.ts'
import { draw } from './draw.ts'
import type { WorldVehicle } from './world-debt.ts'

type Temper = 'clean' | 'ordinary' | 'heavy'

export interface Profile {
  readonly seed: number
  readonly vehicle: WorldVehicle
  readonly temper: Temper
  /** The tax of the current year before any discount. */
  readonly yearlyTaxCents: bigint
  readonly installments: number
  /** The month of the single payment and of the first instalment. */
  readonly calendarMonth: number
  readonly calendarDay: number
}

const CLEAN_SHARE = 25
const ORDINARY_SHARE = 45

/** A vehicle first registered during a year pays from that month on; the others early in it. */
const REGISTERED_LATER = 0.4

export function profileOf(seed: number, vehicle: WorldVehicle): Profile {
  const { renavam, uf } = vehicle
  const lot = draw(seed, renavam, uf, 'temper').integer(1, 100)
  const tax = draw(seed, renavam, uf, 'tax')
  const valueReais = tax.integer(28_000, 190_000)
  const ratePerThousand = tax.integer(20, 40)
  const calendar = draw(seed, renavam, uf, 'calendar')
  const later = calendar.chance(REGISTERED_LATER)
  return {
    seed,
    vehicle,
    temper: temperOf(lot),
    yearlyTaxCents: BigInt(Math.floor((valueReais * ratePerThousand) / 10)),
    installments: tax.integer(3, 5),
    calendarMonth: later ? calendar.integer(1, 12) : calendar.integer(1, 3),
    // The states go by the plate's final digit, one or two days for each.
    calendarDay: 9 + finalDigit(vehicle.plate),
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
