/** Some proposals a job: what each would cost is asked for, which has no quota and costs nothing. */
import type { Fleet } from '../src/ledger/fleets/fleets.ts'
import {
  duePreviews,
  previewProposals,
} from '../src/reconciliation/orders/proposing/preview-proposals.ts'
import { merge, type Due, type Job } from './job.ts'
import { chunkName, chunkOf, type Tools } from './tools.ts'

export const previewOrders: Job<'preview-orders'> = {
  kind: 'preview-orders',
  concurrency: 1,
  attempts: 3,
  due: async (tools) => merge(await Promise.all(tools.fleets.map((fleet) => dueOf(tools, fleet)))),
  run: async (tools, data, { signal }) => {
    const found = chunkOf(tools, data.chunk)
    if (found === undefined) return { outcome: 'done' }
    return previewProposals({ ...tools, ...tools.stores, fleetId: found.fleet.id }, signal)
  },
}

async function dueOf(tools: Tools, fleet: Fleet): Promise<Due> {
  const { rows, nextAt } = await duePreviews({ ...tools, ...tools.stores }, fleet.id)
  const chunk = chunkName(fleet, 'all')
  const id = `preview-${chunk}`
  return {
    jobs: rows === null ? [] : [{ kind: 'preview-orders', id, data: { chunk }, rows }],
    nextDueAtMs: nextAt?.getTime() ?? null,
  }
}
