/** The pools that everybody else works with: `pg` on both engines, alike in types and settings. */
import pg from 'pg'
import { columnTypes } from './column-types.ts'
import { databaseFailure } from './database-failure.ts'
import { FailingClient } from './failing-client.ts'

export type Pool = pg.Pool
export type PoolClient = pg.PoolClient
export type QueryResultRow = pg.QueryResultRow

/** Connections of our own statements. */
const POOL_CONNECTIONS_MAX = 20

/** The statements of BullMQ's workers run side by side; one connection more is for its LISTEN. */
const QUEUE_POOL_CONNECTIONS_MAX = 40

/** How long a statement waits for a free connection of its pool. */
const CONNECTION_WAIT_MS_MAX = 30_000

export interface Database extends AsyncDisposable {
  /** Our statements, schema-qualified, with the values of src/database/column-types.ts. */
  pool: Pool
  /** BullMQ's statements: search path `bullmq`, the values that `pg` gives by default. */
  queuePool: Pool
  engine: 'pglite' | 'postgresql'
  /** Process id of the owner of the data directory, if another process runs these statements. */
  ownerPid?: number
  /** How many connections other processes have through this one, which owns the data directory. */
  guests?: () => number
  close(): Promise<void>
}

/** The name of the embedded database's host, which is never looked up. */
export const EMBEDDED_HOST = 'embedded'

export const isEmbedded = (pool: Pool): boolean => pool.options.host === EMBEDDED_HOST

export function buildPools(config: pg.PoolConfig, options: (searchPath: string) => string) {
  const pool = buildPool({
    ...config,
    max: POOL_CONNECTIONS_MAX,
    types: columnTypes,
    options: options('pg_catalog'),
  })
  const queuePool = buildPool({
    ...config,
    max: QUEUE_POOL_CONNECTIONS_MAX,
    options: options('bullmq'),
  })
  return { pool, queuePool }
}

function buildPool(config: pg.PoolConfig): Pool {
  const pool = new FailingPool({
    connectionTimeoutMillis: CONNECTION_WAIT_MS_MAX,
    keepAlive: true,
    ...config,
    Client: FailingClient,
  })
  // The pool replaces a connection that broke while idle; the next statement reports a lost server.
  pool.on('error', () => undefined)
  // A connection that breaks while it is checked out must not end the process: its next statement
  // fails and reports it.
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}

type Connected = (error: Error | undefined, ...rest: [PoolClient | undefined, () => void]) => void

/** A wait for a connection ends with errors of the pool, which none of its clients sees. */
class FailingPool extends pg.Pool {
  override connect(): Promise<PoolClient>
  override connect(callback: Connected): void
  override connect(callback?: Connected): Promise<PoolClient> | void {
    if (callback !== undefined) {
      return super.connect((error, ...rest) => callback(error && databaseFailure(error), ...rest))
    }
    return super.connect().catch((error: Error) => {
      throw databaseFailure(error)
    })
  }
}
