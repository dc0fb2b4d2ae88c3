/**
 * How a store's write joins a transaction that another store opened, without anybody outside the
 * ledger seeing SQL: verbs pass a `Tx` on, only stores look inside.
 */
import { Kysely, PostgresDialect } from 'kysely'
import type { Transaction } from 'kysely'
import type { Pool } from '../../database/pool.ts'
import type { Tables } from './tables.ts'

export type LedgerDb = Kysely<Tables>

declare const brand: unique symbol
/** An open transaction; opaque outside the ledger. */
export interface Tx {
  readonly [brand]: 'ledger transaction'
}

export function openLedgerDb(pool: Pool): LedgerDb {
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
}

/** The one place where a transaction becomes a `Tx`. */
export function asTx(transaction: Transaction<Tables>): Tx {
  return transaction as unknown as Tx
}

/** The one place where a `Tx` becomes a transaction again. */
export function opened(tx: Tx): LedgerDb {
  return tx as unknown as LedgerDb
}

/** The transaction; without one, the store's own database. */
export function within(db: LedgerDb, tx: Tx | undefined): LedgerDb {
  return tx === undefined ? db : opened(tx)
}
