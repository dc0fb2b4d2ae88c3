/** Pure. A vehicle's row as the interface shows it. */
import type { Vehicle } from '../../contract/vehicle.ts'
import { formatCents } from '../../fleet/money.ts'
import type { VehicleRow } from '../tables.ts'

export const VEHICLE_COLUMNS = [
  'id',
  'plate',
  'renavam',
  'uf',
  'nickname',
  'owner_document_masked',
  'is_active',
  'created_at',
  'latest_consultation_id',
  'latest_consultation_status',
  'latest_consultation_at',
  'open_debts_count',
  'open_debts_cents',
  'consultations_count',
] as const satisfies readonly (keyof VehicleRow)[]

export type ShownVehicle = Pick<VehicleRow, (typeof VEHICLE_COLUMNS)[number]>

export function vehicleView(row: ShownVehicle): Vehicle {
  const { open_debts_cents, created_at, latest_consultation_at, ...rest } = row
  return {
    ...rest,
    created_at: created_at.toISOString(),
    latest_consultation_at: latest_consultation_at?.toISOString() ?? null,
    open_debts_amount: formatCents(open_debts_cents),
  }
}
