/** Opens the ledger for a page and finds the fleet that it shows. */
import { fleetsThere } from '../../app/fleets/chosen-fleet.ts'
import type { OpenLedger } from '../../app/ledger/open-ledger.ts'
import type { Fleet } from '../../ledger/fleets/fleets.ts'
import type { VehicleFacts } from '../../ledger/vehicles/vehicles.ts'
import type { Visitor } from '../access/permissions.ts'
import { idOf } from './route-parts.ts'
import type { ConsoleTools } from './console-tools.ts'
import type { PageSetting } from './page.ts'

/** Undefined where nothing was imported for the fleet yet. May throw a Failure. */
export async function withFleet<T>(
  { ledger }: Pick<ConsoleTools, 'ledger'>,
  { fleet: name }: Pick<PageSetting, 'fleet'>,
  work: (ledger: OpenLedger, fleet: Fleet) => Promise<T>,
): Promise<T | undefined> {
  return ledger.look(async (open) => {
    const fleet = await open.fleets.find(name)
    return fleet && work(open, fleet)
  })
}

/** Of all fleets, or of those that this person works for. */
export async function fleetNames(
  { ledger, context }: Pick<ConsoleTools, 'ledger' | 'context'>,
  { fleets }: Pick<Visitor, 'fleets'>,
): Promise<readonly string[]> {
  if (fleets !== null) return fleets
  return (await ledger.look((open) => fleetsThere(context.config, open.fleets))) ?? []
}

/** Undefined for what is no id, or of another fleet. */
export async function fleetVehicle(
  { stores }: Pick<OpenLedger, 'stores'>,
  fleet: Fleet,
  text: string,
): Promise<VehicleFacts | undefined> {
  const id = idOf(text)
  const found = id === undefined ? null : await stores.vehicles.byId(id)
  return found?.fleetId === fleet.id ? found : undefined
}
