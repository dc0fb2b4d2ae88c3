/** Judges the ledger itself at any moment: plans, locks, debts and the pay gate. */
import type { LedgerFacts, OrderFactsKept } from '../ledger/ledger.ts'
import type { ServiceState } from '../service/state.ts'
import type { Rule } from './rules.ts'

type Tell = (rule: Rule, what: string) => void

export function judgeBooks(facts: LedgerFacts, state: ServiceState, broken: Tell): void {
  judgePlans(facts, broken)
  for (const order of facts.orders) judgeGate(facts, state, order, broken)
}

/** A plan is live while it is approved, or its order may still be paid or was. */
function judgePlans(facts: LedgerFacts, broken: Tell): void {
  const dead = new Set(
    facts.orders.filter(({ standing }) => standing === 'dead').map(({ planId }) => planId),
  )
  const holders = new Map<string, string>()
  for (const plan of facts.plans) {
    const isLive = plan.state === 'approved' || (plan.state === 'ordered' && !dead.has(plan.id))
    if (!isLive) continue
    for (const debtId of plan.debtIds) {
      if (holders.has(debtId)) broken('one-live-plan', `two live plans hold one debt`)
      holders.set(debtId, plan.id)
    }
  }
  for (const lock of facts.locks) {
    const plan = facts.plans.find(({ id }) => id === lock.planId)
    if (plan?.state !== 'approved' && plan?.state !== 'ordered') {
      broken('counts', `a lock belongs to a plan that is ${plan?.state}`)
    }
  }
}

function judgeGate(
  facts: LedgerFacts,
  state: ServiceState,
  order: OrderFactsKept,
  broken: Tell,
): void {
  if (order.gate !== 'open') return
  const plan = facts.plans.find(({ id }) => id === order.planId)
  const effect = facts.effects.find(({ id }) => id === order.effectId)
  const there = state.orders.find(({ id }) => id === order.id)
  const adds = order.debtsCents + order.feeCents === order.totalCents
  const isApproved = plan?.debtsCents === order.debtsCents
  const isReal = there?.totalCents === order.totalCents
  if (!adds || !isApproved || !isReal) broken('pay-gate', 'a code is shown for another amount')
  if (effect?.state !== 'done' && effect?.state !== 'adopted') {
    broken('pay-gate', `a code is shown while its effect is ${effect?.state}`)
  }
}
