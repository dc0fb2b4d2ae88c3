/** Kysely over the pool that the service is given; the caller closes the pool. */
import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import type { Pool } from '../database/pool.ts'
import { preparing } from '../database/prepared-statements.ts'
import type { ServiceTables } from './tables.ts'

export type ServiceDb = Kysely<ServiceTables>
export type ServiceTransaction = Transaction<ServiceTables>

export function openServiceDb(pool: Pool): ServiceDb {
  return new Kysely<ServiceTables>({ dialect: new PostgresDialect({ pool: preparing(pool) }) })
}

const UNIQUE_VIOLATION = '23505'

export function isUniqueViolation(error: unknown): boolean {
  return error instanceof Error && Reflect.get(error, 'code') === UNIQUE_VIOLATION
}
