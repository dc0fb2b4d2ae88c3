/**
 * Copies the tables of a schema out of a database and into another, of either engine: plain rows in
 * COPY's text form, so that a backup outlives versions of PostgreSQL and moves between the engines.
 */
import { connectPatiently, type Pool, type PoolClient } from './pool.ts'
import { copyIn, copyOut } from './copy.ts'

/** Rows are loaded in batches, since the embedded engine gathers each before it runs it. */
const LOAD_BYTES = 8 * 1024 * 1024

export interface CopiedTable {
  /** With its schema: `frota.fleet`. */
  readonly name: string
  readonly columns: string[]
  readonly rows: number
  /** Sums of the columns that hold cents, as text, by column: control totals. */
  readonly cents: Record<string, string>
}

/** The last values of sequences by name; those that were never used are left out. */
export type Sequences = Record<string, string>

/** One transaction that sees the database as it is now, however long it reads. */
export async function inSnapshot<T>(
  pool: Pool,
  read: (client: PoolClient) => Promise<T>,
): Promise<T> {
  return inTransaction(pool, 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY', read)
}

export async function inTransaction<T>(
  pool: Pool,
  begin: string,
  work: (client: PoolClient) => Promise<T>,
): Promise<T> {
  const client = await connectPatiently(pool)
  try {
    await client.query(begin)
    const result = await work(client)
    await client.query('COMMIT')
    return result
  } finally {
    // The end of the session undoes a transaction that failed.
    client.release(true)
  }
}

/** The tables of the schemas with what they hold, without columns that the database computes. */
export async function tablesOf(
  client: PoolClient,
  schemas: readonly string[],
): Promise<CopiedTable[]> {
  const { rows } = await client.query<{ name: string; columns: string[]; cents: string[] }>(
    `SELECT n.nspname || '.' || c.relname AS name,
       array_agg(a.attname::text ORDER BY a.attnum) AS columns,
       coalesce(array_agg(a.attname::text ORDER BY a.attnum)
         FILTER (WHERE a.attname LIKE '%cents' AND a.atttypid = 'bigint'::regtype), '{}') AS cents
     FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
       JOIN pg_attribute a ON a.attrelid = c.oid
     WHERE n.nspname = ANY ($1) AND c.relkind = 'r' AND a.attnum > 0 AND NOT a.attisdropped
       AND a.attgenerated = '' GROUP BY 1 ORDER BY 1`,
    [schemas],
  )
  const tables: CopiedTable[] = []
  for (const { name, columns, cents } of rows) {
    const sums = cents
      .map((column) => `, coalesce(sum("${column}"), 0)::text AS "${column}"`)
      .join('')
    const counted = await client.query<Record<string, string>>(
      `SELECT count(*)::text AS "rows"${sums} FROM ${quoted(name)}`,
    )
    const { rows: count, ...totals } = counted.rows[0] ?? {}
    tables.push({ name, columns, rows: Number(count), cents: totals })
  }
  return tables
}

export function rowsOf(client: PoolClient, table: CopiedTable): AsyncIterable<Buffer> {
  return copyOut(client, `COPY ${placeOf(table)} TO STDOUT`)
}

export async function sequencesOf(
  client: PoolClient,
  schemas: readonly string[],
): Promise<Sequences> {
  const { rows } = await client.query<{ name: string; last: string }>(
    `SELECT schemaname || '.' || sequencename AS name, last_value::text AS last
     FROM pg_sequences WHERE schemaname = ANY ($1) AND last_value IS NOT NULL ORDER BY 1`,
    [schemas],
  )
  return Object.fromEntries(rows.map(({ name, last }) => [name, last]))
}

/** Replaces what the tables hold. Foreign keys are checked at the end, since rows come in any order. */
export async function loadTables(
  client: PoolClient,
  schemas: readonly string[],
  from: { readonly tables: readonly CopiedTable[]; readonly sequences: Sequences },
  open: (table: CopiedTable) => AsyncIterable<Buffer>,
): Promise<void> {
  const { rows: keys } = await client.query<{ table: string; name: string; definition: string }>(
    `SELECT conrelid::regclass::text AS table, quote_ident(conname) AS name,
       pg_get_constraintdef(c.oid) AS definition
     FROM pg_constraint c JOIN pg_namespace n ON n.oid = c.connamespace
     WHERE c.contype = 'f' AND n.nspname = ANY ($1)`,
    [schemas],
  )
  for (const { table, name } of keys) {
    await client.query(`ALTER TABLE ${table} DROP CONSTRAINT ${name}`)
  }
  for (const table of from.tables) {
    // A migration put a first row into some.
    await client.query(`DELETE FROM ${quoted(table.name)}`)
    const sql = `COPY ${placeOf(table)} FROM STDIN`
    for await (const batch of inBatches(open(table))) await copyIn(client, sql, [batch])
  }
  for (const [name, last] of Object.entries(from.sequences)) {
    await client.query('SELECT setval($1::regclass, $2)', [name, last])
  }
  for (const { table, name, definition } of keys) {
    await client.query(`ALTER TABLE ${table} ADD CONSTRAINT ${name} ${definition}`)
  }
}

function placeOf({ name, columns }: CopiedTable): string {
  return `${quoted(name)} (${columns.map(quoted).join(', ')})`
}

/** Callers have checked that names of a file are plain ones. */
function quoted(name: string): string {
  return name
    .split('.')
    .map((part) => `"${part}"`)
    .join('.')
}

/** Whole lines; a line feed inside a value is escaped. */
async function* inBatches(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let gathered: Buffer[] = []
  let bytes = 0
  for await (const piece of pieces) {
    const end = piece.lastIndexOf(0x0a) + 1
    if (bytes + piece.length < LOAD_BYTES || end === 0) {
      gathered.push(piece)
      bytes += piece.length
      continue
    }
    yield Buffer.concat([...gathered, piece.subarray(0, end)])
    gathered = [piece.subarray(end)]
    bytes = piece.length - end
  }
  if (bytes > 0) yield Buffer.concat(gathered)
}
