/** The tables of how files are read and of what changed about a vehicle, mirroring migration 0014. */
import type { Json } from './columns.ts'

interface FleetReadingTable {
  fleet_id: string
  /** Field to header, as `--map` gives it. */
  column_map: Json
  sheet: string | null
  updated_at: Date
}

export type VehicleChangeField =
  | 'plate'
  | 'uf'
  | 'nickname'
  | 'cost_centre'
  | 'extras'
  | 'owner'
  | 'owner_cnpj'
  | 'fleet'
  | 'in_fleet'
  | 'state'

export interface IntakeTables {
  'frota.fleet_reading': FleetReadingTable
}
