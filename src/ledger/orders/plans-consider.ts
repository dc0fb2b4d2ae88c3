/**
 * Considers answers for orders: each once, with the proposal that it makes or ends. Many answers
 * are one transaction with a statement for each table.
 */
import { sql, type Insertable, type Transaction } from 'kysely'
import { openDebtStore } from '../debts/debts-sql.ts'
import type { ConsideredAnswer, NewPlan } from './plans.ts'
import { auditPlans } from './plans-audit.ts'
import { livePlans, voidPlans } from './plans-void.ts'
import type { Tables } from '../schema/tables.ts'
import type { LedgerDb } from '../schema/tx.ts'

export async function considerAnswers(
  db: Transaction<Tables>,
  answers: readonly ConsideredAnswer[],
  at: Date,
): Promise<(string | null)[]> {
  // One at a time per vehicle: two runs must not make two live plans of one answer.
  await lockVehicles(db, answers)
  const marked = await markConsidered(db, answers)
  const ours = answers.filter(({ answer }) => marked.has(answer.consultationId))
  if (ours.length === 0) return answers.map(() => null)
  const vehicleIds = ours.map(({ answer }) => answer.vehicleId)
  const live = await livePlans(db, sql`plan.vehicle_id = any(${vehicleIds}::uuid[])`, at)
  const proposals = live.filter(({ state }) => state === 'proposed')
  const voiding = { from: ['proposed'], reason: 'newer-answer' } as const
  const tellVoided = await voidPlans(db, proposals, voiding)
  const approved = live.filter(({ state }) => state === 'approved')
  const taken = new Set(approved.map(({ vehicleId }) => vehicleId))
  const free = ours.filter(({ answer }) => !taken.has(answer.vehicleId))
  const plans = free.flatMap(({ plan }) => (plan === undefined ? [] : [plan]))
  const beginning = { state: 'proposed', preview: 'pending', created_at: at } as const
  const planIds = await insertPlans(db, plans, beginning)
  await noteConsidered(db, ours, planIds, at)
  const planOf = new Map(
    plans.flatMap(({ consultationId, items }) =>
      items.map(({ debtId }) => [debtId, planIds.get(consultationId)] as const),
    ),
  )
  const why = (id: string): string => `plan ${planOf.get(id)}`
  const ids = [...planOf.keys()]
  await openDebtStore(db).move({ ids, from: ['open'], to: 'proposed', why, at })
  await tellVoided()
  await auditPlans(
    db,
    [...planIds.values()].map((planId) => ({ planId, what: 'proposed', at }) as const),
  )
  return answers.map(({ answer }) => planIds.get(answer.consultationId) ?? null)
}

async function lockVehicles(db: LedgerDb, answers: readonly ConsideredAnswer[]): Promise<void> {
  const ids = answers.map(({ answer }) => answer.vehicleId)
  await sql`
    select from frota.vehicle where id = any(${ids}::uuid[]) order by id for no key update
  `.execute(db)
}

/** Marks these answers and older ones; a newer one that came meanwhile is considered on its own. */
async function markConsidered(db: LedgerDb, answers: readonly ConsideredAnswer[]) {
  const ids = answers.map(({ answer }) => answer.consultationId)
  const { rows } = await sql<{ id: string }>`
    update frota.consultation older set considered = true
    from frota.consultation answer
    where answer.id = any(${ids}::uuid[]) and older.vehicle_id = answer.vehicle_id
      and older.seq <= answer.seq and older.status = 'ready' and not older.considered
      and not older.is_former
    returning older.id
  `.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/** How plans begin; all of them at one instant. */
type PlanBeginning = Pick<
  Insertable<Tables['frota.order_plan']>,
  'state' | 'preview' | 'decided_by' | 'decided_at' | 'created_at'
>

/** Writes the plans with their items; their ids, by consultation. */
export async function insertPlans(
  db: LedgerDb,
  plans: readonly NewPlan[],
  beginning: PlanBeginning,
): Promise<Map<string, string>> {
  if (plans.length === 0) return new Map()
  const made = await db
    .insertInto('frota.order_plan')
    .values(
      plans.map((plan) => ({
        ...beginning,
        fleet_id: plan.fleetId,
        campaign_id: plan.campaignId,
        vehicle_id: plan.vehicleId,
        consultation_id: plan.consultationId,
        method: plan.method,
        hash: plan.hash,
        debts_cents: plan.debtsCents,
      })),
    )
    .returning(['id', 'consultation_id'])
    .execute()
  const planIds = new Map(made.map((plan) => [plan.consultation_id, plan.id]))
  const items = plans.flatMap(({ consultationId, items: each }) =>
    each.map(({ itemId, debtId, amountCents }) => {
      const plan = planIds.get(consultationId)
      return { plan, item: itemId, debt: debtId, cents: amountCents.toString() }
    }),
  )
  await sql`
    insert into frota.order_plan_item (plan_id, item_id, debt_id, amount_cents)
    select plan, item, debt, cents from json_to_recordset(${JSON.stringify(items)}::json)
      as given (plan uuid, item uuid, debt uuid, cents bigint)
  `.execute(db)
  return planIds
}

async function noteConsidered(
  db: LedgerDb,
  answers: readonly ConsideredAnswer[],
  planIds: ReadonlyMap<string, string>,
  at: Date,
): Promise<void> {
  const notes = answers.map(({ answer: { consultationId, vehicleId }, leftOut }) => {
    const plan = planIds.get(consultationId) ?? null
    return { answer: consultationId, vehicle: vehicleId, plan, leftOut }
  })
  // An answer that was reopened is considered again.
  await sql`
    insert into frota.considered_answer
      (consultation_id, vehicle_id, plan_id, left_out, considered_at)
    select answer, vehicle, plan, "leftOut", ${at}::timestamptz
    from json_to_recordset(${JSON.stringify(notes)}::json)
      as given (answer uuid, vehicle uuid, plan uuid, "leftOut" jsonb)
    on conflict (consultation_id) do update set plan_id = excluded.plan_id,
      left_out = excluded.left_out, considered_at = excluded.considered_at
  `.execute(db)
}
