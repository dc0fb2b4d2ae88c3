/**
 * The planner's statistics. A server gathers them by itself, the embedded database does not, and
 * without them a join over a few thousand vehicles may scan them all for each of them.
 */
import { sql } from 'kysely'
import type { LedgerDb } from '../schema/tx.ts'

/** Gives the room of deleted rows back; outside of any transaction. */
export async function vacuumLedger(db: LedgerDb): Promise<void> {
  await sql`vacuum frota.import_row, frota.vehicle, frota.vehicle_change, frota.debt,
    frota.debt_item, frota.consultation, frota.effect, frota.effect_event, frota.quota_use,
    frota.notice, frota.run_request, frota.session, frota.person`.execute(db)
}

export async function analyzeLedger(db: LedgerDb): Promise<void> {
  await sql`
    analyze frota.vehicle, frota.effect, frota.effect_event, frota.campaign_member,
      frota.consultation, frota.debt, frota.debt_item, frota.order_plan, frota.payment_order,
      frota.import_row, frota.considered_answer,
      frota.order_item, frota.order_plan_item
  `.execute(db)
}
