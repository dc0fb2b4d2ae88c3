/** Marks the debts of an order's settled items as settled and takes them out of what the vehicle owes. */
import { sql } from 'kysely'
import type { ServiceTransaction } from '../service-db.ts'
import type { PaymentOrderRow } from '../tables.ts'

/** `settledAt`: ISO 8601. */
export async function settleDebts(
  tx: ServiceTransaction,
  order: PaymentOrderRow,
  settledAt: string,
): Promise<void> {
  // The vehicle's row orders everything that happens to one vehicle: two orders that settle at once
  // would otherwise each count the other's debts as open.
  await tx
    .selectFrom('service.vehicle')
    .select('id')
    .where('id', '=', order.vehicle_id)
    .where('brand_id', '=', order.brand_id)
    .where('account_id', '=', order.account_id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  await tx
    .updateTable('service.debt_item')
    .set({ settled_at: settledAt })
    .where('brand_id', '=', order.brand_id)
    .where('account_id', '=', order.account_id)
    .where('settled_at', 'is', null)
    .where('id', 'in', (query) =>
      query
        .selectFrom('service.order_item')
        .select('debt_item_id')
        .where('order_id', '=', order.id)
        .where('settlement_status', '=', 'settled'),
    )
    .execute()
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
    .where('item.brand_id', '=', order.brand_id)
    .where('item.account_id', '=', order.account_id)
    .where('answer.brand_id', '=', order.brand_id)
    .where('answer.account_id', '=', order.account_id)
    .where('vehicle.id', '=', order.vehicle_id)
    .where('vehicle.brand_id', '=', order.brand_id)
    .where('vehicle.account_id', '=', order.account_id)
    .where('item.settled_at', 'is', null)
    .executeTakeFirstOrThrow()
  await tx
    .updateTable('service.vehicle')
    .set({ open_debts_count: Number(open.count), open_debts_cents: open.cents })
    .where('id', '=', order.vehicle_id)
    .where('brand_id', '=', order.brand_id)
    .where('account_id', '=', order.account_id)
    .execute()
}
