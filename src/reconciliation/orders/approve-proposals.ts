/**
 * Approves proposals that the policy allows: up to its limit, with its method. An approval takes
 * the locks of the debts and plans the order's effect in one transaction; it sends nothing.
 */
import type { Clock } from '../../clock.ts'
import type { DebtStore } from '../../ledger/debts.ts'
import type { Plan, PlanStore } from '../../ledger/plans.ts'
import type { OrderPolicy } from './order-policy.ts'
import { orderKey } from './plan-hash.ts'

export interface ApprovingTools {
  readonly fleetId: string
  readonly plans: Pick<PlanStore, 'approvable' | 'approve' | 'find' | 'release'>
  readonly debts: Pick<DebtStore, 'move'>
  readonly policy: OrderPolicy
  readonly clock: Clock
}

/** Proposals approved in one call; the next sweep takes the next. */
export const APPROVALS_PER_CALL_MAX = 200

/** How many were approved; one that collides with another order is void. */
export async function approveProposals(tools: ApprovingTools): Promise<number> {
  const { method, approveUpToCents } = tools.policy
  if (approveUpToCents <= 0n) return 0
  const ids = await tools.plans.approvable(tools.fleetId, {
    method,
    upToCents: approveUpToCents,
    limit: APPROVALS_PER_CALL_MAX,
  })
  let approved = 0
  for (const id of ids) {
    const plan = await tools.plans.find(id)
    if (plan !== undefined && (await approve(tools, plan))) approved += 1
  }
  return approved
}

async function approve(tools: ApprovingTools, plan: Plan): Promise<boolean> {
  const at = new Date(tools.clock.now())
  const ids = plan.items.map((item) => item.debtId)
  const approval = await tools.plans.approve(
    plan.id,
    { who: 'policy', effectKey: orderKey(plan.vehicleId, plan.items), at },
    async (tx) => {
      const why = `plan ${plan.id} approved`
      await tools.debts.move({ ids, from: ['open', 'proposed'], to: 'approved', why, at }, tx)
    },
  )
  if (approval.approved) return true
  // Somebody else decided about it: what they decided stands.
  if (approval.why === 'not-proposed') return false
  // It would be tried again with every sweep; the reason stays with it for a person.
  const why = approval.why
  await tools.plans.release(plan.id, { from: ['proposed'], state: 'void', reason: why, at })
  await tools.debts.move({ ids, from: ['proposed'], to: 'open', why, at })
  return false
}
