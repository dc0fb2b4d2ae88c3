/** Opens a ledger for a mere read of what it knows of a fleet; an older one is not migrated. */
import { newFleet, type FleetBefore } from '../../app/intake/file-difference.ts'
import { readFleetBefore } from '../../app/intake/read-fleet-before.ts'
import { secretPath } from '../../app/ledger/open-ledger.ts'
import { freshBudgets } from '../../app/plan/fresh-budgets.ts'
import type { Config } from '../../config.ts'
import { pendingMigrations } from '../../database/migrate.ts'
import { openDatabase } from '../../database/open.ts'
import { Failure } from '../../failure.ts'
import { openCampaignStore } from '../../ledger/consultations/campaigns-sql.ts'
import { openFleetReadingStore, type FleetReading } from '../../ledger/fleets/fleet-reading.ts'
import { openFleetStore } from '../../ledger/fleets/fleets.ts'
import { openQuotaLedger } from '../../ledger/quota/quota-sql.ts'
import { ledgerMigrations } from '../../ledger/schema/migrations.ts'
import { openLedgerDb } from '../../ledger/schema/tx.ts'
import { systemRandom } from '../../random.ts'
import { openSecret } from '../../secret.ts'

export interface FleetFacts {
  readonly reading?: FleetReading | undefined
  readonly before: FleetBefore
}

export async function readFleetFacts(config: Config): Promise<FleetFacts> {
  const { DATABASE_URL: url, FROTA_DATA_DIR: dataDir } = config
  await using database = await openDatabase(
    url === undefined ? { dataDir, mode: 'read', command: 'frota check' } : { url },
  )
  const { rows } = await database.pool.query<{ there: boolean }>(
    `select to_regclass('frota.fleet') is not null as there`,
  )
  if (rows[0]?.there !== true) return { before: newFleet(freshBudgets(config)) }
  if ((await pendingMigrations(database.pool, ledgerMigrations)).length > 0)
    throw new Failure('database-unreachable', OLDER_LEDGER)
  const db = openLedgerDb(database.pool)
  const fleets = openFleetStore(db)
  const fleet = await fleets.find(config.FROTA_FLEET)
  const stores = { campaigns: openCampaignStore(db) }
  const ledger = { database, fleets, quota: openQuotaLedger(database.pool), stores }
  // The secret must be there: with another one every owner would seem to be another.
  const secret = () => openSecret(secretPath(config), systemRandom, async () => false)
  const before = await readFleetBefore(config, ledger, secret)
  return { reading: fleet && (await openFleetReadingStore(db).find(fleet.id)), before }
}

const OLDER_LEDGER = {
  pt: 'O banco de dados é de uma versão anterior do frota; frota status o atualiza.',
  en: 'The database is of an earlier version of frota; frota status brings it up to date.',
}
