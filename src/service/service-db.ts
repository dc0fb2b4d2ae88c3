/** Kysely over the pool that the service is given. The pool stays its owner's to close. */
import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import type { Pool } from '../database/pool.ts'
import type { ServiceTables } from './tables.ts'

export type ServiceDb = Kysely<ServiceTables>
export type ServiceTransaction = Transaction<ServiceTables>

export function openServiceDb(pool: Pool): ServiceDb {
  return new Kysely<ServiceTables>({ dialect: new PostgresDialect({ pool }) })
}

/** PostgreSQL's code for a unique index that holds the row already. */
const UNIQUE_VIOLATION = '23505'

export function isUniqueViolation(error: unknown): boolean {
  return error instanceof Error && Reflect.get(error, 'code') === UNIQUE_VIOLATION
}
