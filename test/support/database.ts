/**
 * A fresh, isolated database for one test file: PGlite in memory from the seed, or with
 * FROTA_TEST_ENGINE=postgresql a database of its own on the server of DATABASE_URL.
 */
import { migrate, type MigrationSet } from '../../src/database/migrate.ts'
import { openEmbedded } from '../../src/database/open-embedded.ts'
import { openServer } from '../../src/database/open-server.ts'
import type { Database } from '../../src/database/pool.ts'
import { ledgerMigrations } from '../../src/ledger/schema/migrations.ts'
import { createServerDatabase } from './server-database.ts'

export interface TestDatabaseOptions {
  /** Applied in order before the database is handed over. */
  migrations?: readonly MigrationSet[]
  /** Instead of what FROTA_TEST_ENGINE says: for suites that run on both. */
  engine?: 'pglite' | 'postgresql'
}

export async function openTestDatabase(options: TestDatabaseOptions = {}): Promise<Database> {
  const onServer = (options.engine ?? testEngine()) === 'postgresql'
  const database = onServer ? await openOnServer() : await openEmbedded({})
  for (const set of options.migrations ?? []) await migrate(database.pool, set)
  return database
}

export function openTestLedger(): Promise<Database> {
  return openTestDatabase({ migrations: [ledgerMigrations] })
}

export function testEngine(): 'pglite' | 'postgresql' {
  const engine = process.env['FROTA_TEST_ENGINE'] ?? 'pglite'
  if (engine !== 'pglite' && engine !== 'postgresql') {
    throw new Error(`FROTA_TEST_ENGINE is "${engine}": pglite or postgresql`)
  }
  return engine
}

async function openOnServer(): Promise<Database> {
  const server = await createServerDatabase()
  const database = await openServer(server.url)
  for (const schema of ['frota', 'service', 'bullmq']) {
    await database.pool.query(`CREATE SCHEMA ${schema}`)
  }
  let closing: Promise<void> | undefined
  const close = (): Promise<void> => {
    closing ??= database.close().then(() => server[Symbol.asyncDispose]())
    return closing
  }
  return { ...database, close, [Symbol.asyncDispose]: close }
}
