/** Locks the vehicle of an order until the transaction ends, so that its orders follow each other. */
import type { ServiceTransaction } from '../service-db.ts'
import type { OwnedVehicle } from './count-open-debts.ts'
import { ownedBy } from '../tenants/owned-by.ts'

export async function lockVehicle(tx: ServiceTransaction, of: OwnedVehicle): Promise<void> {
  await tx
    .selectFrom('service.vehicle')
    .select('id')
    .where('id', '=', of.vehicle_id)
    .where(ownedBy(of))
    .forUpdate()
    .executeTakeFirstOrThrow()
}
