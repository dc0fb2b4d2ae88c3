/** Fifty proposals a job: what each would cost is asked for, which has no quota and costs nothing. */
import type { Fleet } from '../src/ledger/fleets.ts'
import { previewProposals } from '../src/reconciliation/orders/preview-proposals.ts'
import { merge } from './job.ts'
import type { Due, Job } from './job.ts'
import { chunkName, chunkOf } from './tools.ts'
import type { Tools } from './tools.ts'

/** One job of a fleet at a time; the next sweep adds the next. */
const CHUNK = 'proposals'

export const previewOrders: Job<'preview-orders'> = {
  kind: 'preview-orders',
  concurrency: 2,
  attempts: 3,
  due: async (tools) => merge(await Promise.all(tools.fleets.map((fleet) => dueOf(tools, fleet)))),
  run: async (tools, data, { signal }) => {
    const found = chunkOf(tools, data.chunk)
    if (found === undefined) return { outcome: 'done' }
    const previewing = { ...tools, ...tools.stores, fleetId: found.fleet.id }
    return previewProposals(previewing, signal)
  },
}

async function dueOf(tools: Tools, fleet: Fleet): Promise<Due> {
  const now = new Date(tools.clock.now())
  const { plans, nextAt } = await tools.stores.plans.unpreviewed(fleet.id, 1, now)
  const chunk = chunkName(fleet, CHUNK)
  const job = { kind: 'preview-orders', id: `preview-${chunk}`, data: { chunk } } as const
  return { jobs: plans.length > 0 ? [job] : [], nextDueAtMs: nextAt?.getTime() ?? null }
}
