/** `frota resume`: goes on with an open campaign and opens no new one. */
import type { CommandContext } from './context.ts'
import { knownFleet } from '../app/fleets/known-fleet.ts'
import { sayEnding } from './run-ending.ts'
import { RECONCILE_HORIZON_MS, runOnce } from '../app/run/run-once.ts'

export function run(context: CommandContext): Promise<void> {
  return goOn(context, 'resume')
}

export async function goOn(
  context: CommandContext,
  mode: 'resume' | 'retry',
  vehicleId?: string,
): Promise<void> {
  const name = context.config.FROTA_FLEET
  const finished = await runOnce(context, {
    mode,
    vehicleId,
    horizonMs: RECONCILE_HORIZON_MS,
    fleetsOf: async (store, accountId) => [await knownFleet(store, name, accountId)],
  })
  sayEnding(context, finished)
}
