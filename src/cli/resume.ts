/** `frota resume|retry`: goes on with what is open, or asks again now for what got no answer. */
import { withFleet } from '../app/ledger/with-fleet.ts'
import { requireAskable } from '../app/requests/ask-vehicle.ts'
import { wallClock } from '../clock.ts'
import type { CommandContext } from './context.ts'
import { knownFleet } from '../app/fleets/known-fleet.ts'
import { namedOn, onlyVehicle } from './vehicle/named-vehicle.ts'
import { sayEnding } from './run-ending.ts'
import { RECONCILE_HORIZON_MS, runOnce } from '../app/run/run-once.ts'

/** Opens no new campaign. */
export function run(context: CommandContext): Promise<void> {
  return goOn(context, 'resume')
}

/** With a plate, for that vehicle alone. */
export async function retry(context: CommandContext): Promise<void> {
  const one = context.words.length > 0 ? await vehicleNamed(context) : undefined
  await goOn(context, 'retry', one)
}

async function goOn(
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

function vehicleNamed(context: CommandContext): Promise<string> {
  const name = namedOn(context, 'retry')
  return withFleet(context, async (ledger, { id, name: fleet }) => {
    const found = await ledger.stores.vehicles.named(id, name)
    const vehicle = onlyVehicle(fleet, { name, ...found })
    await requireAskable(ledger, { context, clock: wallClock }, vehicle)
    return vehicle.id
  })
}
