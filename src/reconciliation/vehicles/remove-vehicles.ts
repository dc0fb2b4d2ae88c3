/**
 * Deactivates at the service the vehicles whose removal was asked for. DELETE is idempotent, so
 * nothing but the request itself has to be remembered.
 */
import type { Client } from '../../client/client.ts'
import type { Removal } from '../../ledger/vehicles/vehicle-removals.ts'
import type { VehicleStore } from '../../ledger/vehicles/vehicles.ts'
import { inParallel } from './in-parallel.ts'

const REMOVE_CONCURRENCY = 4
/** Vehicles read at once. */
const REMOVE_BATCH_VEHICLES = 100

export interface RemoveTools {
  readonly client: Pick<Client, 'call'>
  readonly vehicles: Pick<VehicleStore, 'removalsDue' | 'markRemoved' | 'markUntold'>
}

export interface Removed {
  readonly removed: number
  /** What the service refused, or did not answer; asked again with the next run. */
  readonly failed: readonly { readonly vehicleId: string; readonly reason: string }[]
}

/** Removes once what nothing holds. Throws for a wrong key, account, or service away. */
export async function removeVehicles(
  tools: RemoveTools,
  fleetId: string,
  signal?: AbortSignal,
): Promise<Removed> {
  const failed: { vehicleId: string; reason: string }[] = []
  let removed = 0
  let batch = await tools.vehicles.removalsDue(fleetId, 0n, REMOVE_BATCH_VEHICLES)
  while (batch.length > 0) {
    const { unstarted } = await inParallel(batch, REMOVE_CONCURRENCY, signal, async (removal) => {
      const reason = await removeVehicle(tools, removal)
      if (reason === undefined) removed += 1
      else failed.push({ vehicleId: removal.id, reason })
    })
    if (unstarted > 0) break
    const lastSeq = batch.at(-1)?.seq ?? 0n
    batch = await tools.vehicles.removalsDue(fleetId, lastSeq, REMOVE_BATCH_VEHICLES)
  }
  return { removed, failed }
}

/** Undefined when the vehicle is removed, else the reason. `person`: who asked for it by hand. */
export async function removeVehicle(
  tools: RemoveTools,
  { id, serviceId }: Pick<Removal, 'id' | 'serviceId'>,
  person?: string,
): Promise<string | undefined> {
  const params = { vehicle_id: serviceId }
  const result = await tools.client.call('deleteVehicle', { params })
  if (result.outcome === 'never-sent') throw result.cause
  if (result.outcome === 'in-doubt') return result.why
  // A vehicle that the service does not know counts as deactivated.
  if (!result.ok && result.status !== 404) {
    if (result.stop !== undefined) throw result.stop
    const reason = `status ${result.status}: ${result.detail}`
    if (result.status < 500 && result.status !== 429) await tools.vehicles.markUntold(id, reason)
    return reason
  }
  await tools.vehicles.markRemoved(id, person)
  return undefined
}
