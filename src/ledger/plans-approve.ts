/** Approves a plan in one transaction: its locks, its state, its debts, and its planned order. */
import { sql } from 'kysely'
import type { Approval } from './plans.ts'
import { asTx } from './tx.ts'
import type { LedgerDb, Tx } from './tx.ts'

export async function approvePlan(
  db: LedgerDb,
  planId: string,
  by: { who: string; scopes: readonly string[]; effectKey: string; at: Date },
  record: (tx: Tx) => Promise<void>,
): Promise<Approval> {
  return db.transaction().execute(async (transaction) => {
    const plan = await transaction
      .selectFrom('frota.order_plan')
      .select(['id', 'state', 'vehicle_id', 'fleet_id', 'campaign_id'])
      .where('id', '=', planId)
      .forUpdate()
      .executeTakeFirst()
    if (plan?.state !== 'proposed') {
      return { approved: false, why: `the plan is ${plan?.state ?? 'unknown'}, not proposed` }
    }
    const taken = await takeLocks(transaction, plan.vehicle_id, planId, by)
    if (taken < new Set(by.scopes).size) {
      await dropLocks(transaction, planId)
      return { approved: false, why: 'one of its debts is in another approved order' }
    }
    await transaction
      .updateTable('frota.order_plan')
      .set({ state: 'approved', decided_by: by.who, decided_at: by.at })
      .where('id', '=', planId)
      .execute()
    await record(asTx(transaction))
    const effectId = await planOrder(transaction, plan, by)
    if (effectId !== undefined) return { approved: true, effectId }
    throw new Error('An order of the same debts is planned although nothing locks them.')
  })
}

async function takeLocks(
  db: LedgerDb,
  vehicleId: string,
  planId: string,
  by: { scopes: readonly string[]; at: Date },
): Promise<number> {
  const locks = [...new Set(by.scopes)].map((scope) => ({
    vehicle_id: vehicleId,
    scope,
    plan_id: planId,
    taken_at: by.at,
  }))
  const rows = await db
    .insertInto('frota.debt_lock')
    .values(locks)
    .onConflict((conflict) => conflict.columns(['vehicle_id', 'scope']).doNothing())
    .returning('scope')
    .execute()
  return rows.length
}

async function dropLocks(db: LedgerDb, planId: string): Promise<void> {
  await db.deleteFrom('frota.debt_lock').where('plan_id', '=', planId).execute()
}

async function planOrder(
  db: LedgerDb,
  plan: { id: string; vehicle_id: string; fleet_id: string; campaign_id: string },
  by: { effectKey: string; at: Date },
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    insert into frota.effect (kind, key, fleet_id, campaign_id, vehicle_id, plan_id,
      created_at, updated_at)
    values ('order', ${by.effectKey}, ${plan.fleet_id}, ${plan.campaign_id}, ${plan.vehicle_id},
      ${plan.id}, ${by.at}, ${by.at})
    on conflict (kind, key) where active do nothing
    returning id
  `.execute(db)
  return rows[0]?.id
}
