/** What proposals will cost, in memory. */
import { PROPOSALS_PER_ANSWER_MAX } from '../../../src/ledger/orders/plans-preview.ts'
import type { openPlanPreviews, PreviewResult } from '../../../src/ledger/orders/plans-preview.ts'
import type { PlanRow, Rows } from './rows.ts'

export function memoryPlanPreviews({
  plans,
  consultations,
}: Rows): ReturnType<typeof openPlanPreviews> {
  const isPending = (plan: PlanRow): boolean =>
    plan.state === 'proposed' && plan.preview === 'pending'
  return {
    unpreviewed: async (fleetId, limit, at) => {
      const pending = plans
        .where((plan) => plan.fleetId === fleetId && isPending(plan))
        .toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime() || a.seq - b.seq)
      const isDue = ({ previewDueAt }: PlanRow): boolean =>
        previewDueAt === null || previewDueAt <= at
      const later = pending.filter((plan) => !isDue(plan)).map((plan) => plan.previewDueAt)
      const nextMs = Math.min(...later.map((due) => due?.getTime() ?? Infinity))
      return {
        plans: pending
          .filter(isDue)
          .slice(0, limit)
          .map(({ id, previewTries: tries }) => ({ id, tries })),
        nextAt: later.length === 0 ? null : new Date(nextMs),
      }
    },
    recordPreview: async (planId, result) => {
      const plan = plans.get(planId)
      if (plan === undefined || !isPending(plan)) return false
      plans.patch(planId, {
        ...columnsOf(result),
        preview: result.preview,
        previewTries: plan.previewTries + 1,
      })
      return true
    },
    reopen: async (planId) => {
      const plan = plans.get(planId)
      const answer = consultations.get(plan?.consultationId ?? '')
      if (plan?.state !== 'void' || answer === undefined) return false
      const { vehicleId, seq, id } = answer
      const newer = consultations.where(
        (row) => row.vehicleId === vehicleId && row.status === 'ready' && row.seq > seq,
      )
      const proposals = plans.where((other) => other.consultationId === id)
      if (newer.length > 0 || proposals.length >= PROPOSALS_PER_ANSWER_MAX) return false
      consultations.patch(id, { considered: false })
      return true
    },
  }
}

function columnsOf(result: PreviewResult): Partial<PlanRow> {
  if (result.preview === 'pending') return { previewDueAt: result.dueAt }
  if (result.preview === 'unknown') return { previewDueAt: null }
  const { feeCents, totalCents, hash } = result
  return { feeCents, totalCents, hash, previewDueAt: null }
}
