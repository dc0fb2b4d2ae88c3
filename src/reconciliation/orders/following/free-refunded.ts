/**
 * A person frees the debts of a refund, so that they may be ordered again: all debts of a refunded
 * order, or those that a settled one has not settled. Until then they are owed, and locked.
 */
import type { FollowedOrder } from '../../../ledger/orders/orders.ts'
import { meaningOf, type OrderStatuses } from '../order-statuses.ts'
import type { OrderTools } from '../order-tools.ts'
import { freeDebts, letGo, type MovingTools } from '../move-with-order.ts'

export type FreeingTools = MovingTools &
  Pick<OrderTools, 'fleetId' | 'orders' | 'statuses' | 'clock'>

export type Freed =
  | { readonly freed: true; readonly debts: number }
  | { readonly freed: false; readonly why: 'unknown' | 'not-refunded' | 'freed-before' }

export async function freeRefunded(
  tools: FreeingTools,
  by: { readonly orderId: string; readonly person: string; readonly reason: string },
): Promise<Freed> {
  const known = await tools.orders.find(by.orderId)
  if (known === undefined || known.fleetId !== tools.fleetId)
    return { freed: false, why: 'unknown' }
  const debtIds = refusedDebts(tools.statuses, known)
  if (debtIds.length === 0) return { freed: false, why: 'not-refunded' }
  const at = new Date(tools.clock.now())
  const { person, reason } = by
  const isFreed = await tools.orders.transaction(async (tx) => {
    // The order is freed first: its debts may be in another one by now, which must keep them.
    if (!(await tools.orders.free(known.id, { debtIds, at }, tx))) return false
    const why = `order ${known.id} (${known.status}) freed`
    const move = { ids: debtIds, from: ['ordered', 'paid'], why, at, orderId: known.id } as const
    await freeDebts(tools, tx, known.vehicleId, move)
    const who = { kind: 'person', name: person } as const
    const to = { from: ['ordered'], reason, at, by: who } as const
    if (known.standing === 'refunded') await letGo(tools, tx, known, to)
    await tools.orders.tellFreed(known.id, { debtIds, person, reason, at }, tx)
    return true
  })
  return isFreed ? { freed: true, debts: debtIds.length } : { freed: false, why: 'freed-before' }
}

/** Pure. The debts whose money came back. */
function refusedDebts(statuses: OrderStatuses, { standing, items }: FollowedOrder): string[] {
  if (standing === 'refunded') return items.map(({ debtId }) => debtId)
  if (standing !== 'settled') return []
  return items
    .filter(({ settlement }) => settlement !== '')
    .filter(({ settlement }) => meaningOf(statuses, 'item', settlement) !== 'settled')
    .map(({ debtId }) => debtId)
}
