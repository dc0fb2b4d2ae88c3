/**
 * Whether the policy would still order what was proposed: the same choice as for a new proposal, on
 * the day that it is where the fleet is. The policy may have changed since, or a date have passed.
 */
import { plainDay } from '../../../clock.ts'
import type { Debt } from '../../../ledger/debts/debts.ts'
import type { AnswerWait } from '../../../ledger/orders/plans-limits.ts'
import type { Plan } from '../../../ledger/orders/plans.ts'
import { orderableSince } from '../../consultations/plan-policy.ts'
import { orderLimit } from '../policy/order-limits.ts'
import type { Refusal } from '../order-reasons.ts'
import type { OrderTools } from '../order-tools.ts'
import { chooseItems } from './choose-items.ts'

export type ChoosingTools = Pick<OrderTools, 'debts' | 'policy' | 'clock' | 'zone'>

const ANSWER_WAIT_MS = 24 * 3_600_000

/** The wait of plans whose answer is too old now; an answer that comes ends it. */
export function answerWait(tools: Pick<OrderTools, 'planPolicy' | 'clock'>): AnswerWait {
  const nowMs = tools.clock.now()
  const answeredSince = orderableSince(tools.planPolicy, nowMs)
  return { answeredSince, at: new Date(nowMs), until: new Date(nowMs + ANSWER_WAIT_MS) }
}

/** Whether another answer is to come before anything is decided or ordered. */
export function awaitsAnswer(
  tools: Pick<OrderTools, 'planPolicy' | 'clock'>,
  { isAsked, answeredAt }: Plan,
): boolean {
  const { answeredSince } = answerWait(tools)
  return isAsked === true || (answeredAt instanceof Date && answeredAt < answeredSince)
}

/** What would be added is no reason: it is proposed when the plan has ended. */
export async function notChosen(
  { debts, policy, clock, zone }: ChoosingTools,
  plans: readonly Plan[],
): Promise<Map<string, Refusal>> {
  const vehicleIds = plans.map(({ vehicleId }) => vehicleId)
  if (vehicleIds.length === 0) return new Map()
  const shown = Map.groupBy(await debts.shown(vehicleIds), ({ vehicleId }) => vehicleId)
  const known = await debts.ofVehicles(vehicleIds)
  const today = plainDay(clock.now(), zone)
  const whyOf = ({ vehicleId, costCentre, items, ...plan }: Plan): Refusal | undefined => {
    const limit = orderLimit(policy, costCentre)
    const isOver = limit !== null && (plan.totalCents ?? plan.debtsCents) > limit
    if (isOver || items.length > policy.itemsPerOrder) return 'over-order-limit'
    const own = new Set(items.map(({ debtId }) => debtId))
    // Its debts are approved, or another order has them, which the locks and the gate judge.
    const asOpen = <D extends Debt>(debt: D): D =>
      own.has(debt.id) ? { ...debt, state: 'proposed' } : debt
    const facts = {
      shown: (shown.get(vehicleId) ?? []).map(asOpen),
      known: (known.get(vehicleId) ?? []).map(asOpen),
      // A provisional RENAVAM has no proposal.
      renavam: '',
      costCentre,
      feeCents: 0n,
      today,
    }
    const { leftOut } = chooseItems(facts, policy)
    const isOut = ({ debt, why }: (typeof leftOut)[number]): boolean =>
      own.has(debt.id) && why !== 'order-full' && why !== 'over-limit'
    return leftOut.some(isOut) ? 'not-chosen' : undefined
  }
  return new Map(
    plans.flatMap((plan) => {
      const why = whyOf(plan)
      return why === undefined ? [] : [[plan.id, why] as const]
    }),
  )
}
