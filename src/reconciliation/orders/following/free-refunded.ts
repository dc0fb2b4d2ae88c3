/**
 * A person frees the debts of a refund, so that they may be ordered again: all debts of a refunded
 * order, or those that were refused. Until then they are owed, and locked.
 */
import type { OrderTools } from '../order-tools.ts'
import { freeDebts, letGo, type MovingTools } from '../move-with-order.ts'
import { returnedDebts } from './settled-items.ts'

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
  const returned = returnedDebts(tools.statuses, known)
  if (returned.length === 0) return { freed: false, why: 'not-refunded' }
  const at = new Date(tools.clock.now())
  const { person, reason } = by
  const debts = await tools.orders.transaction(async (tx) => {
    // The order is freed first: its debts may be in another one by now, which must keep them.
    const debtIds = await tools.orders.free(known.id, { debtIds: returned, at }, tx)
    if (debtIds.length === 0) return 0
    const why = `order ${known.id} (${known.status}) freed`
    const move = { ids: debtIds, from: ['ordered', 'paid'], why, at, orderId: known.id } as const
    const moved = await freeDebts(tools, tx, known.vehicleId, move)
    const who = { kind: 'person', name: person } as const
    const to = { from: ['ordered'], reason, at, by: who } as const
    if (known.standing === 'refunded') await letGo(tools, tx, known, to)
    await tools.orders.tellFreed(known.id, { debtIds, person, reason, at }, tx)
    return moved
  })
  return debts > 0 ? { freed: true, debts } : { freed: false, why: 'freed-before' }
}
