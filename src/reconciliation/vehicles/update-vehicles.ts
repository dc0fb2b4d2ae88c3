/**
 * Tells the service what a file or a person changed of registered vehicles: plate, UF, nickname,
 * and the owner where somebody asked for that. The ledger erases an owner's document then.
 */
import type { Client } from '../../client/client.ts'
import type { VehicleChange } from '../../contract/vehicle.ts'
import type { VehicleFacts, VehicleStore } from '../../ledger/vehicles/vehicles.ts'
import { ownerContext, type Secret } from '../../secret.ts'
import { inParallel } from './in-parallel.ts'

const UPDATE_CONCURRENCY = 4
/** Vehicles read at once. */
const UPDATE_BATCH_VEHICLES = 100

export interface UpdateTools {
  readonly client: Pick<Client, 'call'>
  readonly vehicles: Pick<VehicleStore, 'toUpdate' | 'markRemote' | 'markUntold' | 'ownerSealed'>
  readonly secret: Pick<Secret, 'open'>
}

export interface Updated {
  readonly updated: number
  /** What the service refused, or did not answer; tried again with the next run. */
  readonly failed: readonly { readonly vehicleId: string; readonly reason: string }[]
}

/** Each vehicle once. Throws the Failure of a wrong key or account, or of an unreachable service. */
export async function updateVehicles(
  tools: UpdateTools,
  fleetId: string,
  signal?: AbortSignal,
): Promise<Updated> {
  const failed: { vehicleId: string; reason: string }[] = []
  let updated = 0
  let batch = await tools.vehicles.toUpdate(fleetId, 0n, UPDATE_BATCH_VEHICLES)
  while (batch.length > 0) {
    const { unstarted } = await inParallel(batch, UPDATE_CONCURRENCY, signal, async (vehicle) => {
      const reason = await updateVehicle(tools, vehicle)
      if (reason === undefined) updated += 1
      else failed.push({ vehicleId: vehicle.id, reason })
    })
    if (unstarted > 0) break
    const lastSeq = batch.at(-1)?.seq ?? 0n
    batch = await tools.vehicles.toUpdate(fleetId, lastSeq, UPDATE_BATCH_VEHICLES)
  }
  return { updated, failed }
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
  if (result.outcome === 'never-sent') throw result.cause
  if (result.outcome === 'in-doubt') return result.why
  if (!result.ok) {
    if (result.stop !== undefined) throw result.stop
    const reason = `status ${result.status}: ${result.detail}`
    // A busy or broken service says nothing about the vehicle; a refusal is a person's to correct.
    if (result.status < 500 && result.status !== 429) {
      await tools.vehicles.markUntold(vehicle.id, reason)
    }
    return reason
  }
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
