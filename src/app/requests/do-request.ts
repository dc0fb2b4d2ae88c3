/** The run that a person asked for in the console: what `frota reconcile` does, by request. */
import { wallClock } from '../../clock.ts'
import type { RunRequest } from '../../ledger/runs/run-requests.ts'
import type { AppContext } from '../context.ts'
import { knownFleet } from '../fleets/known-fleet.ts'
import { RECONCILE_HORIZON_MS, runOnce } from '../run/run-once.ts'

/** Rejects with the Failure that ended it. */
export async function doRequest(given: AppContext, request: RunRequest): Promise<void> {
  const name = request.fleetName
  const context = { ...given, config: { ...given.config, FROTA_FLEET: name } }
  await runOnce(context, {
    asked: request,
    mode: request.kind === 'import' ? 'open-or-join' : request.kind,
    horizonMs: RECONCILE_HORIZON_MS,
    fleetsOf: async (store, accountId) => [
      request.kind === 'import'
        ? await store.open({ name, accountId, at: new Date(wallClock.now()) })
        : await knownFleet(store, name, accountId),
    ],
  })
}
