/** A vehicle's open debts are the unsettled items of the answer that it shows. */
import { sql } from 'kysely'
import type { ServiceTransaction } from '../service-db.ts'
import type { PaymentOrderRow } from '../tables.ts'
import { ownedBy } from '../tenants/owned-by.ts'

export type OwnedVehicle = Pick<PaymentOrderRow, 'vehicle_id' | 'brand_id' | 'account_id'>

/** Until the transaction ends, so that the vehicle's orders follow each other. */
export async function lockVehicle(tx: ServiceTransaction, of: OwnedVehicle): Promise<void> {
  await tx
    .selectFrom('service.vehicle')
    .select('id')
    .where('id', '=', of.vehicle_id)
    .where(ownedBy(of))
    .forUpdate()
    .executeTakeFirstOrThrow()
}

/** The caller must have locked the vehicle's row. */
export async function countOpenDebts(tx: ServiceTransaction, vehicle: OwnedVehicle): Promise<void> {
  const open = await tx
    .selectFrom('service.debt_item as item')
    .innerJoin('service.consultation as answer', 'answer.id', 'item.consultation_id')
    .innerJoin('service.vehicle as vehicle', (join) =>
      join
        .onRef('vehicle.id', '=', 'answer.vehicle_id')
        .onRef('vehicle.debts_ordinal', '=', 'answer.ordinal'),
    )
    .select([
      sql<bigint>`count(*)`.as('count'),
      sql<bigint>`coalesce(sum(item.amount_cents), 0)::int8`.as('cents'),
    ])
    .where(ownedBy(vehicle, 'item'))
    .where(ownedBy(vehicle, 'answer'))
    .where('vehicle.id', '=', vehicle.vehicle_id)
    .where(ownedBy(vehicle, 'vehicle'))
    .where('item.settled_at', 'is', null)
    .executeTakeFirstOrThrow()
  await tx
    .updateTable('service.vehicle')
    .set({ open_debts_count: Number(open.count), open_debts_cents: open.cents })
    .where('id', '=', vehicle.vehicle_id)
    .where(ownedBy(vehicle))
    .execute()
}
