/** The pools that everybody else works with: `pg` on both engines, alike in types and settings. */
import pg from 'pg'
import { Failure } from '../failure.ts'
import { columnTypes } from './column-types.ts'
import { SESSION_BLOCKED } from './embedded/session-multiplexer.ts'

export type Pool = pg.Pool
export type PoolClient = pg.PoolClient

/** Connections of our own statements. */
const POOL_CONNECTIONS_MAX = 20

/** BullMQ keeps one listening connection for each worker and queue beside its statements. */
const QUEUE_POOL_CONNECTIONS_MAX = 40

/** How long a statement waits for a free connection of its pool. */
const CONNECTION_WAIT_MS_MAX = 30_000

/** SQLSTATE of a write that found no room. */
const DISK_FULL = '53100'

export interface Database extends AsyncDisposable {
  /** Our statements, schema-qualified, with the values of src/database/column-types.ts. */
  pool: Pool
  /** BullMQ's statements: search path `bullmq`, the values that `pg` gives by default. */
  queuePool: Pool
  engine: 'pglite' | 'postgresql'
  close(): Promise<void>
}

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
  const pool = new pg.Pool({
    connectionTimeoutMillis: CONNECTION_WAIT_MS_MAX,
    keepAlive: true,
    ...config,
    Client: FailingClient,
  })
  // A connection that breaks while it is idle is replaced by the next statement, which reports.
  pool.on('error', () => undefined)
  // One that breaks between two statements of its owner must not end the process: the owner's next
  // statement fails and says so.
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}

/**
 * Turns errors that a person can cure into a `Failure`. The method is how `pg` takes every error
 * message from the wire; should it be renamed, errors arrive as pg's own with the same codes.
 */
class FailingClient extends pg.Client {
  _handleErrorMessage(message: Error & { code?: string }): void {
    inheritedErrorHandler.call(this, curable(message))
  }
}

function curable(error: Error & { code?: string }): Error {
  if (error.code === SESSION_BLOCKED) {
    return new Failure(SESSION_BLOCKED, {
      // The statements that wait for each other are what its message names.
      pt: `Uma transação aberta bloqueia o banco embutido; relate este erro: ${error.message}`,
      en: error.message,
    })
  }
  if (error.code !== DISK_FULL) return error
  return new Failure(
    'disk-full',
    {
      pt: 'O disco do banco de dados está cheio: libere espaço e execute de novo.',
      en: 'The disk of the database is full: make room, then run again.',
    },
    { cause: error },
  )
}

const inheritedErrorHandler = errorHandlerOf(pg.Client.prototype)

function errorHandlerOf(prototype: object): (message: Error) => void {
  const handler: unknown = Reflect.get(prototype, '_handleErrorMessage')
  if (typeof handler !== 'function') throw new Error('This release of pg handles errors elsewhere.')
  return function handle(this: unknown, message) {
    Reflect.apply(handler, this, [message])
  }
}
