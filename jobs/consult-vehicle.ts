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
  const bucket = tools.buckets.consultations
  if (await needsPlan(tools, campaign.id, bucket)) {
    await planConsultations({ ...tools, campaigns: tools.stores.campaigns }, campaign.id)
  }
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

/**
 * Planning ranks the whole campaign, so while vehicles are still being registered it is done only
 * when a slot is free for one of them, and once more when the last is registered.
 */
async function needsPlan(tools: Tools, campaignId: string, bucket: string): Promise<boolean> {
  const { campaigns } = tools.stores
  if ((await campaigns.unplanned(campaignId)) === 0) return false
  if ((await tools.gate.facts(bucket)).free > 0) return true
  return (await campaigns.counts(campaignId)).unregistered === 0
}
