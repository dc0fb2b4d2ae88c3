/** Some proposals a job: what each would cost is asked for, which has no quota and costs nothing. */
import type { Fleet } from '../src/ledger/fleets/fleets.ts'
import {
  duePreviews,
  previewProposals,
} from '../src/reconciliation/orders/proposing/preview-proposals.ts'
import { merge } from './job.ts'
import type { Due, Job } from './job.ts'
import { chunkName, chunkOf } from './tools.ts'
import type { Tools } from './tools.ts'

export const previewOrders: Job<'preview-orders'> = {
  kind: 'preview-orders',
  concurrency: 2,
  attempts: 3,
  due: async (tools) => merge(await Promise.all(tools.fleets.map((fleet) => dueOf(tools, fleet)))),
  run: async (tools, data, { signal }) => {
    const found = chunkOf(tools, data.chunk)
    if (found === undefined) return { outcome: 'done' }
    const { chunk, fleet } = found
    return previewProposals({ ...tools, ...tools.stores, fleetId: fleet.id }, { chunk, signal })
  },
}

async function dueOf(tools: Tools, fleet: Fleet): Promise<Due> {
  const { chunks, nextAt } = await duePreviews({ ...tools, ...tools.stores }, fleet.id)
  return {
    jobs: chunks.map(({ chunk, rows }) => ({
      kind: 'preview-orders',
      id: `preview-${chunkName(fleet, chunk)}`,
      data: { chunk: chunkName(fleet, chunk) },
      rows,
    })),
    nextDueAtMs: nextAt?.getTime() ?? null,
  }
}
