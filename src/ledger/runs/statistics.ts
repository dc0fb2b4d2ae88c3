/**
 * What a server does by itself in the background, and the embedded database does not: without
 * statistics a join over a few thousand vehicles may scan them all for each of them, without a
 * vacuum the tables keep every version of a row, and without checkpoints the log grows until the
 * process ends, which for a console may be in weeks.
 */
import { sql } from 'kysely'
import type { LedgerDb } from '../schema/tx.ts'

export async function tendLedger(db: LedgerDb): Promise<void> {
  await sql`vacuum (analyze)`.execute(db)
  await sql`checkpoint`.execute(db)
}
