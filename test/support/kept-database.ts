/** Databases of tests: one that a test file of this process has closed is emptied for the next. */
import type { MigrationSet } from '../../src/database/migrate.ts'
import type { Database, Pool } from '../../src/database/pool.ts'
import { inTransaction } from '../../src/database/schema-copy.ts'
import { openTestDatabase, testEngine } from './database.ts'

/** For each schema; each is a thread with a database in memory. */
const KEPT_MAX = 2
const kept = new Map<string, Kept>()

interface Kept {
  readonly databases: Database[]
  /** By table, what the migrations wrote. */
  readonly first: ReadonlyMap<string, string>
}

/** For tests that leave the schema as the migrations made it, whatever they write. */
export async function openKeptDatabase(migrations: MigrationSet): Promise<Database> {
  const { schema } = migrations
  const closed = kept.get(schema)
  const database = closed?.databases.pop() ?? (await openTestDatabase({ migrations: [migrations] }))
  // A server would keep them when the process is gone.
  if (testEngine() === 'postgresql') return database
  const { databases, first } = closed ?? {
    databases: [],
    first: await firstRows(database.pool, schema),
  }
  kept.set(schema, { databases, first })
  const close = async (): Promise<void> => {
    if (databases.length === KEPT_MAX) return await database.close()
    await empty(database.pool, schema, first)
    databases.push(database)
  }
  return { ...database, close, [Symbol.asyncDispose]: close }
}

async function tablesOf(pool: Pool, schema: string): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname = $1 and tablename <> 'migration'`,
    [schema],
  )
  return rows.map(({ name }) => name)
}

async function firstRows(pool: Pool, schema: string): Promise<Kept['first']> {
  const first = new Map<string, string>()
  for (const name of await tablesOf(pool, schema)) {
    const { rows } = await pool.query<{ all: string | null }>(
      `select json_agg(one)::text as all from ${name} one`,
    )
    const all = rows[0]?.all ?? null
    if (all !== null) first.set(name, all)
  }
  return first
}

async function empty(pool: Pool, schema: string, first: Kept['first']): Promise<void> {
  const names = await tablesOf(pool, schema)
  await inTransaction(pool, 'begin', async (client) => {
    // The audit log refuses to be emptied.
    await client.query('set local session_replication_role = replica')
    await client.query(`truncate ${names.join(', ')} restart identity`)
    for (const [name, rows] of first) {
      const written = `json_populate_recordset(null::${name}, $1)`
      await client.query(`insert into ${name} select * from ${written}`, [rows])
    }
  })
}
