/**
 * Gives the service the plate and state of the ledger before a vehicle is asked about; otherwise it
 * would answer for the old ones. A change that somebody else made there is overwritten.
 */
import type { Client } from '../../client/client.ts'
import type { Vehicle } from '../../contract/vehicle.ts'
import { unfitReason } from '../../failure.ts'
import { isSameVehicle } from '../../fleet/vehicle-identity.ts'
import type { VehicleFacts, VehicleStore } from '../../ledger/vehicles/vehicles.ts'
import { updateVehicle, type UpdateTools } from '../vehicles/update-vehicles.ts'
import { refuse } from './member-reasons.ts'

export interface TellingTools extends UpdateTools {
  readonly client: UpdateTools['client'] & Pick<Client, 'read'>
  readonly vehicles: UpdateTools['vehicles'] & Pick<VehicleStore, 'byId'>
}

type ToldVehicle =
  | { readonly vehicle: Vehicle; readonly since: Date | null }
  | { readonly refuse: string }
  | { readonly later: string }

export async function toldVehicle(
  tools: TellingTools,
  known: VehicleFacts,
  serviceId: string,
): Promise<ToldVehicle> {
  const vehicle = await read(tools, serviceId)
  if ('refuse' in vehicle) return vehicle
  const isTold = known.identityTold && isSameVehicle(vehicle, known)
  if (isTold) return { vehicle, since: known.identitySince }
  return tell(tools, known, vehicle)
}

async function tell(
  tools: TellingTools,
  { id }: VehicleFacts,
  { id: serviceId, plate, uf, nickname }: Vehicle,
): Promise<ToldVehicle> {
  await tools.vehicles.markRemote(id, { serviceId, plate, uf, nickname, otherIdentity: true })
  const ours = await tools.vehicles.byId(id)
  const untold = ours === null ? undefined : await updateVehicle(tools, ours)
  const known = await tools.vehicles.byId(id)
  if (known === null) return refuse('not-a-member')
  if (untold !== undefined && known.refusal !== null) return refuse('identity-untold')
  if (!known.identityTold) return { later: untold ?? 'The vehicle was changed again meanwhile.' }
  const vehicle = await read(tools, serviceId)
  if ('refuse' in vehicle) return vehicle
  if (!isSameVehicle(vehicle, known)) return refuse('identity-untold')
  return { vehicle, since: known.identitySince }
}

async function read(
  { client }: TellingTools,
  vehicle_id: string,
): Promise<Vehicle | { readonly refuse: string }> {
  try {
    const vehicle = await client.read('getVehicle', { params: { vehicle_id } })
    if (vehicle === null) return refuse('vehicle-unknown')
    return vehicle.is_active ? vehicle : refuse('vehicle-inactive')
  } catch (error) {
    const unfit = unfitReason(error)
    if (unfit === undefined) throw error
    return { refuse: unfit }
  }
}
