/** When backups were put in this database's place, as its audit log tells. */
import { sql } from 'kysely'
import type { Pool } from '../../database/pool.ts'
import { openLedgerDb } from '../schema/tx.ts'

export interface Restores {
  /** When the last one was. */
  readonly at: Date
  /** What happened from here on the database may not know: a later backup lacks it, too. */
  readonly madeAt: Date
}

/** Undefined, too, for a database that holds no ledger: `frota restore` makes one. */
export async function restoresSince(pool: Pool, since: Date): Promise<Restores | undefined> {
  const db = openLedgerDb(pool)
  const { rows } = await sql<{ hasLog: boolean }>`
    select to_regclass('frota.audit') is not null as "hasLog"`.execute(db)
  if (rows[0]?.hasLog !== true) return undefined
  const entry = await db
    .selectFrom('frota.audit')
    .select(sql<Date>`max(at)`.as('at'))
    .select(sql<Date>`min((facts::jsonb ->> 'madeAt')::timestamptz)`.as('madeAt'))
    .where('at', '>=', since)
    .where('what', '=', 'ledger-restored')
    .having(sql<boolean>`count(*) > 0`)
    .executeTakeFirst()
  return entry
}
