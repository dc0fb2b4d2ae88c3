/** What else the ledger knows of one vehicle, for `frota vehicle show`. */
import { sql } from 'kysely'
import type { LedgerDb } from '../schema/tx.ts'
import { removalHolds, type RemovalHold } from './vehicle-removals.ts'

export interface VehicleDetails {
  /** Other columns of the sheet, by their header, as they stand there. */
  readonly extras: Readonly<Record<string, string>>
  readonly fleet: string
  readonly createdAt: Date
  readonly registeredAt: Date | null
  readonly removalAskedAt: Date | null
  /** What keeps it at the service for now. */
  readonly removalHolds: readonly RemovalHold[]
  readonly lastFile: { readonly name: string; readonly line: number; readonly at: Date } | null
}

interface Row extends Omit<VehicleDetails, 'lastFile'> {
  readonly fileName: string | null
  readonly fileLine: number | null
  readonly fileAt: Date | null
}

export async function detailsOf(db: LedgerDb, id: string): Promise<VehicleDetails> {
  const { rows } = await sql<Row>`
    select coalesce(vehicle.extras, '{}') as extras, fleet.name as fleet,
      vehicle.created_at as "createdAt", vehicle.removal_asked_at as "removalAskedAt",
      ${removalHolds(sql`vehicle.id`)} as "removalHolds",
      case when vehicle.state = 'registered' then (
        select max(effect.updated_at) from frota.effect effect
        where effect.vehicle_id = vehicle.id and effect.kind = 'register' and effect.active
      ) end as "registeredAt",
      import.file_name as "fileName", vehicle.last_import_line as "fileLine",
      import.received_at as "fileAt"
    from frota.vehicle vehicle
    join frota.fleet fleet on fleet.id = vehicle.fleet_id
    left join frota.import import on import.id = vehicle.last_import_id
    where vehicle.id = ${id}
  `.execute(db)
  const [row] = rows
  if (row === undefined) throw new Error('The vehicle to show is not in the ledger.')
  const { fileName, fileLine, fileAt, ...details } = row
  const isKnown = fileName !== null && fileLine !== null && fileAt !== null
  return { ...details, lastFile: isKnown ? { name: fileName, line: fileLine, at: fileAt } : null }
}
