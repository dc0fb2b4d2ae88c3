/** Which of some debt items another order has paid already, be it by an item of another answer. */
import type { ServiceDb } from '../service-db.ts'
import type { PaymentOrderRow } from '../tables.ts'
import { judgePaid } from './judge-paid.ts'
import { ownedBy, type Owner } from '../tenants/owned-by.ts'

/** `except`: the order that asks. The result maps an item to the order that paid its debt. */
export async function debtsPaidElsewhere(
  db: ServiceDb,
  owner: Owner,
  items: readonly string[],
  except?: string,
): Promise<ReadonlyMap<string, string>> {
  if (items.length === 0) return new Map()
  const claims = db
    .selectFrom('service.order_item as claim')
    .innerJoin('service.payment_order as payer', 'payer.id', 'claim.order_id')
    .select(['claim.debt_item_id as item', 'payer.id as payer'])
    .where(ownedBy(owner, 'payer'))
    .where('payer.status', 'in', ['paid', 'settling', 'settled'])
    .where('claim.settlement_status', '!=', 'failed')
    .$if(except !== undefined, (query) => query.where('payer.id', '!=', except ?? ''))
  const rows = await db
    .selectFrom('service.debt_item as asked')
    .innerJoin('service.debt_item as same', (join) =>
      join
        .onRef('same.vehicle_id', '=', 'asked.vehicle_id')
        .onRef('same.fingerprint', '=', 'asked.fingerprint'),
    )
    .innerJoin('service.consultation as answer', 'answer.id', 'same.consultation_id')
    .leftJoin(claims.as('claimed'), 'claimed.item', 'same.id')
    .select(['same.id', 'same.fingerprint', 'same.settled_at as settledAt', 'claimed.payer'])
    .select(['answer.id as answer', 'answer.created_at as askedAt'])
    .distinct()
    .where('asked.id', 'in', items)
    .where(ownedBy(owner, 'asked'))
    .where(ownedBy(owner, 'same'))
    .where(ownedBy(owner, 'answer'))
    .execute()
  return judgePaid(items, rows)
}

/** Which items of an order are of debts that another order has paid. */
export async function orderPaidElsewhere(
  db: ServiceDb,
  order: PaymentOrderRow,
): Promise<ReadonlyMap<string, string>> {
  const items = await db
    .selectFrom('service.order_item')
    .select('debt_item_id')
    .where('order_id', '=', order.id)
    .execute()
  const ids = items.map(({ debt_item_id }) => debt_item_id)
  return await debtsPaidElsewhere(db, order, ids, order.id)
}
