import { sql, type RawBuilder } from 'kysely'

/**
 * False of a proposal whose vehicle left the fleet: nobody can approve it, so it is not offered,
 * counted or priced, and it is a proposal again when the vehicle comes back. `plan`: the alias of
 * `frota.order_plan`. An approved plan counts until the order gate refuses it.
 */
export function staysInFleet(plan: string): RawBuilder<boolean> {
  const [state, vehicle, fleet] = ['state', 'vehicle_id', 'fleet_id'].map((column) =>
    sql.ref(`${plan}.${column}`),
  )
  return sql<boolean>`(${state} <> 'proposed' or exists (select from frota.vehicle own
    where own.id = ${vehicle} and own.fleet_id = ${fleet} and own.in_fleet))`
}
