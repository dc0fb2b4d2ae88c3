/**
 * A database that a test may stop and start again: PGlite in a directory of its own, or with
 * FROTA_TEST_ENGINE=postgresql a server of its own, since the one of DATABASE_URL serves others too.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrate } from '../../src/database/migrate.ts'
import { openEmbedded } from '../../src/database/open-embedded.ts'
import { openServer } from '../../src/database/open-server.ts'
import type { Database } from '../../src/database/pool.ts'
import { ledgerMigrations } from '../../src/ledger/schema/migrations.ts'
import type { QuotaPool } from '../../src/ledger/quota/quota-sql.ts'
import { testEngine } from '../support/database.ts'
import { startPostgres } from '../support/own-postgres.ts'

export interface RestartableDatabase extends AsyncDisposable {
  /** Fails while the database is away. */
  readonly pool: QuotaPool
  /** For processes that connect themselves; PGlite has one process only. */
  readonly url: string | undefined
  /** PostgreSQL is stopped in the way of a crash; PGlite is closed. */
  stop(): Promise<void>
  start(): Promise<void>
}

/** Started, with the ledger's tables. */
export async function openRestartable(): Promise<RestartableDatabase> {
  return testEngine() === 'postgresql' ? openOwnServer() : openDirectory()
}

async function openDirectory(): Promise<RestartableDatabase> {
  const directory = await mkdtemp(join(tmpdir(), 'frota-quota-'))
  const open = (): Promise<Database> => openEmbedded({ pgDataDir: join(directory, 'pgdata') })
  let database = await open()
  await migrate(database.pool, ledgerMigrations)
  return {
    pool: { query: (text, values) => database.pool.query(text, values) },
    url: undefined,
    stop: () => database.close(),
    start: async () => {
      database = await open()
    },
    [Symbol.asyncDispose]: async () => {
      await database.close()
      await rm(directory, { recursive: true, force: true })
    },
  }
}

async function openOwnServer(): Promise<RestartableDatabase> {
  const server = await startPostgres()
  const database = await openServer(server.url)
  await migrate(database.pool, ledgerMigrations)
  return {
    pool: database.pool,
    url: server.url,
    stop: () => server.stop(),
    start: () => server.start(),
    [Symbol.asyncDispose]: async () => {
      await database.close()
      await server[Symbol.asyncDispose]()
    },
  }
}
