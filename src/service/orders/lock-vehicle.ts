/** Locks the vehicle of an order until the transaction ends, so that its orders follow each other. */
import type { ServiceTransaction } from '../service-db.ts'
import type { OwnedVehicle } from './count-open-debts.ts'

export async function lockVehicle(
  tx: ServiceTransaction,
  { vehicle_id, brand_id, account_id }: OwnedVehicle,
): Promise<void> {
  await tx
    .selectFrom('service.vehicle')
    .select('id')
    .where('id', '=', vehicle_id)
    .where('brand_id', '=', brand_id)
    .where('account_id', '=', account_id)
    .forUpdate()
    .executeTakeFirstOrThrow()
}
