/** Reads the items that an order or a preview asks for, and judges them. */
import type { ServiceTools } from '../service-tools.ts'
import type { AccountScope } from '../tenants/authenticate.ts'
import { judgeOrder, type OrderVerdict } from './judge-order.ts'

export async function chosenItems(
  tools: ServiceTools,
  scope: AccountScope,
  ids: readonly string[],
): Promise<OrderVerdict> {
  const mine = tools.db
    .selectFrom('service.debt_item')
    .where('brand_id', '=', scope.brandId)
    .where('account_id', '=', scope.accountId)
  const found = await mine.selectAll().where('id', 'in', ids).execute()
  const partners = found.flatMap((item) => (item.depends_on === null ? [] : [item.depends_on]))
  const settled =
    partners.length === 0
      ? []
      : await mine
          .select('id')
          .where('id', 'in', partners)
          .where('settled_at', 'is not', null)
          .execute()
  return judgeOrder(ids, found, new Set(settled.map(({ id }) => id)))
}
