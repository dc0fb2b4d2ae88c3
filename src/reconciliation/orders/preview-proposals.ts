/**
 * Previews proposals before a person or the policy decides about them, so that what is approved is
 * the total with the fee. One whose amounts the service sees otherwise falls, with the reason.
 */
import type { Clock } from '../../clock.ts'
import type { Client } from '../../client/client.ts'
import type { DebtStore } from '../../ledger/debts.ts'
import type { OrderStore } from '../../ledger/orders.ts'
import type { Plan, PlanStore } from '../../ledger/plans.ts'
import type { Outcome } from '../../queue/outcome.ts'
import { askPreview } from './ask-preview.ts'
import type { AskedPreview } from './ask-preview.ts'
import { orderLimit } from './order-limits.ts'
import type { OrderPolicy } from './order-policy.ts'
import { isPriceReason } from './order-reasons.ts'
import type { Refusal } from './order-reasons.ts'
import { planHash } from './plan-hash.ts'

export interface PreviewingTools {
  readonly fleetId: string
  readonly accountId: string
  readonly client: Pick<Client, 'call'>
  readonly plans: Pick<PlanStore, 'unpreviewed' | 'find' | 'recordPreview' | 'release' | 'reopen'>
  readonly debts: Pick<DebtStore, 'move'>
  readonly orders: Pick<OrderStore, 'transaction'>
  readonly policy: OrderPolicy
  readonly clock: Clock
}

/** Proposals in one job; the next sweep takes the next. */
export const PREVIEWS_PER_JOB_MAX = 50
/** After that many unanswered questions the fee counts as unknown. */
const PREVIEW_TRIES_MAX = 4
const FIRST_RETRY_MS = 2_000

export async function previewProposals(
  tools: PreviewingTools,
  signal?: AbortSignal,
): Promise<Outcome> {
  const now = new Date(tools.clock.now())
  const { plans } = await tools.plans.unpreviewed(tools.fleetId, PREVIEWS_PER_JOB_MAX, now)
  for (const { id, tries } of plans) {
    if (signal?.aborted === true) break
    const plan = await tools.plans.find(id)
    if (plan === undefined || plan.state !== 'proposed') continue
    const itemIds = plan.items.map((item) => item.itemId)
    await keep(tools, plan, tries, await askPreview(tools.client, { ...plan, itemIds }, signal))
  }
  return { outcome: 'done' }
}

async function keep(
  tools: PreviewingTools,
  plan: Plan,
  tries: number,
  asked: AskedPreview,
): Promise<void> {
  switch (asked.preview) {
    case 'known': {
      const { feeCents, totalCents } = asked
      const hash = planHash({ ...plan, accountId: tools.accountId, feeCents, totalCents })
      await tools.plans.recordPreview(plan.id, { preview: 'known', feeCents, totalCents, hash })
      const limit = orderLimit(tools.policy, plan.costCentre)
      if (limit !== null && totalCents > limit) await drop(tools, plan, 'over-order-limit')
      return
    }
    case 'unknown':
      await tools.plans.recordPreview(plan.id, asked)
      return
    case 'differs':
      return drop(tools, plan, 'preview-differs')
    case 'failed': {
      const { note, retryAfterMs = FIRST_RETRY_MS * 2 ** tries } = asked
      const dueAt = new Date(tools.clock.now() + retryAfterMs)
      const isLast = tries + 1 >= PREVIEW_TRIES_MAX
      const result = isLast
        ? ({ preview: 'unknown', note } as const)
        : ({ preview: 'pending', note, dueAt } as const)
      await tools.plans.recordPreview(plan.id, result)
    }
  }
}

/** With the fee that is known now the same answer may make a smaller proposal that fits. */
async function drop(tools: PreviewingTools, plan: Plan, why: Refusal): Promise<void> {
  const at = new Date(tools.clock.now())
  const ids = plan.items.map((item) => item.debtId)
  await tools.orders.transaction(async (tx) => {
    const to = { from: ['proposed'], state: 'void', reason: why, at } as const
    if (!(await tools.plans.release(plan.id, to, tx))) return
    await tools.debts.move({ ids, from: ['proposed'], to: 'open', why, at }, tx)
    if (isPriceReason(why)) await tools.plans.reopen(plan.id, tx)
  })
}
