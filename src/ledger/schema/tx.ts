/**
 * How a store's write joins a transaction that another store opened, without anybody outside the
 * ledger seeing SQL: verbs pass a `Tx` on, only stores look inside.
 */
import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import { isEmbedded, type Pool } from '../../database/pool.ts'
import { preparing } from '../../database/prepared-statements.ts'
import type { Tables } from './tables.ts'

export type LedgerDb = Kysely<Tables>

const inside = Symbol('open transaction')
/** An open transaction; opaque outside the ledger. */
export interface Tx {
  readonly [inside]: LedgerDb
}

/** On a server the names of statements save nothing (docs/scale.md). */
export function openLedgerDb(pool: Pool): LedgerDb {
  const given = isEmbedded(pool) ? preparing(pool) : pool
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool: given }) })
}

export function asTx(transaction: Transaction<Tables>): Tx {
  return { [inside]: transaction }
}

export function opened(tx: Tx): LedgerDb {
  return tx[inside]
}

/** The transaction; without one, the store's own database. */
export function within(db: LedgerDb, tx: Tx | undefined): LedgerDb {
  return tx === undefined ? db : opened(tx)
}
