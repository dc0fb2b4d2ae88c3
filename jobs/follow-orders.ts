/** Fifty orders a job: their Pix codes, payments and settlements are read, nothing is sent. */
import type { Fleet } from '../src/ledger/fleets/fleets.ts'
import { followOrders as follow } from '../src/reconciliation/orders/following/follow-orders.ts'
import {
  foreignDueBefore,
  refreshForeign,
} from '../src/reconciliation/orders/following/refresh-foreign.ts'
import type { SeenOrder } from '../src/ledger/orders/foreign-orders.ts'
import type { DueChunk } from '../src/ledger/schema/due-chunk.ts'
import type { FollowedWithin } from '../src/ledger/orders/orders.ts'
import { CODE_WAIT_MS_MAX } from '../src/reconciliation/orders/follow-pace.ts'
import { merge, type Due, type Job } from './job.ts'
import { chunkName, chunkOf, type Tools } from './tools.ts'

/** The chunk of all orders that others made; chunks of our own orders have numbers. */
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
  const { chunks, nextReadAt } = await tools.stores.orders.due(fleet.id, now, within(tools, now))
  const before = foreignDueBefore(now.getTime())
  const foreign = await tools.stores.foreign.unseen(fleet.id, before, 1)
  return {
    jobs: [...chunks, ...foreign.map(foreignChunk)].map(({ chunk, rows }) => ({
      kind: 'follow-orders',
      id: `follow-${chunkName(fleet, chunk)}`,
      data: { chunk: chunkName(fleet, chunk) },
      rows,
    })),
    nextDueAtMs: nextReadAt?.getTime() ?? null,
  }
}

function within({ followUntilMs }: Tools, now: Date): FollowedWithin | undefined {
  if (followUntilMs === undefined) return undefined
  // Twice the wait, so that the read at which the wait for a code ends is included.
  const codesSince = new Date(now.getTime() - 2 * CODE_WAIT_MS_MAX)
  return { until: new Date(followUntilMs), codesSince }
}

/** One chunk for all orders of others; its fingerprint is the oldest, which is read first. */
function foreignChunk({ id, lastSeenAt }: SeenOrder): DueChunk {
  return { chunk: FOREIGN, rows: { count: 1, fingerprint: `${id} ${lastSeenAt.getTime()}` } }
}
