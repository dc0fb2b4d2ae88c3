/**
 * Considers each new answer for an order and proposes at most one per vehicle. Nothing is sent, and
 * nothing is approved here.
 */
import { plainDay } from '../../../clock.ts'
import type { Clock } from '../../../clock.ts'
import type { DebtStore } from '../../../ledger/debts/debts.ts'
import type { PlanStore, UnconsideredAnswer } from '../../../ledger/orders/plans.ts'
import { chooseItems } from './choose-items.ts'
import type { OrderPolicy } from '../policy/order-policy.ts'
import { planHash } from './plan-hash.ts'

export interface ProposingTools {
  readonly fleetId: string
  readonly accountId: string
  readonly plans: Pick<PlanStore, 'unconsidered' | 'consider'>
  readonly debts: Pick<DebtStore, 'shown' | 'ofVehicle' | 'move'>
  readonly policy: OrderPolicy
  readonly clock: Clock
  readonly zone: string
}

export interface Proposed {
  readonly considered: number
  readonly proposed: number
}

/** Answers considered in one call; the next sweep takes the next. */
export const ANSWERS_PER_CALL_MAX = 200

export async function proposeOrders(tools: ProposingTools): Promise<Proposed> {
  const answers = await tools.plans.unconsidered(tools.fleetId, ANSWERS_PER_CALL_MAX)
  const endings: ('nothing' | 'proposed')[] = []
  for (const answer of answers) endings.push(await considerAnswer(tools, answer))
  return {
    considered: answers.length,
    proposed: endings.filter((ending) => ending === 'proposed').length,
  }
}

async function considerAnswer(
  tools: ProposingTools,
  answer: UnconsideredAnswer,
): Promise<'nothing' | 'proposed'> {
  const nowMs = tools.clock.now()
  const at = new Date(nowMs)
  const { vehicleId, renavam, costCentre, feeCents } = answer
  const shown = await tools.debts.shown([vehicleId])
  const known = await tools.debts.ofVehicle(vehicleId)
  const today = plainDay(nowMs, tools.zone)
  const facts = { shown, known, renavam, costCentre, feeCents, today }
  const { chosen, leftOut, totalCents } = chooseItems(facts, tools.policy)
  const plan =
    chosen.length === 0
      ? undefined
      : {
          fleetId: tools.fleetId,
          campaignId: answer.campaignId,
          vehicleId,
          consultationId: answer.consultationId,
          method: tools.policy.method,
          hash: planHash({
            accountId: tools.accountId,
            method: tools.policy.method,
            items: chosen,
            feeCents: null,
            totalCents: null,
          }),
          debtsCents: totalCents,
          items: chosen.map((debt) => ({
            itemId: debt.itemId,
            debtId: debt.id,
            amountCents: debt.amountCents,
          })),
        }
  const planId = await tools.plans.consider(
    answer,
    { plan, leftOut: leftOut.map(({ debt, why }) => ({ debtId: debt.id, why })), at },
    async (tx, made) => {
      const ids = made.voidedDebtIds
      const why = 'newer-answer'
      await tools.debts.move({ ids, from: ['proposed'], to: 'open', why, at }, tx)
      if (made.planId === null) return
      const move = { ids: chosen.map((debt) => debt.id), why: `plan ${made.planId}`, at }
      await tools.debts.move({ ...move, from: ['open'], to: 'proposed' }, tx)
    },
  )
  return planId === null ? 'nothing' : 'proposed'
}
