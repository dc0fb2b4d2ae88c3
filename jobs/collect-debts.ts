/** Fifty consultations a job: reading has no quota, and an answer takes seconds to minutes. */
import { collectDebts as collect } from '../src/reconciliation/debts/collect-debts.ts'
import type { Fleet } from '../src/ledger/fleets/fleets.ts'
import { merge, type Due, type Job } from './job.ts'
import { chunkName, chunkOf, type Tools } from './tools.ts'

export const collectDebts: Job<'collect-debts'> = {
  kind: 'collect-debts',
  concurrency: 2,
  attempts: 3,
  due: async (tools) => merge(await Promise.all(tools.fleets.map((fleet) => dueOf(tools, fleet)))),
  run: async (tools, data, { signal }) => {
    const found = chunkOf(tools, data.chunk)
    if (found === undefined) return { outcome: 'done' }
    const { consultations, debts } = tools.stores
    const reading = { ...tools, consultations, debts, fleetId: found.fleet.id }
    return collect(reading, found.chunk, signal)
  },
}

async function dueOf(tools: Tools, fleet: Fleet): Promise<Due> {
  const now = new Date(tools.clock.now())
  const { chunks, nextReadAt } = await tools.stores.consultations.due(fleet.id, now)
  return {
    jobs: chunks.map(({ chunk, rows }) => ({
      kind: 'collect-debts',
      id: `collect-${chunkName(fleet, chunk)}`,
      data: { chunk: chunkName(fleet, chunk) },
      rows,
    })),
    nextDueAtMs: nextReadAt?.getTime() ?? null,
  }
}
