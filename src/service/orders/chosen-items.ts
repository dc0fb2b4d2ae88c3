/** Reads the items that an order or a preview asks for, and judges them. */
import type { ServiceTools } from '../service-tools.ts'
import type { AccountScope } from '../tenants/authenticate.ts'
import { debtsPaidElsewhere } from './debts-paid-elsewhere.ts'
import { judgeOrder, type OrderVerdict } from './judge-order.ts'
import { ownedBy } from '../tenants/owned-by.ts'

export async function chosenItems(
  tools: ServiceTools,
  scope: AccountScope,
  ids: readonly string[],
): Promise<OrderVerdict> {
  const found = await tools.db
    .selectFrom('service.debt_item as item')
    .innerJoin('service.consultation as answer', 'answer.id', 'item.consultation_id')
    .innerJoin('service.vehicle as vehicle', 'vehicle.id', 'item.vehicle_id')
    .selectAll('item')
    .select(['answer.identity as asked_identity', 'vehicle.identity as vehicle_identity'])
    .select(['vehicle.plate', 'vehicle.uf'])
    .where(ownedBy(scope, 'item'))
    .where(ownedBy(scope, 'answer'))
    .where(ownedBy(scope, 'vehicle'))
    .where('item.id', 'in', ids)
    .execute()
  const partners = found.flatMap((item) => (item.depends_on === null ? [] : [item.depends_on]))
  const settled =
    partners.length === 0
      ? []
      : await tools.db
          .selectFrom('service.debt_item')
          .select('id')
          .where(ownedBy(scope))
          .where('id', 'in', partners)
          .where('settled_at', 'is not', null)
          .execute()
  const paid = await debtsPaidElsewhere(tools.db, scope, ids)
  return judgeOrder(ids, found, { settled: new Set(settled.map(({ id }) => id)), paid })
}
