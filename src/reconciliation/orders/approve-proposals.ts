/**
 * Approves proposals that the policy allows: up to its limit, with its method. An approval takes the
 * locks of the debts and plans the order's effect in one transaction; it sends nothing.
 */
import type { Clock } from '../../clock.ts'
import { debtLock } from '../../fleet/debt-identity.ts'
import type { DebtStore } from '../../ledger/debts.ts'
import type { Plan, PlanItemFacts, PlanStore } from '../../ledger/plans.ts'
import type { VehicleStore } from '../../ledger/vehicles.ts'
import type { OrderPolicy } from './order-policy.ts'
import { orderKey } from './plan-hash.ts'

export interface ApprovingTools {
  readonly fleetId: string
  readonly plans: Pick<PlanStore, 'approvable' | 'approve' | 'find' | 'release'>
  readonly debts: Pick<DebtStore, 'move'>
  readonly vehicles: Pick<VehicleStore, 'byId'>
  readonly policy: OrderPolicy
  readonly clock: Clock
}

/** Proposals approved in one call; the next sweep takes the next. */
export const APPROVALS_PER_CALL_MAX = 200

/** How many were approved; one that collides with another order stays a proposal. */
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
  const vehicle = await tools.vehicles.byId(plan.vehicleId)
  if (vehicle === null) return false
  const at = new Date(tools.clock.now())
  const approval = await tools.plans.approve(
    plan.id,
    {
      who: 'policy',
      scopes: plan.items.map((item) => lockScope(item, vehicle)),
      effectKey: orderKey(plan.vehicleId, plan.items),
      at,
    },
    async (tx) => {
      const ids = plan.items.map((item) => item.debtId)
      const why = 'approved by the policy'
      await tools.debts.move({ ids, from: ['open', 'proposed'], to: 'approved', why, at }, tx)
    },
  )
  if (approval.approved) return true
  // It would be tried again with every sweep; the reason stays with it for a person.
  await tools.plans.release(plan.id, { state: 'void', reason: approval.why, at })
  return false
}

/** Two equal tickets are two debts and two locks; all IPVA of one year is one. */
export function lockScope(
  item: PlanItemFacts,
  vehicle: { readonly renavam: string; readonly uf: string },
): string {
  const { renavam, uf } = vehicle
  const lock = debtLock({ ...item, renavam, uf })
  return item.group === 'ipva' && item.year !== null ? lock : `${lock}#${item.ordinal}`
}
