/** A fleet that meets everything: in each state so many vehicles of each temper. */
import { finalDigit } from '../../../src/fleet/plate.ts'
import { renavamCheckDigit } from '../../../src/fleet/renavam.ts'
import { type Uf, UFS } from '../../../src/fleet/uf.ts'
import { answerVehicle } from '../../../src/service/simulation/answer-vehicle.ts'
import { lookupFailure } from '../../../src/service/simulation/lookup-failure.ts'
import { profileOf } from '../../../src/service/simulation/profile.ts'
import { rulesOf } from '../../../src/service/simulation/state-rules.ts'
import type { WorldVehicle } from '../../../src/service/simulation/world-debt.ts'

export const WORLD_SEED = 1
/** Clean vehicles never change, so that one of them is enough; heavy ones meet the rare events. */
const WANTED = { clean: 1, fined: 1, ordinary: 6, heavy: 12, failing: 1, provisional: 1 } as const
type Sort = keyof typeof WANTED
const TRIED_MAX = 400

export const VEHICLES_PER_STATE = Object.values(WANTED).reduce((sum, count) => sum + count, 0)

export interface FleetVehicle extends WorldVehicle {
  readonly uf: Uf
}

export function worldFleet(): FleetVehicle[] {
  return UFS.flatMap((uf) => {
    const left = new Map<string, number>(Object.entries(WANTED))
    const chosen: FleetVehicle[] = []
    for (let number = 0; number < TRIED_MAX && chosen.length < VEHICLES_PER_STATE; number++) {
      const vehicle = candidate(uf, number)
      const found = sortOf(vehicle)
      const sort = found === 'fined' && left.get(found) === 0 ? 'ordinary' : found
      const count = left.get(sort) ?? 0
      if (count === 0) continue
      left.set(sort, count - 1)
      chosen.push(vehicle)
    }
    if (chosen.length < VEHICLES_PER_STATE) throw new Error(`Too few vehicles in ${uf}.`)
    return chosen
  })
}

function candidate(uf: Uf, number: number): FleetVehicle {
  // Every tenth candidate has a provisional Renavam, which begins with 9.
  const first = number % 10 === 9 ? 9_000_000_000 : 1_000_000_000
  const stem = String(first + number * 7_919)
  return {
    uf,
    renavam: `${stem}${renavamCheckDigit(stem)}`,
    plate: `FRT${number % 10}A1${(number * 7) % 10}`,
  }
}

/** A failure on two days half a year apart is a lasting one, as good as always. */
function sortOf(vehicle: FleetVehicle): Sort {
  const fails = (day: string): boolean => lookupFailure(WORLD_SEED, vehicle, day) !== null
  if (fails('2026-01-05') && fails('2026-07-05')) return 'failing'
  const { temper } = profileOf(WORLD_SEED, vehicle)
  if (vehicle.renavam.startsWith('9')) return temper === 'heavy' ? 'provisional' : 'clean'
  return temper === 'ordinary' && owesFinesOnly(vehicle) ? 'fined' : temper
}

/** True for one whose licensing waits for a fine, where a state asks for that; the rarest event. */
function owesFinesOnly(vehicle: FleetVehicle): boolean {
  if (!rulesOf(vehicle.uf).licensingWaitsForFines) return true
  return ['03', '06', '09', '12'].some((month) => {
    const answer = answerVehicle(WORLD_SEED, vehicle, `2026-${month}-01`)
    const debts = answer.outcome === 'ready' ? answer.debts : []
    return debts.some(({ dependsOn }) => debts[dependsOn ?? -1]?.kind.endsWith('ticket'))
  })
}

export function finalDigitsOf(fleet: readonly FleetVehicle[]): Set<number> {
  return new Set(fleet.map((vehicle) => finalDigit(vehicle.plate)))
}
