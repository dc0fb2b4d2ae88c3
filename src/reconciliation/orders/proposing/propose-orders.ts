/** Proposes at most one order per vehicle and new answer; sends and approves nothing. */
import { plainDay } from '../../../clock.ts'
import type { Debt, ShownDebt } from '../../../ledger/debts/debts.ts'
import type { ConsideredAnswer, UnconsideredAnswer } from '../../../ledger/orders/plans.ts'
import { chooseItems } from './choose-items.ts'
import { dropProposal } from './drop-proposal.ts'
import { planHash } from './plan-hash.ts'
import { answerWait, awaitsAnswer, notChosen } from './still-chosen.ts'
import type { OrderTools } from '../order-tools.ts'

export type ProposingTools = Pick<
  OrderTools,
  'fleetId' | 'accountId' | 'plans' | 'debts' | 'policy' | 'clock' | 'zone'
>

export interface Proposed {
  readonly considered: number
  readonly proposed: number
}

/** Answers considered in one call; the next sweep takes the next. */
export const ANSWERS_PER_CALL_MAX = 200

export async function proposeOrders(tools: ProposingTools): Promise<Proposed> {
  const { plans, clock } = tools
  const answers = await plans.unconsidered(tools.fleetId, ANSWERS_PER_CALL_MAX)
  if (answers.length === 0) return { considered: 0, proposed: 0 }
  const at = new Date(clock.now())
  const considered = await considerAll(tools, answers)
  const planIds = await plans.consider(considered, at)
  return {
    considered: answers.length,
    proposed: planIds.filter((planId) => planId !== null).length,
  }
}

type RevisingTools = ProposingTools & Pick<OrderTools, 'orders' | 'planPolicy'>

/**
 * Answers are considered anew whose proposals the policy would not make any more, which end, and
 * those that made none although the policy of today would make one.
 */
export async function reviseProposals(tools: RevisingTools): Promise<void> {
  await endUnchosen(tools)
  const { plans, fleetId } = tools
  const since = answerWait(tools).answeredSince
  for (let after: string | undefined; ;) {
    const some = await plans.leftOut(fleetId, { since, after, limit: ANSWERS_PER_CALL_MAX })
    after = some.at(-1)?.consultationId
    if (after === undefined) return
    const wanted = (await considerAll(tools, some)).filter(({ plan }) => plan !== undefined)
    await plans.reconsider(wanted.map(({ answer }) => answer.consultationId))
  }
}

async function endUnchosen(tools: RevisingTools): Promise<void> {
  const { plans, fleetId } = tools
  const listed = await plans.list(fleetId, Number.MAX_SAFE_INTEGER)
  const ids = listed.filter(({ state }) => state === 'proposed').map(({ id }) => id)
  for (let at = 0; at < ids.length; at += ANSWERS_PER_CALL_MAX) {
    const some = await plans.findAll(ids.slice(at, at + ANSWERS_PER_CALL_MAX))
    const judged = some.filter((plan) => !awaitsAnswer(tools, plan))
    const unchosen = await notChosen(tools, judged)
    for (const plan of judged) {
      const why = unchosen.get(plan.id)
      if (why !== undefined) await dropProposal(tools, plan, why)
    }
  }
}

async function considerAll(
  tools: ProposingTools,
  answers: readonly UnconsideredAnswer[],
): Promise<ConsideredAnswer[]> {
  const { debts } = tools
  const vehicleIds = answers.map(({ vehicleId }) => vehicleId)
  const shown = Map.groupBy(await debts.shown(vehicleIds), ({ vehicleId }) => vehicleId)
  const known = await debts.ofVehicles(vehicleIds)
  return answers.map((answer) => {
    const { vehicleId } = answer
    return considerAnswer(tools, answer, shown.get(vehicleId) ?? [], known.get(vehicleId) ?? [])
  })
}

/** Pure but for the clock. */
function considerAnswer(
  tools: ProposingTools,
  answer: UnconsideredAnswer,
  shown: readonly ShownDebt[],
  known: readonly Debt[],
): ConsideredAnswer {
  const { policy, accountId, fleetId } = tools
  const { vehicleId, campaignId, consultationId, renavam, costCentre, feeCents } = answer
  const today = plainDay(tools.clock.now(), tools.zone)
  const facts = { shown, known, renavam, costCentre, feeCents, today }
  const { chosen, leftOut, totalCents } = chooseItems(facts, policy)
  const { method } = policy
  const binding = { accountId, method, items: chosen, feeCents: null, totalCents: null }
  const plan = {
    fleetId,
    campaignId,
    vehicleId,
    consultationId,
    method,
    hash: planHash(binding),
    debtsCents: totalCents,
    items: chosen.map(({ itemId, id: debtId, amountCents }) => ({ itemId, debtId, amountCents })),
  }
  return {
    answer,
    plan: chosen.length === 0 ? undefined : plan,
    leftOut: leftOut.map(({ debt, why }) => ({ debtId: debt.id, why })),
  }
}
