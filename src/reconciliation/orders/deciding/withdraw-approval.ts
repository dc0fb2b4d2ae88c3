/**
 * A person takes the approval of a proposal back, whoever gave it, as long as its order has no
 * intent. It is a proposal again, with its debts: it may be approved anew, or rejected.
 */
import { veilDocuments } from '../../../fleet/veil-documents.ts'
import type { Plan } from '../../../ledger/orders/plans.ts'
import { reason } from '../order-reasons.ts'
import { bounced, overWith, type Decided, type DecidingTools, type Person } from './decide-plan.ts'
import { sentWhy } from './sent-why.ts'

export interface WithdrawingTools extends Pick<DecidingTools, 'fleetId' | 'plans' | 'clock'> {
  /** For each effect, the highest epoch with an intent in the journal of an embedded ledger. */
  readonly journaled: ReadonlyMap<string, number>
}

export async function withdrawApproval(
  tools: WithdrawingTools,
  of: { readonly planId: string; readonly person: Person; readonly reason?: string | undefined },
): Promise<Decided> {
  const plan = await tools.plans.find(of.planId)
  if (plan === undefined || plan.fleetId !== tools.fleetId) return bounced('plan-unknown')
  const at = new Date(tools.clock.now())
  const { name: person } = of.person
  const why = reason('approval-withdrawn', person)
  const { journaled } = tools
  const by = { person, reason: veilDocuments(of.reason ?? ''), why, at, journaled }
  const withdrawal = await tools.plans.withdraw(plan.id, by)
  if (withdrawal.withdrawn) return { outcome: 'withdrawn', people: withdrawal.people }
  const { effect } = withdrawal
  // An intent that only the journal has may have been sent: the next run looks it up.
  return effect === null ? notApproved(plan) : bounced(sentWhy(effect) ?? 'order-looked-up')
}

function notApproved(plan: Plan): Decided {
  if (plan.state === 'proposed') return { outcome: 'not-approved' }
  return plan.state === 'approved' ? bounced('decided-meanwhile') : overWith(plan)
}
