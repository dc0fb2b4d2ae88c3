/** Holds a Pix order that awaits payment, with its latest attempt, for one transaction. */
import { detail } from '../../contract/problem.ts'
import type { ServiceTransaction } from '../service-db.ts'
import type { AttemptRow, PaymentOrderRow } from '../tables.ts'
import type { AccountScope } from '../tenants/authenticate.ts'

export type LockedPixOrder =
  | { readonly ok: true; readonly order: PaymentOrderRow; readonly attempt: AttemptRow }
  | { readonly ok: false; readonly status: 404 | 409; readonly detail: string }

export async function lockPixOrder(
  tx: ServiceTransaction,
  scope: AccountScope,
  orderId: string,
): Promise<LockedPixOrder> {
  const order = await tx
    .selectFrom('service.payment_order')
    .selectAll()
    .where('id', '=', orderId)
    .where('brand_id', '=', scope.brandId)
    .where('account_id', '=', scope.accountId)
    .forUpdate()
    .executeTakeFirst()
  if (order === undefined) return { ok: false, status: 404, detail: detail.notFound }
  if (order.method !== 'pix') return { ok: false, status: 409, detail: detail.orderNotPix }
  if (order.status !== 'awaiting_payment') {
    return { ok: false, status: 409, detail: detail.orderNotAwaiting }
  }
  const attempt = await tx
    .selectFrom('service.attempt')
    .selectAll()
    .where('order_id', '=', order.id)
    .orderBy('ordinal', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  return { ok: true, order, attempt }
}
