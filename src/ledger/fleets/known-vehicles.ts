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
  /** The name of its fleet. */
  readonly fleet: string
}

/** RENAVAMs in the fleets of other accounts: nothing but a person holds their orders apart. */
export async function renavamsElsewhere(
  db: LedgerDb,
  accountId: string,
): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('frota.vehicle')
    .select('renavam')
    .where('account_id', '<>', accountId)
    .where('in_fleet', '=', true)
    .execute()
  return new Set(rows.map(({ renavam }) => renavam))
}

/** `id`: null for a fleet that has no file yet. */
export async function knownVehicles(
  db: LedgerDb,
  { id, accountId }: { readonly id: string | null } & Pick<Fleet, 'accountId'>,
): Promise<readonly KnownVehicle[]> {
  const { rows } = await sql<KnownVehicle>`
    select v.id, v.renavam, v.plate, array_remove(array[v.plate, v.remote_plate], null) as plates,
      v.uf, v.nickname, v.cost_centre as "costCentre", coalesce(v.extras, '{}') as extras,
      v.owner_hash as "ownerHash", v.in_fleet as "inFleet", v.state, fleet.name as fleet,
      coalesce(v.fleet_id = ${id}, false) as "isOwn"
    from frota.vehicle v join frota.fleet fleet on fleet.id = v.fleet_id
    where v.account_id = ${accountId} order by v.renavam
  `.execute(db)
  return rows
}
