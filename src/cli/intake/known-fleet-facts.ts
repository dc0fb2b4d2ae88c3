/**
 * What the ledger knows of a fleet, for a command that works without a ledger: if there is none, or
 * it cannot be reached, nothing is created and nothing fails.
 */
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { newFleet } from '../../app/intake/file-difference.ts'
import { freshBudgets } from '../../app/plan/fresh-budgets.ts'
import type { Config } from '../../config.ts'
import { Failure } from '../../failure.ts'
import type { FleetFacts } from './read-fleet-facts.ts'

/** Without a ledger one credential is assumed, whatever FROTA_FLEETS_FILE names. */
export async function knownFleetFacts(config: Config): Promise<FleetFacts | Failure> {
  const { DATABASE_URL: url, FROTA_DATA_DIR: dataDir } = config
  const isThere = url !== undefined || (await stat(join(dataDir, 'pgdata')).catch(() => undefined))
  if (isThere === undefined) return { before: newFleet(freshBudgets(config)) }
  try {
    // The database's modules take a quarter of a second to load.
    const { readFleetFacts } = await import('./read-fleet-facts.ts')
    return await readFleetFacts(config)
  } catch (failure) {
    if (failure instanceof Failure) return failure
    throw failure
  }
}
