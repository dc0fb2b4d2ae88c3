/** Opens the ledger's database as it is: nothing is made and nothing is brought up to date. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../../config.ts'
import { refuseMoved } from '../../database/damaged-directory.ts'
import { pendingMigrations } from '../../database/migrate.ts'
import { openDatabase, type Database } from '../../database/open.ts'
import { ledgerMigrations } from '../../ledger/schema/migrations.ts'

/** Undefined where no embedded ledger was made yet. Goes through the directory's owner, if any. */
export async function openAsItIs(config: Config, command: string): Promise<Database | undefined> {
  if (config.DATABASE_URL !== undefined) return openDatabase({ url: config.DATABASE_URL })
  const { FROTA_DATA_DIR: dataDir } = config
  refuseMoved(dataDir)
  if (!existsSync(join(dataDir, 'pgdata'))) return undefined
  return openDatabase({ dataDir, mode: 'read', command: `frota ${command}` })
}

/** Migrations that the next command applies; all of them in an empty database. */
export function pendingOf({ pool }: Database): Promise<string[]> {
  return pendingMigrations(pool, ledgerMigrations)
}
