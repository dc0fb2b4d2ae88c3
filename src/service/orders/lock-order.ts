/** Locks an order of the caller's account, with its newest attempt, until the transaction ends. */
import type { ServiceTransaction } from '../service-db.ts'
import type { AskedOrder } from './load-charges.ts'
import { ownedBy, type Owner } from '../tenants/owned-by.ts'

/** Undefined when the account has no such order. */
export async function lockOrder(
  tx: ServiceTransaction,
  owner: Owner,
  orderId: string,
): Promise<AskedOrder | undefined> {
  const order = await tx
    .selectFrom('service.payment_order')
    .selectAll()
    .where('id', '=', orderId)
    .where(ownedBy(owner))
    .forUpdate()
    .executeTakeFirst()
  if (order === undefined) return undefined
  const attempt = await tx
    .selectFrom('service.attempt')
    .selectAll()
    .where('order_id', '=', order.id)
    .orderBy('ordinal', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  return { order, attempt }
}
