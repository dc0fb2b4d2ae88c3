/** `frota retry`: asks again now for what failed or got no answer; with a plate, for that vehicle. */
import { withFleet } from '../app/ledger/with-fleet.ts'
import { requireAskable } from '../app/requests/ask-vehicle.ts'
import { wallClock } from '../clock.ts'
import type { CommandContext } from './context.ts'
import { goOn } from './resume.ts'
import { namedOn, onlyVehicle } from './vehicle/named-vehicle.ts'

export async function run(context: CommandContext): Promise<void> {
  const one = context.words.length > 0 ? await vehicleNamed(context) : undefined
  await goOn(context, 'retry', one)
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
