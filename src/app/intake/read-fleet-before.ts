/** Reads a fleet from an open ledger as it is before a file is imported; nothing is stored. */
import type { Config } from '../../config.ts'
import { openLedgerDb } from '../../ledger/schema/tx.ts'
import { knownVehicles } from '../../ledger/fleets/known-vehicles.ts'
import { otherBacklogs, readBacklog, readBudgets, type PlanLedger } from '../plan/read-plan.ts'
import { newFleet, type FleetBefore } from './file-difference.ts'

export async function readFleetBefore(
  config: Config,
  ledger: PlanLedger,
  openSecret: () => Promise<FleetBefore['secret']>,
): Promise<FleetBefore> {
  const budgets = await readBudgets(config, ledger, undefined)
  const fleet = await ledger.fleets.find(config.FROTA_FLEET)
  if (fleet === undefined) return newFleet(budgets)
  const { vehicles, servedAtMs } = await readBacklog(config, ledger, fleet)
  return {
    budgets,
    vehicles: await knownVehicles(openLedgerDb(ledger.database.pool), fleet),
    secret: await openSecret(),
    waiting: new Set(vehicles.map(({ vehicleId }) => vehicleId)),
    servedAtMs,
    others: await otherBacklogs(config, ledger, fleet),
  }
}
