/** Fifty vehicles a job: no quota binds registering, and each vehicle is an effect of its own. */
import { performEffect } from '../src/effects/perform-effect.ts'
import { registerChunk } from '../src/reconciliation/vehicles/register-chunk.ts'
import { registerStage } from '../src/reconciliation/vehicles/register-vehicle.ts'
import { dueLookUps } from './due-effects.ts'
import { merge } from './job.ts'
import type { Due, Job } from './job.ts'
import { chunkName, chunkOf } from './tools.ts'
import type { Tools } from './tools.ts'
import type { Fleet } from '../src/ledger/fleets.ts'

/** A chunk that names one effect in doubt instead of fifty vehicles. */
const ONE = 'effect-'

export const registerVehicles: Job<'register-vehicles'> = {
  kind: 'register-vehicles',
  concurrency: 2,
  attempts: 3,
  due: async (tools) => merge(await Promise.all(tools.fleets.map((fleet) => dueOf(tools, fleet)))),
  run: async (tools, data, { signal }) => {
    const found = chunkOf(tools, data.chunk)
    if (found === undefined) return { outcome: 'done' }
    const { vehicles } = tools.stores
    const stage = registerStage({ ...tools, vehicles })
    const perform = (effectId: string) => performEffect(tools.effects, stage, effectId)
    const { chunk, fleet } = found
    if (chunk.startsWith(ONE)) return perform(chunk.slice(ONE.length))
    return registerChunk({ ...tools, perform, vehicles }, fleet.id, Number(chunk), signal)
  },
}

async function dueOf(tools: Tools, fleet: Fleet): Promise<Due> {
  const chunks = await tools.stores.vehicles.registerChunks(fleet.id)
  const lookUps = await dueLookUps(tools, fleet, 'register')
  const names = [
    ...chunks.map(({ chunk }) => chunkName(fleet, chunk)),
    ...lookUps.effects.map(({ id }) => chunkName(fleet, `${ONE}${id}`)),
  ]
  return {
    jobs: names.map((name) => ({
      kind: 'register-vehicles',
      id: `register-${name}`,
      data: { chunk: name },
    })),
    nextDueAtMs: lookUps.nextDueAtMs,
  }
}
