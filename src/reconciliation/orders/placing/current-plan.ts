/**
 * Holds an approved plan against the vehicle, its last answer and the policy of today: an approval
 * is bound to debts and amounts, and whatever is shown now must be the same. A newer answer gives
 * the same debts new item ids, which does not change what was approved.
 */
import type { ShownDebt } from '../../../ledger/debts/debts.ts'
import type { Plan } from '../../../ledger/orders/plans.ts'
import type { Refusal } from '../order-reasons.ts'
import { planHash } from '../proposing/plan-hash.ts'
import { awaitsAnswer, notChosen, type ChoosingTools } from '../proposing/still-chosen.ts'
import type { PlacingTools } from '../order-tools.ts'

type CurrentPlan =
  | { readonly refusal: Refusal }
  | { readonly snoozeMs: number; readonly why: Refusal }
  | {
      readonly serviceId: string
      /** The item ids that the last answer gives to the plan's debts. */
      readonly itemIds: readonly string[]
    }

/** The ledger knows sooner when the answer came (renewWaits). */
const AWAITS_MS = 60_000

export async function currentPlan(
  tools: ChoosingTools & Pick<PlacingTools, 'accountId' | 'planPolicy'>,
  plan: Plan,
): Promise<CurrentPlan> {
  if (plan.state !== 'approved') return { refusal: 'plan-not-approved' }
  if (!plan.inFleet) return { refusal: 'vehicle-left' }
  if (plan.isFormer === true) return { refusal: 'identity-changed' }
  const { vehicleServiceId: serviceId } = plan
  if (serviceId === null) return { refusal: 'vehicle-unregistered' }
  if (awaitsAnswer(tools, plan)) return { snoozeMs: AWAITS_MS, why: 'answer-old' }
  const shown = await tools.debts.shown([plan.vehicleId])
  const changed = changedSince(tools.accountId, plan, shown)
  const refusal = changed ?? (await notChosen(tools, [plan])).get(plan.id)
  if (refusal !== undefined) return { refusal }
  return { serviceId, itemIds: itemsOf(plan, shown).map((item) => item.itemId) }
}

/** Pure. How the shown debts differ from the plan's; undefined when they are the same. */
export function changedSince(
  accountId: string,
  plan: Plan,
  shown: readonly ShownDebt[],
): Refusal | undefined {
  const items = itemsOf(plan, shown)
  if (items.length !== plan.items.length) return 'debt-not-shown'
  const { method, feeCents, totalCents } = plan
  if (method === 'credit_card') return 'card-not-offered'
  const hash = planHash({ accountId, method, items, feeCents, totalCents })
  if (hash !== plan.hash) return 'amount-changed'
  if (items.some((item) => !item.isPayable)) return 'not-payable'
  const inOrder = new Set(items.map((item) => item.itemId))
  const isAlone = ({ dependsOn }: ShownDebt): boolean =>
    dependsOn !== null && !inOrder.has(dependsOn)
  return items.some(isAlone) ? 'partner-left-out' : undefined
}

function itemsOf(plan: Plan, shown: readonly ShownDebt[]): ShownDebt[] {
  const planned = new Set(plan.items.map((item) => item.debtId))
  return shown.filter((debt) => planned.has(debt.id))
}
