/** When a backup was last put in this database's place, as its audit log tells. */
import { sql } from 'kysely'
import type { Pool } from '../../database/pool.ts'
import { openLedgerDb } from '../schema/tx.ts'

export interface Restore {
  readonly at: Date
  /** What happened from here on the restored database does not know. */
  readonly madeAt: Date
}

/** Undefined, too, for a database that holds no ledger: `frota restore` makes one. */
export async function lastRestore(pool: Pool, since: Date): Promise<Restore | undefined> {
  const db = openLedgerDb(pool)
  const { rows } = await sql<{ hasLog: boolean }>`
    select to_regclass('frota.audit') is not null as "hasLog"`.execute(db)
  if (rows[0]?.hasLog !== true) return undefined
  const entry = await db
    .selectFrom('frota.audit')
    .select(['at', sql<Date>`(facts::jsonb ->> 'madeAt')::timestamptz`.as('madeAt')])
    .where('at', '>=', since)
    .where('what', '=', 'ledger-restored')
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return entry
}
