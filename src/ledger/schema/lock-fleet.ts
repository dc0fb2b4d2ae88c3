/** One at a time for a fleet: who sums up and commits, matches a bank, or shows a month's folder. */
import { sql, type RawBuilder } from 'kysely'
import type { LedgerDb } from './tx.ts'

/** Until the transaction ends; `fleetId`: the id, or a subquery that gives it. */
export async function lockFleet(db: LedgerDb, fleetId: string | RawBuilder<unknown>) {
  await sql`select from frota.fleet where id = ${fleetId} for no key update`.execute(db)
}
