/**
 * Brings one schema up to date: numbered plain .sql files, append-only, recorded with checksums,
 * all missing ones in one transaction. Two starters do not collide, and an old program never works
 * on a newer database.
 */
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { Failure } from '../failure.ts'
import { connectPatiently, type Pool, type PoolClient } from './pool.ts'

export interface MigrationSet {
  /** The schema that the files fill; created when it is missing. */
  schema: string
  /** The folder of the files `001-what-it-does.sql`, numbered from 1 without gaps. */
  directory: URL
}

interface Migration {
  number: number
  name: string
  sql: string
  /** SHA-256 of the text with Unix line ends, in hexadecimal. */
  checksum: string
}

interface Applied {
  number: number
  name: string
  checksum: string
}

const FILE_NAME = /^(\d+)[-_].+\.sql$/
const SCHEMA_NAME = /^[a-z][a-z0-9_]*$/

/** Advisory lock; it must be the same number in every version. */
const MIGRATION_LOCK = 4_702_111_234

/**
 * Applies all that is missing, or nothing, and returns how many files this program knows. Throws
 * the Failure 'database-newer' when the database knows migrations that this program does not, and
 * 'database-differs' when an applied file is not this program's. `requireUnused` is called in the
 * transaction before a schema of an earlier version changes, and throws to leave it as it is.
 */
export async function migrate(
  pool: Pool,
  set: MigrationSet,
  requireUnused?: (client: PoolClient) => Promise<void>,
): Promise<number> {
  const migrations = await readMigrations(set)
  const read = async (on: Pool | PoolClient): Promise<Migration[]> =>
    missing(migrations, await appliedMigrations(on, set.schema), set)
  if ((await read(pool)).length === 0) return migrations.length
  const client = await connectPatiently(pool)
  try {
    // Taken before the transaction: one that waited inside may have cached that the schema is
    // missing, which another process has created meanwhile.
    await client.query(`SELECT pg_advisory_lock(${MIGRATION_LOCK})`)
    await client.query('BEGIN')
    const due = await read(client)
    if (due.length > 0 && due.length < migrations.length) await requireUnused?.(client)
    for (const migration of due) await applyIn(client, set, migration)
    await client.query('COMMIT')
    await client.query(`SELECT pg_advisory_unlock(${MIGRATION_LOCK})`)
  } finally {
    client.release(true)
  }
  return migrations.length
}

/** Throws the Failure 'database-newer' once the schema has seen more than `known` files. */
export async function refuseNewer(pool: Pool, schema: string, known: number): Promise<void> {
  requireKnown(schema, await appliedMigrations(pool, schema), known)
}

/** The names of the files that the database has not seen; throws as `migrate` does. */
export async function pendingMigrations(pool: Pool, set: MigrationSet): Promise<string[]> {
  const applied = await appliedMigrations(pool, set.schema)
  return missing(await readMigrations(set), applied, set).map(({ name }) => name)
}

/** The names of the files that a schema has seen, in order; none without the schema. */
export async function appliedNames(client: PoolClient, schema: string): Promise<string[]> {
  return (await appliedMigrations(client, schema)).map(({ name }) => name)
}

/**
 * Like `migrate`, inside the caller's transaction. `names`: stops after these, which are the first
 * of ours or throw the Failure 'database-newer'.
 */
export async function migrateTo(
  client: PoolClient,
  set: MigrationSet,
  names?: readonly string[],
): Promise<void> {
  const migrations = await readMigrations(set)
  const last = names?.findLast((name, at) => migrations[at]?.name !== name)
  if (last !== undefined) throw newerDatabase(set.schema, last, migrations.length)
  const applied = await appliedMigrations(client, set.schema)
  const due = missing(migrations, applied, set).slice(0, names && names.length - applied.length)
  for (const migration of due) await applyIn(client, set, migration)
}

async function readMigrations({ directory }: MigrationSet): Promise<Migration[]> {
  const folder = new URL(directory.href.replace(/\/?$/, '/'))
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted()
  const migrations: Migration[] = []
  for (const name of names) {
    const number = Number(FILE_NAME.exec(name)?.[1] ?? Number.NaN)
    if (number !== migrations.length + 1) {
      throw new Error(`${name}: migrations are numbered 001, 002, … without gaps and doubles.`)
    }
    // A checkout on Windows may have changed the line ends, which change nothing in the database.
    const sql = (await readFile(new URL(name, folder), 'utf8')).replaceAll('\r\n', '\n')
    const checksum = createHash('sha256').update(sql).digest('hex')
    migrations.push({ number, name, sql, checksum })
  }
  return migrations
}

/** Pure. The migrations still to be applied; throws if the applied ones differ from ours. */
function missing(migrations: Migration[], applied: Applied[], { schema }: MigrationSet) {
  requireKnown(schema, applied, migrations.length)
  const other = applied.find(({ checksum }, at) => migrations[at]?.checksum !== checksum)
  if (other !== undefined) throw otherDatabase(schema, other.name)
  return migrations.slice(applied.length)
}

function requireKnown(schema: string, applied: Applied[], known: number): void {
  const newest = applied.at(-1)
  if (newest && newest.number > known) throw newerDatabase(schema, newest.name, known)
}

async function appliedMigrations(pool: Pool | PoolClient, schema: string): Promise<Applied[]> {
  const table = `${quoted(schema)}.migration`
  const found = await pool.query<{ table: string | null }>(
    'SELECT to_regclass($1)::text AS table',
    [table],
  )
  if (found.rows[0]?.table === null) return []
  const rows = await pool.query<Applied>(
    `SELECT number, name, checksum FROM ${table} ORDER BY number`,
  )
  return rows.rows
}

async function applyIn(
  client: PoolClient,
  { schema }: MigrationSet,
  { number, name, sql, checksum }: Migration,
): Promise<void> {
  const table = `${quoted(schema)}.migration`
  await client.query(`CREATE SCHEMA IF NOT EXISTS ${quoted(schema)}`)
  await client.query(
    `CREATE TABLE IF NOT EXISTS ${table} (number int PRIMARY KEY, name text NOT NULL,
     checksum text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())`,
  )
  try {
    await client.query(sql)
  } catch (error) {
    if (error instanceof Failure) throw error
    throw new Error(`The migration ${name} of the schema "${schema}" failed.`, { cause: error })
  }
  await client.query(`INSERT INTO ${table} (number, name, checksum) VALUES ($1, $2, $3)`, [
    number,
    name,
    checksum,
  ])
}

function newerDatabase(schema: string, newest: string, known: number): Failure {
  return new Failure('database-newer', {
    pt: `O banco de dados foi usado por uma versão mais nova do frota: o esquema "${schema}" está em ${newest}, esta versão conhece ${known} migrações. Use a versão mais nova.`,
    en: `The database was used by a newer version of frota: its schema "${schema}" is at ${newest}, this version knows ${known} migrations. Use the newer version.`,
  })
}

/** Between two commits, never between two releases: a committed migration is not edited. */
function otherDatabase(schema: string, name: string): Failure {
  return new Failure('database-differs', {
    pt: `O banco de dados é de outra versão do frota (${schema}: ${name} difere desta), e nada foi mudado. Use aquela versão; ou, com ela, frota backup PASTA e, com esta, frota restore PASTA --replace`,
    en: `The database is of another version of frota (${schema}: ${name} differs from this one), and nothing was changed. Use that version; or, with it, frota backup FOLDER and, with this one, frota restore FOLDER --replace`,
  })
}

function quoted(schema: string): string {
  if (!SCHEMA_NAME.test(schema)) throw new Error(`"${schema}" is not a plain schema name.`)
  return `"${schema}"`
}
