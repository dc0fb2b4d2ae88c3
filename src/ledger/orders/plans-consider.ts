/** Considers one answer for an order: once, with the proposal that it makes or ends. */
import { sql } from 'kysely'
import type { Transaction } from 'kysely'
import type { Considered, LeftOut, NewPlan, UnconsideredAnswer } from './plans.ts'
import { auditPlan } from './plans-audit.ts'
import type { Tables } from '../schema/tables.ts'
import { asTx } from '../schema/tx.ts'
import type { LedgerDb, Tx } from '../schema/tx.ts'

export async function considerAnswer(
  db: Transaction<Tables>,
  answer: UnconsideredAnswer,
  result: { plan: NewPlan | undefined; leftOut: readonly LeftOut[]; at: Date },
  record?: (tx: Tx, made: Considered) => Promise<void>,
): Promise<string | null> {
  // One at a time per vehicle: two runs must not make two live plans of one answer.
  await sql`select from frota.vehicle where id = ${answer.vehicleId} for no key update`.execute(db)
  if (!(await markConsidered(db, answer))) return null
  const live = await db
    .selectFrom('frota.order_plan')
    .select(['id', 'state'])
    .where('vehicle_id', '=', answer.vehicleId)
    .where('state', 'in', ['proposed', 'approved'])
    .executeTakeFirst()
  const voidedDebtIds = live?.state === 'proposed' ? await voidProposal(db, live.id, result.at) : []
  const isFree = live?.state !== 'approved'
  const planId = result.plan !== undefined && isFree ? await insertPlan(db, result) : null
  await db
    .insertInto('frota.considered_answer')
    .values({
      consultation_id: answer.consultationId,
      vehicle_id: answer.vehicleId,
      plan_id: planId,
      left_out: JSON.stringify(result.leftOut),
      considered_at: result.at,
    })
    // An answer that was reopened is considered again.
    .onConflict((again) =>
      again.column('consultation_id').doUpdateSet((given) => ({
        plan_id: given.ref('excluded.plan_id'),
        left_out: given.ref('excluded.left_out'),
        considered_at: given.ref('excluded.considered_at'),
      })),
    )
    .execute()
  await record?.(asTx(db), { planId, voidedDebtIds })
  const { at } = result
  if (live?.state === 'proposed') {
    await auditPlan(db, live.id, { what: 'voided', at, facts: { reason: 'newer-answer' } })
  }
  if (planId !== null) await auditPlan(db, planId, { what: 'proposed', at })
  return planId
}

/** Marks this answer and older ones; a newer one that came meanwhile is considered on its own. */
async function markConsidered(db: LedgerDb, answer: UnconsideredAnswer): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    update frota.consultation set considered = true
    where vehicle_id = ${answer.vehicleId} and status = 'ready' and not considered
      and not is_former
      and seq <= (select seq from frota.consultation where id = ${answer.consultationId})
    returning id
  `.execute(db)
  return rows.some((row) => row.id === answer.consultationId)
}

async function voidProposal(db: LedgerDb, planId: string, at: Date): Promise<string[]> {
  await db
    .updateTable('frota.order_plan')
    .set({ state: 'void', reason: 'newer-answer', decided_at: at })
    .where('id', '=', planId)
    .execute()
  const items = await db
    .selectFrom('frota.order_plan_item')
    .select('debt_id')
    .where('plan_id', '=', planId)
    .execute()
  return items.map((item) => item.debt_id)
}

async function insertPlan(
  db: LedgerDb,
  { plan, at }: { plan: NewPlan | undefined; at: Date },
): Promise<string | null> {
  if (plan === undefined) return null
  const { id } = await db
    .insertInto('frota.order_plan')
    .values({
      fleet_id: plan.fleetId,
      campaign_id: plan.campaignId,
      vehicle_id: plan.vehicleId,
      consultation_id: plan.consultationId,
      method: plan.method,
      hash: plan.hash,
      debts_cents: plan.debtsCents,
      state: 'proposed',
      preview: 'pending',
      created_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('frota.order_plan_item')
    .values(
      plan.items.map((item) => ({
        plan_id: id,
        item_id: item.itemId,
        debt_id: item.debtId,
        amount_cents: item.amountCents,
      })),
    )
    .execute()
  return id
}
