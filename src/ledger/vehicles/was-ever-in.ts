/** Whose a vehicle was, for what stays with the seller after it was sold or moved. */
import { sql, type RawBuilder } from 'kysely'

/**
 * Whether the vehicle of alias `v` is or was of the fleet. The vehicles that left are named as one
 * array, so that both halves are found by an index: other fleets' vehicles then cost nothing.
 */
export function wasEverIn(fleetId: string): RawBuilder<boolean> {
  return sql<boolean>`(v.fleet_id = ${fleetId}::uuid or v.id = any(array(
    select c.vehicle_id from frota.vehicle_change c join frota.fleet f on f.name = c.before
    where c.field = 'fleet' and f.id = ${fleetId}::uuid)))`
}
