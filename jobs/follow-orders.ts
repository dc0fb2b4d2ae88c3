/** Fifty orders a job: their Pix codes, payments and settlements are read, nothing is sent. */
import type { Fleet } from '../src/ledger/fleets.ts'
import { followOrders as follow } from '../src/reconciliation/orders/following/follow-orders.ts'
import {
  foreignDueBefore,
  refreshForeign,
} from '../src/reconciliation/orders/following/refresh-foreign.ts'
import { merge } from './job.ts'
import type { Due, Job } from './job.ts'
import { chunkName, chunkOf } from './tools.ts'
import type { Tools } from './tools.ts'

/** The chunk of the orders that are not ours, beside those of our own by their numbers. */
const FOREIGN = 'foreign'

export const followOrders: Job<'follow-orders'> = {
  kind: 'follow-orders',
  concurrency: 1,
  attempts: 3,
  due: async (tools) => merge(await Promise.all(tools.fleets.map((fleet) => dueOf(tools, fleet)))),
  run: async (tools, data, { signal }) => {
    const found = chunkOf(tools, data.chunk)
    if (found === undefined) return { outcome: 'done' }
    if (found.chunk === FOREIGN) {
      return refreshForeign({ ...tools, ...tools.stores, fleetId: found.fleet.id })
    }
    return follow({ ...tools, ...tools.stores, fleetId: found.fleet.id }, found.chunk, signal)
  },
}

async function dueOf(tools: Tools, fleet: Fleet): Promise<Due> {
  const now = new Date(tools.clock.now())
  const { chunks, nextReadAt } = await tools.stores.orders.due(fleet.id, now)
  const before = foreignDueBefore(now.getTime())
  const foreign = await tools.stores.foreign.unseen(fleet.id, before, 1)
  return {
    jobs: [...chunks, ...foreign.map(() => FOREIGN)].map((chunk) => ({
      kind: 'follow-orders',
      id: `follow-${chunkName(fleet, chunk)}`,
      data: { chunk: chunkName(fleet, chunk) },
    })),
    nextDueAtMs: nextReadAt?.getTime() ?? null,
  }
}
