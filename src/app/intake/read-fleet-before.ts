/** Reads a fleet from an open ledger as it is before a file is imported; nothing is stored. */
import type { Config } from '../../config.ts'
import { configuredAccount } from '../fleets/chosen-fleet.ts'
import { openLedgerDb } from '../../ledger/schema/tx.ts'
import { openImportStore } from '../../ledger/fleets/imports-sql.ts'
import { knownVehicles, renavamsElsewhere } from '../../ledger/fleets/known-vehicles.ts'
import { otherBacklogs, readBacklog, readBudgets, type PlanLedger } from '../plan/read-plan.ts'
import { newFleet, type FleetBefore } from './file-difference.ts'

export async function readFleetBefore(
  config: Config,
  ledger: PlanLedger,
  openSecret: () => Promise<FleetBefore['secret']>,
): Promise<FleetBefore> {
  const budgets = await readBudgets(config, ledger, undefined)
  const fleet = await ledger.fleets.find(config.FROTA_FLEET)
  const db = openLedgerDb(ledger.database.pool)
  if (fleet === undefined) {
    const accountId = await accountOf(config, ledger)
    if (accountId === undefined) return newFleet(budgets)
    const vehicles = await knownVehicles(db, { id: null, accountId })
    const abroad = await renavamsElsewhere(db, accountId)
    return { ...newFleet(budgets), vehicles, abroad, secret: await openSecret() }
  }
  const imports = openImportStore(db, ledger.database.pool)
  const { vehicles, servedAtMs } = await readBacklog(config, ledger, fleet)
  return {
    budgets,
    vehicles: await imports.known(fleet),
    abroad: await imports.elsewhere(fleet.accountId),
    former: (await imports.latestApplied(fleet.id))?.understood ?? null,
    secret: await openSecret(),
    waiting: new Set(vehicles.map(({ vehicleId }) => vehicleId)),
    servedAtMs,
    others: await otherBacklogs(config, ledger, fleet),
  }
}

/** Of a fleet without a file: the embedded service's account has no option that names it. */
async function accountOf(config: Config, { fleets }: PlanLedger): Promise<string | undefined> {
  const accounts = new Set((await fleets.all()).map(({ accountId }) => accountId))
  const [only] = accounts.size === 1 ? accounts : []
  return configuredAccount(config) ?? only
}
