/** Tells the service about vehicles: what an update and a removal have in common. */
import type { CallResult } from '../../client/answer.ts'
import type { VehicleStore } from '../../ledger/vehicles/vehicles.ts'
import { inParallel } from './in-parallel.ts'

const CONCURRENCY = 4
/** Vehicles read at once. */
const BATCH_VEHICLES = 100

/**
 * Each vehicle once that `readDue` has, in pages; what fails is due again in the next run. `tell`:
 * undefined when the service was told, else the reason. Returns how many were told.
 */
export async function tellVehicles<V extends { readonly seq: bigint }>(
  readDue: (afterSeq: bigint, limit: number) => Promise<readonly V[]>,
  tell: (vehicle: V) => Promise<string | undefined>,
  signal: AbortSignal | undefined,
): Promise<number> {
  let told = 0
  let batch = await readDue(0n, BATCH_VEHICLES)
  while (batch.length > 0) {
    const { unstarted } = await inParallel(batch, CONCURRENCY, signal, async (vehicle) => {
      if ((await tell(vehicle)) === undefined) told += 1
    })
    if (unstarted > 0) break
    batch = await readDue(batch.at(-1)?.seq ?? 0n, BATCH_VEHICLES)
  }
  return told
}

/**
 * Undefined when the service did what was asked, else the reason, which a refused vehicle keeps.
 * Throws the Failure of a wrong key or account, or of an unreachable service.
 */
export async function untoldReason(
  vehicles: Pick<VehicleStore, 'markUntold'>,
  vehicleId: string,
  result: CallResult<unknown>,
): Promise<string | undefined> {
  if (result.outcome === 'never-sent') throw result.cause
  if (result.outcome === 'in-doubt') return result.why
  if (result.ok) return undefined
  if (result.stop !== undefined) throw result.stop
  const reason = `status ${result.status}: ${result.detail}`
  // A busy or broken service says nothing about the vehicle; a refusal is a person's to correct.
  if (result.status < 500 && result.status !== 429) await vehicles.markUntold(vehicleId, reason)
  return reason
}
