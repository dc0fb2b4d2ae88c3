/** Locks an order of the caller's account, with its newest attempt, until the transaction ends. */
import type { ServiceTransaction } from '../service-db.ts'
import type { AccountScope } from '../tenants/authenticate.ts'
import type { AskedOrder } from './load-charges.ts'

/** Undefined when the account has no such order. */
export async function lockOrder(
  tx: ServiceTransaction,
  scope: Pick<AccountScope, 'brandId' | 'accountId'>,
  orderId: string,
): Promise<AskedOrder | undefined> {
  const order = await tx
    .selectFrom('service.payment_order')
    .selectAll()
    .where('id', '=', orderId)
    .where('brand_id', '=', scope.brandId)
    .where('account_id', '=', scope.accountId)
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
