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

/** A machine that disappeared is noticed some ten seconds later; Linux would begin after 2 hours. */
const KEEP_ALIVE_AFTER_MS = 60_000

/** Until a migration, a copy or a key of a large table answers on `connectPatiently`. */
const PATIENT_MS_MAX = 15 * 60_000

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

interface PoolConfig extends pg.PoolConfig {
  /** Milliseconds without a byte after which an answer that is owed is given up; absent: never. */
  answerMsMax?: number
}

export function buildPools(config: PoolConfig, options: (searchPath: string) => string) {
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

/** For statements that may be silent for long; it is not handed back: `release(true)`. */
export async function connectPatiently(pool: Pool): Promise<PoolClient> {
  const client = await pool.connect()
  if (pool instanceof FailingPool) pool.bePatient(client)
  return client
}

function buildPool(config: PoolConfig): FailingPool {
  return new FailingPool({
    connectionTimeoutMillis: CONNECTION_WAIT_MS_MAX,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS,
    ...config,
    Client: FailingClient,
  })
}

type Connected = (error: Error | undefined, ...rest: [PoolClient | undefined, () => void]) => void

/** A wait for a connection ends with errors of the pool, which none of its clients sees. */
class FailingPool extends pg.Pool {
  #answerMsMax: number | undefined
  /** Those that may not be silent. */
  readonly #watched = new Set<PoolClient>()
  #isStopping = false
  #lost: Error | undefined

  constructor({ answerMsMax, ...config }: PoolConfig) {
    super(config)
    this.#answerMsMax = answerMsMax
    // The pool replaces a connection that broke while idle; the next statement reports a lost
    // server.
    this.on('error', () => undefined)
    this.on('connect', (client) => {
      // A connection that breaks while it is checked out must not end the process: its next
      // statement fails and reports it.
      client.on('error', () => undefined)
      this.#watch(client)
    })
    this.on('remove', (client) => this.#watched.delete(client))
  }

  #watch(client: PoolClient): void {
    if (this.#answerMsMax === undefined || !(client instanceof FailingClient)) return
    this.#watched.add(client)
    client.breakWhenSilent(this.#answerMsMax)
  }

  bePatient(client: PoolClient): void {
    if (!this.#watched.delete(client) || !(client instanceof FailingClient)) return
    client.breakWhenSilent(PATIENT_MS_MAX)
  }

  /** From now on a server that is silent or out of reach is hardly waited for. */
  hurry({ answerMsMax, connectMsMax }: { answerMsMax: number; connectMsMax: number }): void {
    this.#isStopping = true
    this.#answerMsMax = answerMsMax
    this.options.connectionTimeoutMillis = connectMsMax
    for (const client of this.#watched) this.#watch(client)
  }

  override connect(): Promise<PoolClient>
  override connect(callback: Connected): void
  override connect(callback?: Connected): Promise<PoolClient> | void {
    if (callback !== undefined) {
      if (this.#lost !== undefined) return callback(this.#lost, undefined, () => undefined)
      return super.connect((error, ...rest) => callback(error && this.#failed(error), ...rest))
    }
    if (this.#lost !== undefined) return Promise.reject(this.#lost)
    return super.connect().catch((error: Error) => {
      throw this.#failed(error)
    })
  }

  /** Each step of a stop would wait once more for a server that is out of reach. */
  #failed(error: Error): Error {
    const failure = databaseFailure(error)
    if (this.#isStopping) this.#lost ??= failure
    return failure
  }
}
