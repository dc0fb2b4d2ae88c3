/** Fifty vehicles a job: no quota binds registering, and each vehicle is an effect of its own. */
import { claimEffects } from '../src/effects/perform-effect.ts'
import { registerStage } from '../src/reconciliation/vehicles/register-vehicle.ts'
import { merge, type Due, type Job } from './job.ts'
import { takeTurns } from './take-turns.ts'
import { chunkName, chunkOf, type Tools } from './tools.ts'
import type { Fleet } from '../src/ledger/fleets/fleets.ts'

/** Requests of one chunk at once; registering has no quota, but must not flood the service. */
const AT_ONCE = 4

export const registerVehicles: Job<'register-vehicles'> = {
  kind: 'register-vehicles',
  concurrency: 2,
  attempts: 3,
  due: async (tools) => merge(await Promise.all(tools.fleets.map((fleet) => dueOf(tools, fleet)))),
  run: async (tools, data, context) => {
    const found = chunkOf(tools, data.chunk)
    if (found === undefined) return { outcome: 'done' }
    const { vehicles } = tools.stores
    const chunk = await vehicles.registerChunk(found.fleet.id, Number(found.chunk))
    const ids = chunk.map(({ effectId }) => effectId)
    const stage = registerStage({ ...tools, vehicles, chunk })
    const claimed = await claimEffects(tools.effects, stage, ids)
    return takeTurns(tools, claimed, ids, context, AT_ONCE)
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
