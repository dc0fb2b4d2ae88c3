/**
 * Approves proposals that the policy allows: up to its limit, with its method, as long as they fit
 * into what may be ordered now. An approval takes the locks of the debts and plans the order's
 * effect in one transaction; it sends nothing.
 */
import { costCentreKey } from '../../../fleet/cost-centre.ts'
import type { Approvable, Plan } from '../../../ledger/orders/plans.ts'
import type { PlanStore } from '../../../ledger/orders/plans-sql.ts'
import { costCentreLimit, overLimit, spendingPeriod, waitingFor } from '../policy/order-limits.ts'
import { type OrderPolicy, POLICY } from '../policy/order-policy.ts'
import { dropProposal } from '../proposing/drop-proposal.ts'
import { orderKey } from '../proposing/plan-hash.ts'
import { answerWait, awaitsAnswer, notChosen } from '../proposing/still-chosen.ts'
import type { OrderTools } from '../order-tools.ts'

export type ApprovingTools = Pick<
  OrderTools,
  'fleetId' | 'plans' | 'orders' | 'debts' | 'policy' | 'planPolicy' | 'clock' | 'zone'
>

/** Proposals looked at in one call; the next sweep takes the next. */
export const APPROVALS_PER_CALL_MAX = 200

export interface Approved {
  readonly approved: number
  /** Also counts those not approved; while it is not 0, another call may find more. */
  readonly lookedAt: number
}

/**
 * A proposal that collides with another order, or that the policy would not make any more, becomes
 * void; one that exceeds a limit now stays proposed and says so. None is looked at again.
 */
export async function approveProposals(tools: ApprovingTools): Promise<Approved> {
  const upToCents = approvesUpTo(tools.policy)
  if (upToCents <= 0n) return { approved: 0, lookedAt: 0 }
  const { fleetId, policy, clock, plans } = tools
  const nowMs = clock.now()
  const { method } = policy
  const which = { method, upToCents, limit: APPROVALS_PER_CALL_MAX, at: new Date(nowMs) }
  const candidates = await plans.approvable(fleetId, which)
  if (candidates.length === 0) return { approved: 0, lookedAt: 0 }
  const when = { nowMs, zone: tools.zone }
  const expected = await plans.expected(fleetId, spendingPeriod(policy, when))
  const spending = new Spending(policy, expected)
  const known = await plans.findAll(candidates.map(({ id }) => id))
  const planOf = new Map(known.map((plan) => [plan.id, plan]))
  const unchosen = await notChosen(tools, known)
  let approved = 0
  let fitting: Approvable[] = []
  const flush = async (): Promise<void> => {
    const chosen = fitting.flatMap(({ id }) => planOf.get(id) ?? [])
    const given = await approve(tools, chosen)
    for (const candidate of fitting) if (!given.has(candidate.id)) spending.remove(candidate)
    approved += given.size
    fitting = []
  }
  for (const candidate of candidates) {
    const plan = planOf.get(candidate.id)
    const isOld = plan !== undefined && awaitsAnswer(tools, plan)
    if (isOld || candidate.isHeldElsewhere === true) {
      const waitsFor = isOld ? 'answer-old' : 'held-elsewhere'
      await plans.wait(candidate.id, { why: waitsFor, until: answerWait(tools).until })
      continue
    }
    const wrong = unchosen.get(candidate.id)
    if (plan !== undefined && wrong !== undefined) {
      await dropProposal(tools, plan, wrong)
      continue
    }
    const over = () => overLimit(policy, candidate, spending.beside(candidate))
    // What was only thought to be approved may not be, and then leaves room for this one.
    if (over() !== undefined) await flush()
    const why = over()
    if (why !== undefined) {
      await plans.wait(candidate.id, waitingFor(policy, why, when))
      continue
    }
    fitting.push(candidate)
    spending.add(candidate)
  }
  await flush()
  return { approved, lookedAt: candidates.length }
}

/** The policy alone cannot approve what needs two people. */
function approvesUpTo({ approveUpToCents, twoPeopleAboveCents }: OrderPolicy): bigint {
  if (twoPeopleAboveCents === null || twoPeopleAboveCents > approveUpToCents) {
    return approveUpToCents
  }
  return twoPeopleAboveCents
}

type Expected = Awaited<ReturnType<PlanStore['expected']>>

/** Running totals, so that what this call approves counts against its next proposals. */
class Spending {
  #runCents: bigint
  #dayCents: bigint
  readonly #byCostCentre: Map<string, bigint>

  constructor(policy: OrderPolicy, { runCents, dayCents, byCostCentre, approved }: Expected) {
    this.#runCents = runCents
    this.#dayCents = dayCents
    this.#byCostCentre = new Map(byCostCentre)
    for (const [key, plans] of Map.groupBy(approved, (plan) => costCentreKey(plan.costCentre))) {
      const limit = costCentreLimit(policy, key)
      const committed = byCostCentre.get(key) ?? 0n
      const fits = (cents: bigint): boolean => limit === null || committed + cents <= limit
      const sum = (all: typeof plans): bigint => all.reduce((so, { cents }) => so + cents, 0n)
      const possible = sum(plans.filter(({ cents }) => fits(cents)))
      // What the limit makes wait for its next period takes no room of this run and day.
      const now = limit === null || possible === 0n || fits(possible) ? possible : limit - committed
      this.add({ costCentre: key, cents: sum(plans) }, now)
    }
  }

  beside({ costCentre }: Approvable) {
    const costCentreCents = this.#byCostCentre.get(costCentreKey(costCentre)) ?? 0n
    return { runCents: this.#runCents, dayCents: this.#dayCents, costCentreCents }
  }

  remove(one: Approvable): void {
    this.add({ ...one, cents: -one.cents })
  }

  /** `now`: as much of it as this run and day may order. */
  add({ costCentre, cents }: Pick<Approvable, 'costCentre' | 'cents'>, now = cents): void {
    this.#runCents += now
    this.#dayCents += now
    const key = costCentreKey(costCentre)
    this.#byCostCentre.set(key, (this.#byCostCentre.get(key) ?? 0n) + cents)
  }
}

/** The ids of the plans that are approved now. */
async function approve(tools: ApprovingTools, plans: readonly Plan[]): Promise<Set<string>> {
  if (plans.length === 0) return new Set()
  const at = new Date(tools.clock.now())
  const asked = plans.map((plan) => {
    return { planId: plan.id, effectKey: orderKey(plan.vehicleId, plan.items) }
  })
  const endings = await tools.plans.approve(asked, { who: POLICY, at })
  const approved = new Set<string>()
  for (const [place, plan] of plans.entries()) {
    const ending = endings[place]
    if (ending?.approved === true) approved.add(plan.id)
    if (ending === undefined || ending.approved) continue
    const { why } = ending
    // Left proposed it would be tried with every sweep; void, it keeps the reason for a person.
    if (why === 'debt-locked' || why === 'order-unfinished') await dropProposal(tools, plan, why)
  }
  return approved
}
