/** Loads a backup's tables into a database, and holds them against the manifest. */
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { migrateTo } from '../../database/migrate.ts'
import { openEmbedded } from '../../database/open-embedded.ts'
import type { PoolClient } from '../../database/pool.ts'
import { inTransaction, loadTables, tablesOf } from '../../database/schema-copy.ts'
import { shiftTime } from '../../ledger/runs/shifted-time.ts'
import { ledgerMigrations } from '../../ledger/schema/migrations.ts'
import { serviceMigrations } from '../../service/migrations.ts'
import { untilStopped } from './end-if-stopped.ts'
import { tableFile, unpackRows } from './backup-files.ts'
import { damagedBackup, NOT_KEPT, SCHEMAS, type Backup } from './manifest.ts'

/** Restores into a scratch database in the backup's own folder, and throws it away. */
export async function proveBackup(backup: Backup, stop: AbortSignal): Promise<void> {
  const scratch = join(backup.folder, 'scratch')
  try {
    await using database = await openEmbedded({ pgDataDir: scratch })
    await inTransaction(database.pool, 'BEGIN', (client) => loadBackup(client, backup, stop))
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}

/**
 * Replaces the schemas by the backup's, in the caller's transaction, and brings them up to date.
 * Throws `database-newer` for a newer version's backup, `backup-damaged` when the totals differ.
 */
export async function loadBackup(
  client: PoolClient,
  { folder, manifest }: Backup,
  stop: AbortSignal,
): Promise<void> {
  const { migrations, tables, sequences, offsetMs = 0 } = manifest
  for (const schema of SCHEMAS) await client.query(`DROP SCHEMA IF EXISTS ${schema} CASCADE`)
  await migrateTo(client, ledgerMigrations, migrations.frota)
  if (migrations.service.length > 0) await migrateTo(client, serviceMigrations, migrations.service)
  const open = ({ name }: { readonly name: string }) =>
    untilStopped(unpackRows(folder, tableFile(name)), stop)
  await loadTables(client, SCHEMAS, { tables, sequences }, open)
  const found = (await tablesOf(client, SCHEMAS)).filter(({ name }) => !NOT_KEPT.has(name))
  for (const [at, table] of tables.entries()) {
    if (JSON.stringify(found[at]) !== JSON.stringify(table)) throw damagedBackup(folder, table.name)
  }
  await migrateTo(client, ledgerMigrations)
  if (offsetMs !== 0) await shiftTime(client, offsetMs)
  if (migrations.service.length > 0) await migrateTo(client, serviceMigrations)
}
