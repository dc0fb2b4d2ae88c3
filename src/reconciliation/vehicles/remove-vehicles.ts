/**
 * Deactivates at the service the vehicles whose removal was asked for. DELETE is idempotent, so
 * nothing but the request itself has to be remembered.
 */
import type { Client } from '../../client/client.ts'
import type { Removal } from '../../ledger/vehicles/vehicle-removals.ts'
import type { VehicleStore } from '../../ledger/vehicles/vehicles.ts'
import { tellVehicles, untoldReason } from './tell-vehicles.ts'

export interface RemoveTools {
  readonly client: Pick<Client, 'call'>
  readonly vehicles: Pick<VehicleStore, 'removalsDue' | 'markRemoved' | 'markUntold'>
}

/** Removes once what nothing holds. Throws for a wrong key, account, or service away. */
export function removeVehicles(
  tools: RemoveTools,
  fleetId: string,
  signal?: AbortSignal,
): Promise<number> {
  const { vehicles } = tools
  return tellVehicles(
    (afterSeq, limit) => vehicles.removalsDue(fleetId, afterSeq, limit),
    (removal) => removeVehicle(tools, removal),
    signal,
  )
}

/** Undefined when the vehicle is removed, else the reason. `person`: who asked for it by hand. */
export async function removeVehicle(
  tools: RemoveTools,
  { id, serviceId }: Pick<Removal, 'id' | 'serviceId'>,
  person?: string,
): Promise<string | undefined> {
  const params = { vehicle_id: serviceId }
  const result = await tools.client.call('deleteVehicle', { params })
  // A vehicle that the service does not know counts as deactivated.
  const isUnknown = result.outcome === 'answered' && result.status === 404
  const untold = isUnknown ? undefined : await untoldReason(tools.vehicles, id, result)
  if (untold !== undefined) return untold
  await tools.vehicles.markRemoved(id, person)
  return undefined
}
