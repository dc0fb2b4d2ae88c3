/**
 * Reads what the ledger remembers of how a fleet's files are read, for a command that works without
 * a ledger: if there is none, or it cannot be reached, nothing is created and nothing fails.
 */
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../../config.ts'
import type { Database } from '../../database/pool.ts'
import { Failure } from '../../failure.ts'
import type { FleetReading } from '../../ledger/fleets/fleet-reading.ts'

export type KnownReading =
  | { readonly kind: 'none' }
  | { readonly kind: 'known'; readonly reading: FleetReading }
  | { readonly kind: 'unreachable'; readonly failure: Failure }

const NONE: KnownReading = { kind: 'none' }

type ReadingConfig = Pick<Config, 'DATABASE_URL' | 'FROTA_DATA_DIR' | 'FROTA_FLEET'>

export async function knownReading(config: ReadingConfig): Promise<KnownReading> {
  const { DATABASE_URL: url, FROTA_DATA_DIR: dataDir, FROTA_FLEET: fleet } = config
  const isThere = url !== undefined || (await stat(join(dataDir, 'pgdata')).catch(() => undefined))
  if (isThere === undefined) return NONE
  const { openDatabase } = await import('../../database/open.ts')
  try {
    await using database = await openDatabase(
      url === undefined ? { dataDir, mode: 'read', command: 'frota check' } : { url },
    )
    return await readingOf(database, fleet)
  } catch (failure) {
    if (failure instanceof Failure) return { kind: 'unreachable', failure }
    throw failure
  }
}

/** The tables may be missing in an older ledger, which is not migrated for a mere read. */
async function readingOf(database: Database, name: string): Promise<KnownReading> {
  const { rows } = await database.pool.query<{ there: boolean }>(
    `select to_regclass('frota.fleet_reading') is not null as there`,
  )
  if (rows[0]?.there !== true) return NONE
  const { openLedgerDb } = await import('../../ledger/schema/tx.ts')
  const { openFleetStore } = await import('../../ledger/fleets/fleets.ts')
  const { openFleetReadingStore } = await import('../../ledger/fleets/fleet-reading.ts')
  const db = openLedgerDb(database.pool)
  const fleet = await openFleetStore(db).find(name)
  const reading = fleet && (await openFleetReadingStore(db).find(fleet.id))
  return reading === undefined ? NONE : { kind: 'known', reading }
}
