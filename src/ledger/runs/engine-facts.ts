/** What the database engine tells of itself: version, size, clock, and statements that take long. */
import type { Database, PoolClient } from '../../database/pool.ts'

export interface EngineFacts {
  readonly version: string
  readonly bytes: number
  readonly nowMs: number
  /** Empty on the embedded engine, which tells of none. */
  readonly slow: readonly SlowStatement[]
}

export interface SlowStatement {
  readonly seconds: number
  /** Its beginning, with placeholders for the values that frota passes. */
  readonly text: string
  readonly waitsForLock: boolean
}

/** Reports of a large fleet take some seconds. */
const SLOW_SECONDS = 20
const TEXT_CHARACTERS = 60

type Asking = Pick<Database, 'pool' | 'engine'>

export async function engineFacts({ pool, engine }: Asking, slowSeconds = SLOW_SECONDS) {
  const { rows } = await pool.query<Omit<EngineFacts, 'slow'>>(
    `select current_setting('server_version') as version,
       pg_database_size(current_database())::float8 as bytes,
       (extract(epoch from clock_timestamp()) * 1000)::float8 as "nowMs"`,
  )
  const [facts] = rows
  if (facts === undefined) throw new Error('The database tells nothing of itself.')
  return { ...facts, slow: engine === 'postgresql' ? await slowStatements(pool, slowSeconds) : [] }
}

async function slowStatements(pool: Asking['pool'], seconds: number): Promise<SlowStatement[]> {
  const { rows } = await pool.query<SlowStatement>(
    `select extract(epoch from clock_timestamp() - query_start)::float8 as seconds,
       left(regexp_replace(query, '\\s+', ' ', 'g'), ${TEXT_CHARACTERS}) as text,
       wait_event_type = 'Lock' as "waitsForLock"
     from pg_stat_activity
     where datname = current_database() and state = 'active' and pid <> pg_backend_pid()
       and backend_type = 'client backend'
       and query_start < clock_timestamp() - $1 * interval '1 second'
     order by query_start limit 5`,
    [seconds],
  )
  return rows
}

/** Whether a command may write, without writing. */
export interface WritingFacts {
  readonly readOnly: boolean
  /** A right that the user lacks, such as "INSERT on frota.lease"; null for none. */
  readonly lacks: string | null
}

/** `schemas`: whose tables are written; who makes one, or migrates, needs CREATE on the database. */
export async function writingFacts(
  asked: Pick<PoolClient, 'query'>,
  { schemas, migrates }: { readonly schemas: readonly string[]; readonly migrates: boolean },
): Promise<WritingFacts> {
  const { rows } = await asked.query<WritingFacts>(
    `select current_setting('transaction_read_only')::bool as "readOnly", (
       select 'CREATE on the database' as lack
       where not has_database_privilege(current_database(), 'CREATE')
         and ($2 or exists (select from unnest($1::text[]) as s where to_regnamespace(s) is null))
       union all
       select p || ' on ' || c.oid::regclass
       from pg_class c, unnest(array['SELECT', 'INSERT', 'UPDATE', 'DELETE']) as p
       where c.relnamespace = any (select oid from pg_namespace where nspname = any ($1))
         and c.relkind = 'r' and not (has_table_privilege(c.oid, p)
           and has_schema_privilege(c.relnamespace, 'USAGE'))
       limit 1
     ) as lacks`,
    [schemas, migrates],
  )
  return rows[0] ?? { readOnly: false, lacks: null }
}
