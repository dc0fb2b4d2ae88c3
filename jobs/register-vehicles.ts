/** Fifty vehicles a job: no quota binds registering, and each vehicle is an effect of its own. */
import { claimEffects, type ClaimedEffects } from '../src/effects/perform-effect.ts'
import type { RegisterWork } from '../src/ledger/vehicles/vehicles.ts'
import { registerChunk } from '../src/reconciliation/vehicles/register-chunk.ts'
import { registerStage } from '../src/reconciliation/vehicles/register-vehicle.ts'
import { merge, type Due, type Job } from './job.ts'
import { chunkName, chunkOf, type Tools } from './tools.ts'
import type { Fleet } from '../src/ledger/fleets/fleets.ts'

export const registerVehicles: Job<'register-vehicles'> = {
  kind: 'register-vehicles',
  concurrency: 2,
  attempts: 3,
  due: async (tools) => merge(await Promise.all(tools.fleets.map((fleet) => dueOf(tools, fleet)))),
  run: async (tools, data, { signal }) => {
    const found = chunkOf(tools, data.chunk)
    if (found === undefined) return { outcome: 'done' }
    const { vehicles } = tools.stores
    const claim = (work: readonly RegisterWork[]): Promise<ClaimedEffects> => {
      const ids = work.map(({ effectId }) => effectId)
      return claimEffects(tools.effects, registerStage({ ...tools, vehicles, chunk: work }), ids)
    }
    const { chunk, fleet } = found
    return registerChunk({ ...tools, claim, vehicles }, fleet.id, Number(chunk), signal)
  },
}

/** A chunk is due when one of its vehicles is: planned, or in doubt with a look-up that is due. */
async function dueOf(tools: Tools, fleet: Fleet): Promise<Due> {
  const chunks = await tools.stores.vehicles.registerChunks(fleet.id)
  const { nextInMs } = await tools.stores.effects.due(fleet.id, 'register', 1)
  return {
    jobs: chunks.map(({ chunk, rows }) => ({
      kind: 'register-vehicles',
      id: `register-${chunkName(fleet, chunk)}`,
      data: { chunk: chunkName(fleet, chunk) },
      rows,
    })),
    nextDueAtMs: nextInMs === null ? null : tools.clock.now() + nextInMs,
  }
}
