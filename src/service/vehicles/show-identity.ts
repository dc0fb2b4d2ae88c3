/**
 * After a change of Renavam, state or plate, a vehicle shows only answers about its new identity.
 * Pending consultations about the old one fail.
 */
import { instant } from '../../clock.ts'
import { endingFields } from '../consultations/ending-fields.ts'
import { countOpenDebts, type OwnedVehicle } from '../orders/count-open-debts.ts'
import type { ServiceTransaction } from '../service-db.ts'
import type { ServiceTools } from '../service-tools.ts'
import { type ShownVehicle, VEHICLE_COLUMNS } from './vehicle-view.ts'
import { ownedBy } from '../tenants/owned-by.ts'

/** The caller must have locked the vehicle's row. */
export async function showIdentity(
  tools: Pick<ServiceTools, 'clock'>,
  tx: ServiceTransaction,
  vehicle: OwnedVehicle,
): Promise<ShownVehicle> {
  await tx
    .updateTable('service.consultation')
    .set({ ...endingFields(IDENTITY_CHANGED), finished_at: instant(tools.clock.now()) })
    .where('vehicle_id', '=', vehicle.vehicle_id)
    .where(ownedBy(vehicle))
    .where('status', '=', 'pending')
    .execute()
  const latest = await latestOf(tx, vehicle).executeTakeFirst()
  const answered = await latestOf(tx, vehicle)
    .where('asked.status', '=', 'ready')
    .executeTakeFirst()
  await tx
    .updateTable('service.vehicle')
    .set({
      latest_consultation_id: latest?.id ?? null,
      latest_consultation_status: latest?.status ?? null,
      latest_consultation_at: latest?.created_at.toISOString() ?? null,
      // Ordinals begin with 1, so 0 means that no answer is shown.
      debts_ordinal: answered?.ordinal ?? 0,
    })
    .where('id', '=', vehicle.vehicle_id)
    .where(ownedBy(vehicle))
    .execute()
  await countOpenDebts(tx, vehicle)
  return await tx
    .selectFrom('service.vehicle')
    .select(VEHICLE_COLUMNS)
    .where('id', '=', vehicle.vehicle_id)
    .where(ownedBy(vehicle))
    .executeTakeFirstOrThrow()
}

/** Consultations about the vehicle's current identity, newest first. */
function latestOf(tx: ServiceTransaction, vehicle: OwnedVehicle) {
  return tx
    .selectFrom('service.consultation as asked')
    .innerJoin('service.vehicle as of', (join) =>
      join.onRef('of.id', '=', 'asked.vehicle_id').onRef('of.identity', '=', 'asked.identity'),
    )
    .select(['asked.id', 'asked.status', 'asked.created_at', 'asked.ordinal'])
    .where('asked.vehicle_id', '=', vehicle.vehicle_id)
    .where(ownedBy(vehicle, 'asked'))
    .where(ownedBy(vehicle, 'of'))
    .orderBy('asked.ordinal', 'desc')
    .limit(1)
}

const IDENTITY_CHANGED = {
  state: 'failed',
  code: 'vehicle_changed',
  title: 'Veículo alterado',
  message: 'O Renavam, a placa ou a UF do veículo mudou depois desta consulta.',
  action: 'Consulte de novo; a nova consulta é feita com os dados atuais.',
} as const
