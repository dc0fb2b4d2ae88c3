/**
 * Decides about one proposal for a person: compares it with the vehicle's last answer, asks for a
 * second person where the policy does, and takes the locks exactly as an approval by the policy
 * does. Nothing is sent.
 */
import { veilDocuments } from '../../../fleet/veil-documents.ts'
import type { Approval, Plan } from '../../../ledger/orders/plans.ts'
import { changedSince } from '../placing/current-plan.ts'
import { needsTwo } from '../policy/order-policy.ts'
import type { Refusal } from '../order-reasons.ts'
import { orderKey } from '../proposing/plan-hash.ts'
import { awaitsAnswer, notChosen } from '../proposing/still-chosen.ts'
import { sentWhy, type SentWhy } from './sent-why.ts'
import type { OrderTools } from '../order-tools.ts'

export type DecidingTools = Pick<
  OrderTools,
  | 'fleetId'
  | 'accountId'
  | 'plans'
  | 'debts'
  | 'effects'
  | 'orders'
  | 'policy'
  | 'clock'
  | 'zone'
  | 'planPolicy'
>

/** Who decides; not `named` when only the operating system said who it is. */
export interface Person {
  readonly name: string
  readonly named: boolean
}

export interface Decision {
  readonly planId: string
  readonly verdict: 'approve' | 'reject'
  readonly person: Person
  /** The binding that the person was shown; absent: they mean the plan as it is now. */
  readonly hash?: string | undefined
  /** Why it is rejected, in the person's words. */
  readonly reason?: string | undefined
}

/** Why a decision is not carried out; words in src/cli/orders/decision-words.ts. */
export type BounceWhy =
  | Refusal
  | 'plan-unknown'
  /** `about` is the reason. */
  | 'plan-void'
  /** Nothing was sent yet: its approval can be taken back, and then it can be rejected. */
  | 'already-approved'
  | SentWhy
  | 'already-rejected'
  | 'not-previewed'
  | 'plan-changed'
  | 'debt-locked'
  | 'order-unfinished'
  /** Two people must approve it, and this one has no name. */
  | 'needs-name'
  /** Somebody decided at the same moment; what they decided stands. */
  | 'decided-meanwhile'

export type Decided =
  | { readonly outcome: 'approved'; readonly people: readonly string[] }
  | { readonly outcome: 'awaits-second'; readonly people: readonly string[] }
  | { readonly outcome: 'rejected' }
  /** People whose approvals were withdrawn; none when the policy had approved it. */
  | { readonly outcome: 'withdrawn'; readonly people: readonly string[] }
  /** Nobody had approved it: there was nothing to take back. */
  | { readonly outcome: 'not-approved' }
  /** It had this outcome before: nothing was changed. */
  | {
      readonly outcome: 'unchanged'
      readonly people: readonly string[]
      /** This person approved it before, and it still needs another one. */
      readonly awaitsSecond?: true
    }
  | { readonly outcome: 'bounced'; readonly why: BounceWhy; readonly about?: string }

export async function decidePlan(tools: DecidingTools, decision: Decision): Promise<Decided> {
  const plan = await tools.plans.find(decision.planId)
  if (plan === undefined || plan.fleetId !== tools.fleetId) return bounced('plan-unknown')
  const settled = settledBefore(plan, decision, await sentOf(tools, plan))
  if (settled !== undefined) return settled
  if (decision.hash !== undefined && decision.hash !== plan.hash) return bounced('plan-changed')
  return decision.verdict === 'reject'
    ? reject(tools, plan, decision)
    : approve(tools, plan, decision)
}

/** What became of the order of an approved plan. */
async function sentOf({ effects }: DecidingTools, plan: Plan): Promise<SentWhy | undefined> {
  if (plan.state !== 'approved') return undefined
  const effect = await effects.findByKey('order', orderKey(plan.vehicleId, plan.items))
  return effect === null ? undefined : sentWhy(effect)
}

/** Pure. What was decided about it before, if anything was. */
function settledBefore(
  plan: Plan,
  { verdict }: Decision,
  sent: SentWhy | undefined,
): Decided | undefined {
  const { state, decidedBy } = plan
  if (state === 'proposed') return undefined
  const isRejected = state === 'rejected'
  if (state !== 'void' && isRejected === (verdict === 'reject')) {
    return { outcome: 'unchanged', people: decidedBy === null ? [] : [decidedBy] }
  }
  return state === 'approved' ? bounced(sent ?? 'already-approved') : overWith(plan)
}

/** Why nobody can decide about a plan that is neither proposed nor approved. */
export function overWith({ state, reason }: Pick<Plan, 'state' | 'reason'>): Decided {
  if (state === 'void') return bounced('plan-void', reason ?? undefined)
  return bounced(state === 'rejected' ? 'already-rejected' : 'already-ordered')
}

async function approve(tools: DecidingTools, plan: Plan, decision: Decision): Promise<Decided> {
  const refusal = await refusalOf(tools, plan)
  if (refusal !== undefined) return bounced(refusal)
  const { person } = decision
  const peopleNeeded = needsTwo(tools.policy, plan.totalCents ?? plan.debtsCents) ? 2 : 1
  if (peopleNeeded > 1 && !person.named) return bounced('needs-name')
  const at = new Date(tools.clock.now())
  const asked = [{ planId: plan.id, effectKey: orderKey(plan.vehicleId, plan.items) }]
  const by = { who: person.name, person: { ...person, peopleNeeded, hash: plan.hash }, at }
  const [approval] = await tools.plans.approve(asked, by)
  return approval === undefined ? bounced('decided-meanwhile') : decidedBy(approval)
}

function decidedBy(approval: Approval): Decided {
  if (approval.approved) return { outcome: 'approved', people: approval.people ?? [] }
  switch (approval.why) {
    case 'awaits-second-person':
      return { outcome: 'awaits-second', people: approval.people }
    case 'same-person':
      return { outcome: 'unchanged', people: approval.people, awaitsSecond: true }
    case 'not-proposed':
      return bounced('decided-meanwhile')
    case 'not-previewed':
    case 'plan-changed':
    case 'debt-locked':
    case 'order-unfinished':
      return bounced(approval.why)
  }
}

/** What the order gate would refuse now, so that the person hears it before approving. */
async function refusalOf(tools: DecidingTools, plan: Plan): Promise<Refusal | undefined> {
  if (!plan.inFleet) return 'vehicle-left'
  if (awaitsAnswer(tools, plan)) return 'answer-old'
  const shown = await tools.debts.shown([plan.vehicleId])
  const changed = changedSince(tools.accountId, plan, shown)
  return changed ?? (await notChosen(tools, [plan])).get(plan.id)
}

async function reject(tools: DecidingTools, plan: Plan, decision: Decision): Promise<Decided> {
  const at = new Date(tools.clock.now())
  const reason = veilDocuments(decision.reason ?? 'rejected')
  const ids = plan.items.map((item) => item.debtId)
  const by = { kind: 'person', name: decision.person.name } as const
  const why = `plan ${plan.id} rejected`
  const released = await tools.orders.transaction(async (tx) => {
    const to = { from: ['proposed'], state: 'rejected', reason, at, by } as const
    if (!(await tools.plans.release(plan.id, to, tx))) return false
    await tools.debts.move({ ids, from: ['proposed'], to: 'open', why, at }, tx)
    return true
  })
  return released ? { outcome: 'rejected' } : bounced('decided-meanwhile')
}

export function bounced(why: BounceWhy, about?: string): Decided {
  return { outcome: 'bounced', why, ...(about === undefined ? {} : { about }) }
}
