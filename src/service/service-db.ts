/** Kysely over the pool that the service is given; the caller closes the pool. */
import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import type { Pool } from '../database/pool.ts'
import { preparing } from './prepared-statements.ts'
import type { ServiceTables } from './tables.ts'

export type ServiceDb = Kysely<ServiceTables>
export type ServiceTransaction = Transaction<ServiceTables>

/** `prepares`: only on a server, since all clients of the embedded engine share one session. */
export function openServiceDb(pool: Pool, options: { prepares?: boolean } = {}): ServiceDb {
  const source = options.prepares === true ? preparing(pool) : pool
  return new Kysely<ServiceTables>({ dialect: new PostgresDialect({ pool: source }) })
}

const UNIQUE_VIOLATION = '23505'

export function isUniqueViolation(error: unknown): boolean {
  return error instanceof Error && Reflect.get(error, 'code') === UNIQUE_VIOLATION
}
