/** Marks the debts of an order's settled items as settled and counts the vehicle's open ones. */
import type { ServiceTransaction } from '../service-db.ts'
import type { PaymentOrderRow } from '../tables.ts'
import { countOpenDebts, lockVehicle } from './count-open-debts.ts'
import { ownedBy } from '../tenants/owned-by.ts'

/** `settledAt`: ISO 8601. */
export async function settleDebts(
  tx: ServiceTransaction,
  order: PaymentOrderRow,
  settledAt: string,
): Promise<void> {
  // The lock lets one order settle at a time: two at once would each count the other's debts as
  // open.
  await lockVehicle(tx, order)
  await tx
    .updateTable('service.debt_item')
    .set({ settled_at: settledAt })
    .where(ownedBy(order))
    .where('settled_at', 'is', null)
    .where('id', 'in', (query) =>
      query
        .selectFrom('service.order_item')
        .select('debt_item_id')
        .where('order_id', '=', order.id)
        .where('settlement_status', '=', 'settled'),
    )
    .execute()
  await countOpenDebts(tx, order)
}
