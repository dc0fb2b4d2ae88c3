/**
 * Tells the service what a file or a person changed of registered vehicles: plate, UF, nickname,
 * and the owner where somebody asked for that. The ledger erases an owner's document then.
 */
import type { Client } from '../../client/client.ts'
import type { VehicleChange } from '../../contract/vehicle.ts'
import type { VehicleFacts, VehicleStore } from '../../ledger/vehicles/vehicles.ts'
import { ownerContext, type Secret } from '../../secret.ts'
import { tellVehicles, untoldReason } from './tell-vehicles.ts'

export interface UpdateTools {
  readonly client: Pick<Client, 'call'>
  readonly vehicles: Pick<VehicleStore, 'toUpdate' | 'markRemote' | 'markUntold' | 'ownerSealed'>
  readonly secret: Pick<Secret, 'open'>
}

/** Each vehicle once. Throws the Failure of a wrong key or account, or of an unreachable service. */
export function updateVehicles(
  tools: UpdateTools,
  fleetId: string,
  signal?: AbortSignal,
): Promise<number> {
  const { vehicles } = tools
  return tellVehicles(
    (afterSeq, limit) => vehicles.toUpdate(fleetId, afterSeq, limit),
    (vehicle) => updateVehicle(tools, vehicle),
    signal,
  )
}

/** Undefined when the service was told, else the reason; PATCH is idempotent. */
export async function updateVehicle(
  tools: UpdateTools,
  vehicle: VehicleFacts,
): Promise<string | undefined> {
  const { serviceId, plate, uf, nickname } = vehicle
  const sealed = vehicle.ownerKept ? await tools.vehicles.ownerSealed(vehicle.id) : null
  const body = {
    ...changeOf(vehicle),
    ...(sealed === null ? {} : { owner_document: openOwner(tools, vehicle, sealed) }),
  }
  if (serviceId === null || Object.keys(body).length === 0) return undefined
  const params = { vehicle_id: serviceId }
  const result = await tools.client.call('updateVehicle', { params, body })
  const untold = await untoldReason(tools.vehicles, vehicle.id, result)
  if (untold !== undefined) return untold
  // Records what was sent, not the answer, so that a service that spells it otherwise is told once.
  const told = { serviceId, plate, uf, nickname }
  await tools.vehicles.markRemote(vehicle.id, told, sealed ?? undefined)
  return undefined
}

/**
 * Pure. The fields that differ from what the service has. Plate and state are also sent after a
 * PATCH whose answer was lost, since nobody knows which of the two values it has.
 */
function changeOf(vehicle: VehicleFacts): VehicleChange {
  const { plate, uf, nickname, identityTold } = vehicle
  return {
    ...(plate === vehicle.remotePlate && identityTold ? {} : { plate }),
    ...(uf === vehicle.remoteUf && identityTold ? {} : { uf }),
    ...(nickname === vehicle.remoteNickname ? {} : { nickname }),
  }
}

function openOwner(
  { secret }: UpdateTools,
  { accountId, renavam }: VehicleFacts,
  sealed: Uint8Array,
): string {
  return secret.open(sealed, ownerContext(accountId, renavam))
}
