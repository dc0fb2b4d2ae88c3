/** A database with the tables of the ledger, shared by the tests of a file. */
import type { Database } from '../../src/database/pool.ts'
import { openLedgerDb, type LedgerDb } from '../../src/ledger/schema/tx.ts'
import { openTestLedger } from './database.ts'
import { forFile } from './for-file.ts'

export async function ledgerForFile(): Promise<{ database: Database; db: LedgerDb }> {
  const database = await forFile(openTestLedger())
  return { database, db: openLedgerDb(database.pool) }
}
