/** What a person changes about one vehicle: in the ledger at once, then at the service. */
import type { Fleet } from '../../ledger/fleets/fleets.ts'
import type { VehicleEdit } from '../../ledger/vehicles/vehicle-edits.ts'
import type { RemovalHold } from '../../ledger/vehicles/vehicle-removals.ts'
import type { VehicleFacts } from '../../ledger/vehicles/vehicles.ts'
import { removeVehicle } from '../../reconciliation/vehicles/remove-vehicles.ts'
import { updateVehicle } from '../../reconciliation/vehicles/update-vehicles.ts'
import type { Secret } from '../../secret.ts'
import type { AppContext } from '../context.ts'
import type { OpenLedger } from '../ledger/open-ledger.ts'
import { tellService, type Told } from './tell-service.ts'

interface About {
  readonly ledger: OpenLedger
  readonly fleet: Fleet
  readonly secret: Secret
}

/**
 * `news`: newest first, empty when it was so already; `asksAnew`: former answers and proposals hold
 * no more; `told`: undefined when the service need not know, or does not have the vehicle yet.
 */
export async function editOne(
  context: AppContext,
  { ledger, fleet, secret }: About,
  vehicleId: string,
  edit: VehicleEdit,
) {
  const { vehicles } = ledger.stores
  const { vehicle, changes, asksAnew } = await vehicles.edit(vehicleId, edit)
  const news = (await vehicles.changes(vehicleId)).slice(0, changes)
  const told = isTold(vehicle)
    ? await tellService(context, { ledger, fleet, secret }, (client) =>
        updateVehicle({ client, vehicles, secret }, vehicle),
      )
    : undefined
  return { vehicle, news, asksAnew, told }
}

/** Whether the service must be told; it does not know cost centres. */
function isTold(vehicle: VehicleFacts): boolean {
  if (vehicle.state !== 'registered') return false
  const { plate, uf, nickname, remotePlate, remoteUf, remoteNickname } = vehicle
  const isKnown = plate === remotePlate && uf === remoteUf && nickname === remoteNickname
  return !isKnown || !vehicle.identityTold || vehicle.ownerKept
}

export type RemovedOne =
  | { readonly removed: true; readonly wasRegistered: boolean; readonly told: Told }
  | { readonly removed: false; readonly holds: readonly RemovalHold[] }

/** Takes it out of the fleet at once and deactivates it at the service, now or with the next run. */
export async function removeOne(
  context: AppContext,
  { ledger, fleet, secret }: About,
  vehicleId: string,
  person: string,
): Promise<RemovedOne> {
  const { vehicles } = ledger.stores
  const asked = await vehicles.askRemoval(vehicleId, person)
  if (!asked.asked) return { removed: false, holds: asked.holds }
  const { serviceId } = asked
  if (serviceId === null) return { removed: true, wasRegistered: false, told: { told: true } }
  const told = await tellService(context, { ledger, fleet, secret }, (client) =>
    removeVehicle({ client, vehicles }, { id: vehicleId, serviceId }, person),
  )
  return { removed: true, wasRegistered: true, told }
}
