/** Ends a proposal that nobody approved; its debts may be proposed again. */
import type { Plan } from '../../../ledger/orders/plans.ts'
import { mayProposeAnew, type PlanReason } from '../order-reasons.ts'
import type { OrderTools } from '../order-tools.ts'

/** Where the answer was not at fault, it is considered once more. */
export async function dropProposal(
  { orders, plans, debts, clock }: Pick<OrderTools, 'orders' | 'plans' | 'debts' | 'clock'>,
  { id, items }: Plan,
  why: PlanReason,
): Promise<void> {
  const at = new Date(clock.now())
  const ids = items.map((item) => item.debtId)
  await orders.transaction(async (tx) => {
    const to = { from: ['proposed'], state: 'void', reason: why, at } as const
    if (!(await plans.release(id, to, tx))) return
    await debts.move({ ids, from: ['proposed'], to: 'open', why, at }, tx)
    if (mayProposeAnew(why)) await plans.reopen(id, tx)
  })
}
