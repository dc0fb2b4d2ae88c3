/** GET orders/summary: counts and amounts, in all, by status and by method. */
import { sql } from 'kysely'
import { formatCents } from '../../fleet/money.ts'
import { ok } from '../http/replies.ts'
import type { Handler } from '../service-tools.ts'
import { advanceOrders } from './advance-orders.ts'
import { ownedBy } from '../tenants/owned-by.ts'

interface Sums {
  readonly count: bigint
  readonly debts: bigint
  readonly fee: bigint
  readonly total: bigint
  readonly refunded: bigint
}

export const summarizeOrders: Handler<'orderSummary'> = async (tools, _request, scope) => {
  await advanceOrders(tools, scope)
  const hidden = scope.hidden?.order ?? []
  const rows = await tools.db
    .selectFrom('service.payment_order')
    .select(({ fn }) => [
      'status',
      'method',
      fn.countAll<bigint>().as('count'),
      sql<bigint>`sum(debts_cents)::int8`.as('debts'),
      sql<bigint>`sum(service_fee_cents)::int8`.as('fee'),
      sql<bigint>`sum(total_cents)::int8`.as('total'),
      sql<bigint>`sum(refunded_cents)::int8`.as('refunded'),
    ])
    .where(ownedBy(scope))
    .$if(hidden.length > 0, (query) => query.where('id', 'not in', hidden))
    .groupBy(['status', 'method'])
    .orderBy('status')
    .orderBy('method')
    .execute()
  const byStatus = sortedByKey(Map.groupBy(rows, (row) => row.status))
  const byMethod = sortedByKey(Map.groupBy(rows, (row) => row.method))
  return ok({
    ...shown(rows),
    by_status: byStatus.map(([status, sums]) => ({ status, ...shown(sums) })),
    by_method: byMethod.map(([method, sums]) => ({ method, ...shown(sums) })),
  })
}

function sortedByKey<Key extends string, Value>(groups: ReadonlyMap<Key, Value>) {
  return [...groups].toSorted(([one], [other]) => (one < other ? -1 : 1))
}

function shown(sums: readonly Sums[]) {
  const sum = (key: keyof Sums): bigint => sums.reduce((total, each) => total + each[key], 0n)
  return {
    count: Number(sum('count')),
    debts_amount: formatCents(sum('debts')),
    service_fee: formatCents(sum('fee')),
    total_amount: formatCents(sum('total')),
    refunded_amount: formatCents(sum('refunded')),
  }
}
