/**
 * The money side of the order gate, right before the one POST: what the order costs by a fresh
 * preview, whether that was approved, and whether it fits into the limits. One that fits is counted
 * in the transaction that checked it, so that two orders never share what is left of a limit.
 */
import type { Spent, Waiting } from '../../../ledger/orders/plans-limits.ts'
import type { Plan } from '../../../ledger/orders/plans.ts'
import { askPreview } from './ask-preview.ts'
import { needsTwo, POLICY } from '../policy/order-policy.ts'
import {
  dependsOnSpent,
  orderLimit,
  overLimit,
  spendingPeriod,
  waitingFor,
} from '../policy/order-limits.ts'
import { reason, type Refusal } from '../order-reasons.ts'
import type { PlacingTools } from '../order-tools.ts'

export type Priced =
  /** Null: nobody knows the fee beforehand. */
  | { readonly feeCents: bigint | null }
  | { readonly refuse: Refusal }
  | { readonly snoozeMs: number; readonly why: string }

type PricingTools = Pick<PlacingTools, 'client' | 'plans' | 'policy' | 'clock' | 'zone'>

const TWO = 2
/** Delay of an order whose preview got no answer. */
const PREVIEW_RETRY_MS = 60_000

export async function priceOrder(
  tools: PricingTools,
  plan: Plan,
  itemIds: readonly string[],
): Promise<Priced> {
  const price = await currentPrice(tools, plan, itemIds)
  if (!('cents' in price)) return price
  const { cents, feeCents } = price
  const limit = orderLimit(tools.policy, plan.costCentre)
  if (limit !== null && cents > limit) return { refuse: 'over-order-limit' }
  // Whoever approved may have read another policy than the one that this run goes by.
  if (needsTwo(tools.policy, cents) && (plan.people ?? 0) < TWO) {
    return { refuse: 'second-person-missing' }
  }
  const nowMs = tools.clock.now()
  const clock = { nowMs, zone: tools.zone }
  const period = spendingPeriod(tools.policy, clock)
  const share = { cents, period, at: new Date(nowMs) }
  const { costCentre } = plan
  let snoozeMs = 0
  const over = (spent: Spent): Waiting | undefined => {
    const why = overLimit(tools.policy, { cents, costCentre }, spent)
    if (why === undefined) return undefined
    const waiting = waitingFor(tools.policy, why, clock)
    snoozeMs = Math.max(0, waiting.until.getTime() - nowMs)
    return waiting
  }
  const isLimited = dependsOnSpent(tools.policy, costCentre)
  const taken = await tools.plans.commit(plan.id, share, isLimited ? over : undefined)
  return taken.committed ? { feeCents } : { snoozeMs, why: taken.why }
}

type Price = { readonly cents: bigint; readonly feeCents: bigint | null }

async function currentPrice(
  { client, policy }: PricingTools,
  plan: Plan,
  itemIds: readonly string[],
): Promise<Price | Exclude<Priced, { feeCents: unknown }>> {
  const frozen: Price = {
    cents: plan.totalCents ?? plan.debtsCents,
    feeCents: plan.feeCents,
  }
  const { method, debtsCents } = plan
  const asked = await askPreview(client, { itemIds, method, debtsCents })
  switch (asked.preview) {
    case 'differs':
      return { refuse: 'preview-differs' }
    case 'failed':
      // A fee that was never known is not waited for: the order's answer is checked instead.
      if (plan.preview === 'unknown') return frozen
      return { snoozeMs: asked.retryAfterMs ?? PREVIEW_RETRY_MS, why: reason('preview-failed') }
    case 'unknown':
      return frozen
    case 'known': {
      const { feeCents, totalCents } = asked
      const isOther = feeCents !== plan.feeCents || totalCents !== plan.totalCents
      if (plan.preview === 'known' && isOther) return { refuse: 'preview-changed' }
      // The policy approved the debts without knowing the fee.
      const isOver = plan.decidedBy === POLICY && totalCents > policy.approveUpToCents
      if (isOther && isOver) return { refuse: 'over-approval-limit' }
      return { cents: totalCents, feeCents }
    }
  }
}
