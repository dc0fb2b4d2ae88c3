/** Databases of benches: one that a bench of this process has closed is emptied for the next. */
import type { Database } from '../../../src/database/pool.ts'
import { serviceMigrations } from '../../../src/service/migrations.ts'
import { openTestDatabase, testEngine } from '../../support/database.ts'

/** Each is a thread with a database in memory. */
const KEPT_MAX = 2
const kept: Database[] = []

export async function openBenchDatabase(): Promise<Database> {
  const database = kept.pop() ?? (await openTestDatabase({ migrations: [serviceMigrations] }))
  // A server would keep them when the process is gone.
  if (testEngine() === 'postgresql') return database
  const close = async (): Promise<void> => {
    if (kept.length === KEPT_MAX) return await database.close()
    await empty(database)
    kept.push(database)
  }
  return { ...database, close, [Symbol.asyncDispose]: close }
}

async function empty({ pool }: Database): Promise<void> {
  const { rows } = await pool.query<{ names: string }>(
    `select string_agg(format('service.%I', tablename), ', ') as names
     from pg_tables where schemaname = 'service' and tablename <> 'migration'`,
  )
  await pool.query(`truncate ${rows[0]?.names} restart identity`)
}
