/** The vehicles of a fleet's account, as a file is compared with them; a mere read. */
import { sql } from 'kysely'
import type { Fleet } from './fleets.ts'
import type { NamedVehicle, VehicleFacts } from '../vehicles/vehicles.ts'
import type { LedgerDb } from '../schema/tx.ts'

export interface KnownVehicle extends NamedVehicle, Pick<VehicleFacts, 'id' | 'inFleet' | 'state'> {
  /** Its plate here, and at the service. */
  readonly plates: readonly string[]
  readonly extras: Readonly<Record<string, string>>
  readonly ownerHash: string
  /** False for a vehicle of another fleet of the account; a file that names it takes it over. */
  readonly isOwn: boolean
}

export async function knownVehicles(
  db: LedgerDb,
  { id, accountId }: Pick<Fleet, 'id' | 'accountId'>,
): Promise<readonly KnownVehicle[]> {
  const { rows } = await sql<KnownVehicle>`
    select id, renavam, plate, array_remove(array[plate, remote_plate], null) as plates, uf,
      nickname, cost_centre as "costCentre", coalesce(extras, '{}') as extras,
      owner_hash as "ownerHash", in_fleet as "inFleet", fleet_id = ${id} as "isOwn", state
    from frota.vehicle where account_id = ${accountId} order by renavam
  `.execute(db)
  return rows
}
