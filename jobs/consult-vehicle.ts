/** One consultation a job: the quota binds it, so each is asked by itself and waits by itself. */
import { performEffect } from '../src/effects/perform-effect.ts'
import type { Fleet } from '../src/ledger/fleets.ts'
import { consultStage } from '../src/reconciliation/consultations/ask-consultation.ts'
import { planConsultations } from '../src/reconciliation/consultations/plan-consultations.ts'
import { dueWithinQuota } from './due-effects.ts'
import { merge } from './job.ts'
import type { Due, Job } from './job.ts'
import type { Tools } from './tools.ts'

export const consultVehicle: Job<'consult-vehicle'> = {
  kind: 'consult-vehicle',
  concurrency: 4,
  attempts: 3,
  due: async (tools) => merge(await Promise.all(tools.fleets.map((fleet) => dueOf(tools, fleet)))),
  run: (tools, { effect }, { signal }) => {
    const stage = consultStage({
      ...tools,
      ...tools.stores,
      bucket: tools.buckets.consultations,
    })
    return performEffect({ ...tools.effects, signal }, stage, effect)
  },
}

async function dueOf(tools: Tools, fleet: Fleet): Promise<Due> {
  const campaign = await tools.stores.campaigns.current(fleet.id)
  if (campaign === undefined) return { jobs: [], nextDueAtMs: null }
  // Whoever was registered since the last sweep gets a rank and an effect now.
  if ((await tools.stores.campaigns.unplanned(campaign.id)) > 0) {
    await planConsultations({ ...tools, campaigns: tools.stores.campaigns }, campaign.id)
  }
  const bucket = tools.buckets.consultations
  const { effects, nextDueAtMs } = await dueWithinQuota(tools, fleet, { kind: 'consult', bucket })
  return {
    jobs: effects.map(({ id, epoch }, index) => ({
      kind: 'consult-vehicle',
      id: `consult-${id}-${epoch}`,
      data: { effect: id },
      priority: index + 1,
    })),
    nextDueAtMs,
  }
}
