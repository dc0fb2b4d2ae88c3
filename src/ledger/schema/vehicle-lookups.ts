/** Finds vehicles by plate in either form, by a former plate, or by RENAVAM. */
import { sql, type RawBuilder } from 'kysely'
import { plateForms } from '../../fleet/similar-plates.ts'

export interface NamedVehicles<Vehicle> {
  readonly by: 'plate' | 'former-plate' | 'renavam'
  /** Several when a plate moved from one to another; empty when the fleet has none. */
  readonly vehicles: readonly Vehicle[]
}

/** Vehicles of one answer; a plate is at most on a few. */
const NAMED_MAX = 20

export async function findNamed<Vehicle>(
  select: (where: RawBuilder<unknown>) => Promise<Vehicle[]>,
  fleetId: string,
  text: string,
): Promise<NamedVehicles<Vehicle>> {
  const renavam = renavamOf(text)
  const ordered = sql`order by in_fleet desc, seq desc limit ${NAMED_MAX}`
  if (renavam !== undefined) {
    const where = sql`where fleet_id = ${fleetId} and renavam = ${renavam} ${ordered}`
    return { by: 'renavam', vehicles: await select(where) }
  }
  const forms = plateForms(text)
  const vehicles = await select(
    sql`where fleet_id = ${fleetId} and plate = any(${forms}::text[]) ${ordered}`,
  )
  if (vehicles.length > 0) return { by: 'plate', vehicles }
  const formerly = sql`where fleet_id = ${fleetId} and id in ${whoHad(forms)} ${ordered}`
  return { by: 'former-plate', vehicles: await select(formerly) }
}

/** Condition on `vehicle` (frota.vehicle): it has or had the plate, or it has the RENAVAM. */
export function everNamed(text: string): RawBuilder<boolean> {
  const renavam = renavamOf(text)
  if (renavam !== undefined) return sql<boolean>`vehicle.renavam = ${renavam}`
  const forms = plateForms(text)
  return sql<boolean>`(vehicle.plate = any(${forms}::text[]) or vehicle.id in ${whoHad(forms)})`
}

/** Vehicles that once had one of these plates, by an index of its own. */
export function whoHad(forms: readonly string[]): RawBuilder<unknown> {
  return sql`(select change.vehicle_id from frota.vehicle_change change
    where change.field = 'plate' and change.before = any(${forms}::text[]))`
}

/** A text of digits only is a RENAVAM, because no plate has only digits. */
function renavamOf(text: string): string | undefined {
  const digits = text.replace(/[\s.-]/g, '')
  return /^[0-9]{9,11}$/.test(digits) ? digits.padStart(11, '0') : undefined
}
