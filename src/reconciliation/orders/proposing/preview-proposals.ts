/**
 * Previews proposals before a person or the policy decides about them, so that what is approved is
 * the total with the fee. A proposal that the service prices otherwise is void, with the reason.
 */
import type { Client } from '../../../client/client.ts'
import type { Clock } from '../../../clock.ts'
import type { DueChunk } from '../../../ledger/schema/due-chunk.ts'
import type { Plan } from '../../../ledger/orders/plans.ts'
import type { PlanStore } from '../../../ledger/orders/plans-sql.ts'
import type { Outcome } from '../../../queue/outcome.ts'
import { inParallel } from '../../vehicles/in-parallel.ts'
import { askPreview, type AskedPreview } from './ask-preview.ts'
import { orderLimit } from '../policy/order-limits.ts'
import { dropProposal } from './drop-proposal.ts'
import { planHash } from './plan-hash.ts'
import type { OrderTools } from '../order-tools.ts'

export interface PreviewingTools extends Pick<
  OrderTools,
  'fleetId' | 'accountId' | 'plans' | 'debts' | 'orders' | 'policy' | 'clock'
> {
  readonly client: Pick<Client, 'call'>
}

/** Proposals read at once; the next job takes the others, and those that come meanwhile. */
const PREVIEWS_READ_MAX = 1_000
/** Requests at once; no quota counts them. */
const PREVIEWS_AT_ONCE = 4
/** After that many unanswered questions the fee counts as unknown. */
const PREVIEW_TRIES_MAX = 4
const FIRST_RETRY_MS = 2_000

/** The proposals whose previews are due, all as one chunk, and when the next one will be. */
export async function duePreviews(
  { plans, clock }: { readonly plans: Pick<PlanStore, 'unpreviewed'>; readonly clock: Clock },
  fleetId: string,
): Promise<{ rows: DueChunk['rows'] | null; nextAt: Date | null }> {
  const due = await plans.unpreviewed(fleetId, PREVIEWS_READ_MAX, new Date(clock.now()))
  const count = due.plans.length
  const fingerprint = due.plans.map(({ id, tries }) => `${id} ${tries}`).join()
  return { rows: count === 0 ? null : { count, fingerprint }, nextAt: due.nextAt }
}

/** Previews what is due of the fleet. */
export async function previewProposals(
  tools: PreviewingTools,
  signal?: AbortSignal,
): Promise<Outcome> {
  const now = new Date(tools.clock.now())
  const due = await tools.plans.unpreviewed(tools.fleetId, PREVIEWS_READ_MAX, now)
  const found = await tools.plans.findAll(due.plans.map(({ id }) => id))
  const planOf = new Map(found.map((plan) => [plan.id, plan]))
  await inParallel(due.plans, PREVIEWS_AT_ONCE, signal, async ({ id, tries }) => {
    const plan = planOf.get(id)
    if (plan === undefined || plan.state !== 'proposed') return
    const itemIds = plan.items.map((item) => item.itemId)
    const asked = await askPreview(tools.client, { ...plan, itemIds }, signal)
    await keep(tools, plan, tries, asked)
  })
  return { outcome: 'done' }
}

async function keep(tools: PreviewingTools, plan: Plan, tries: number, asked: AskedPreview) {
  switch (asked.preview) {
    case 'known': {
      const { feeCents, totalCents } = asked
      const hash = planHash({ ...plan, accountId: tools.accountId, feeCents, totalCents })
      await tools.plans.recordPreview(plan.id, { preview: 'known', feeCents, totalCents, hash })
      const limit = orderLimit(tools.policy, plan.costCentre)
      if (limit !== null && totalCents > limit) await dropProposal(tools, plan, 'over-order-limit')
      return
    }
    case 'unknown':
      await tools.plans.recordPreview(plan.id, asked)
      return
    case 'differs':
      return dropProposal(tools, plan, 'preview-differs')
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
