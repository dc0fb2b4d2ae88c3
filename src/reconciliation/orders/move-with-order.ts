/**
 * Moves the debts of an order as the order stands. A dead order gives its debts and locks back, and
 * its effect stops guarding its key, so that the same debts may be ordered again. After a
 * refund they are owed and stay locked: the authority might refuse the same payment again, so a
 * person looks first. Nothing takes a debt back that another order of ours holds.
 */
import type { DebtMove } from '../../ledger/debts/debts.ts'
import type { PlanRelease } from '../../ledger/orders/plans.ts'
import type { OrderStanding, PlanState } from '../../ledger/schema/tables-orders.ts'
import type { Tx } from '../../ledger/schema/tx.ts'
import { MISMATCHES, reason } from './order-reasons.ts'
import type { OrderTools } from './order-tools.ts'

export type MovingTools = Pick<OrderTools, 'debts' | 'plans' | 'effects' | 'journaled'>

export interface MovedOrder {
  readonly id: string
  readonly status: string
  readonly standing: OrderStanding
  readonly vehicleId: string
  readonly debtIds: readonly string[]
  /** Those of `debtIds` whose money came back alone: owed as before, and exceptions. */
  readonly left?: readonly string[]
  /** A person freed some of `debtIds`. */
  readonly isFreed?: boolean
  /** Then those that the service calls settled: whatever it does not say of one stays free. */
  readonly settled?: readonly string[]
  /** No earlier read had seen it paid. */
  readonly paidNow?: boolean
  readonly planId: string | null
  /** `void`: the order was over once, and its debts were given back. */
  readonly planState?: PlanState | null
  readonly totalCents: bigint
  readonly effectId: string | null
}

export async function moveWithOrder(
  tools: MovingTools,
  tx: Tx,
  order: MovedOrder,
  at: Date,
): Promise<void> {
  const why = `order ${order.id} (${order.status})`
  const isPaidNow = order.standing === 'refunded' && order.paidNow === true
  const isAlive = isPaidNow || ['open', 'paid', 'settled'].includes(order.standing)
  const tellVoid = isAlive ? await takeAgain(tools, tx, order, why, at) : undefined
  await moveDebts(tools, tx, order, why, at)
  // After this nothing waits for a lock: the audit log's end is locked.
  await tellVoid?.()
}

async function moveDebts(tools: MovingTools, tx: Tx, order: MovedOrder, why: string, at: Date) {
  const move = { ids: order.debtIds, why, at, orderId: order.id }
  // Both happened, even if nobody read the order between them: the books need each.
  const payAndReturn = async (returned: typeof move): Promise<void> => {
    if (order.paidNow === true) {
      await tools.debts.move({ ...returned, from: ['ordered'], to: 'paid' }, tx)
    }
    const from = ['paid', 'settled'] as const
    await tools.debts.move({ ...returned, from, to: 'ordered', unlessHeld: true }, tx)
  }
  switch (order.standing) {
    case 'paid':
    case 'settled': {
      const [left, kept] = split(order.debtIds, (id) => order.left?.includes(id) === true)
      const [settled, ids] = split(kept, (id) => order.settled?.includes(id) === true)
      const on = { ...move, from: ['ordered', 'paid'], to: order.standing } as const
      await tools.debts.move({ ...on, ids: settled }, tx)
      // A freed debt may be another order's by now.
      await tools.debts.move({ ...on, ids, unlessHeld: order.isFreed === true }, tx)
      await payAndReturn({ ...move, ids: left })
      return
    }
    case 'dead':
      return giveBack(tools, tx, order, at)
    case 'open':
    case 'refunded':
      return payAndReturn(move)
    case 'unknown':
      return
  }
}

/**
 * An order that was over lives again, as a rule because it was paid late: it holds its debts as
 * before, and what was proposed of them meanwhile is void, which the result tells the audit log. So
 * it does with a debt that a person freed and that the service calls settled after all.
 */
async function takeAgain(tools: MovingTools, tx: Tx, order: MovedOrder, why: string, at: Date) {
  const { id: orderId, planId, totalCents } = order
  const isVoid = order.planState === 'void'
  const ids = isVoid ? order.debtIds : (order.settled ?? [])
  if (planId === null || (!isVoid && ids.length === 0)) return undefined
  const told = reason('order-lives', `${orderId} (${order.status})`)
  const journaled = await tools.journaled?.()
  const lives = { debtIds: ids, reason: told, at, mismatches: MISMATCHES, journaled }
  const tellVoid = await tools.plans.giveWay(planId, lives, tx)
  const from = ['open', 'gone'] as const
  await tools.debts.move({ ids, from, to: 'ordered', why, at, orderId }, tx)
  if (isVoid) await tools.plans.markOrdered(planId, { totalCents, at }, tx)
  return tellVoid
}

async function giveBack(tools: MovingTools, tx: Tx, order: MovedOrder, at: Date): Promise<void> {
  const { id: orderId, debtIds: ids, vehicleId } = order
  const why = reason('order-dead', `${orderId} (${order.status})`)
  const from = ['ordered', 'paid', 'settled'] as const
  await freeDebts(tools, tx, vehicleId, { ids, from, why, at, orderId })
  await letGo(tools, tx, order, { from: ['approved', 'ordered'], reason: why, at })
}

export async function freeDebts(
  { debts }: Pick<MovingTools, 'debts'>,
  tx: Tx,
  vehicleId: string,
  given: Omit<DebtMove, 'to' | 'unlessHeld'>,
): Promise<number> {
  const move = { ...given, unlessHeld: true }
  const shown = new Set((await debts.shown([vehicleId], tx)).map(({ id }) => id))
  const [owed, left] = split(move.ids, (id) => shown.has(id))
  const open = await debts.move({ ...move, ids: owed, to: 'open' }, tx)
  // The authority does not show it any more: somebody paid it elsewhere.
  const gone = await debts.move({ ...move, ids: left, to: 'gone' }, tx)
  return open.length + gone.length
}

/** Voids an order's plan and retires its effect, so that the same debts may be ordered again. */
export async function letGo(
  { plans, effects }: Pick<MovingTools, 'plans' | 'effects'>,
  tx: Tx,
  { planId, effectId }: Pick<MovedOrder, 'planId' | 'effectId'>,
  to: Omit<PlanRelease, 'state'>,
): Promise<void> {
  if (effectId !== null) await effects.retire(effectId, tx)
  if (planId !== null) await plans.release(planId, { ...to, state: 'void' }, tx)
}

function split<T>(all: readonly T[], is: (one: T) => boolean): [T[], T[]] {
  return [all.filter(is), all.filter((one) => !is(one))]
}
