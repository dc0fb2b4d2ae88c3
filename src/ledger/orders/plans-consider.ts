/**
 * Considers answers for orders: each once, with the proposal that it makes or ends. Many answers
 * are one transaction with a statement for each table.
 */
import { sql, type Insertable, type Transaction } from 'kysely'
import { openDebtStore } from '../debts/debts-sql.ts'
import type { ConsideredAnswer, NewPlan } from './plans.ts'
import { auditPlans } from './plans-audit.ts'
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
  const live = await livePlans(db, ours)
  const voided = await voidProposals(db, [...live.values()], at)
  const isFree = ({ answer }: ConsideredAnswer): boolean =>
    live.get(answer.vehicleId)?.state !== 'approved'
  const plans = ours.filter(isFree).flatMap(({ plan }) => (plan === undefined ? [] : [plan]))
  const beginning = { state: 'proposed', preview: 'pending', created_at: at } as const
  const planIds = await insertPlans(db, plans, beginning)
  await noteConsidered(db, ours, planIds, at)
  const debts = openDebtStore(db)
  const again = [...voided.values()].flat()
  await debts.move({ ids: again, from: ['proposed'], to: 'open', why: 'newer-answer', at })
  const planOf = new Map(
    plans.flatMap(({ consultationId, items }) =>
      items.map(({ debtId }) => [debtId, planIds.get(consultationId)] as const),
    ),
  )
  const why = (id: string): string => `plan ${planOf.get(id)}`
  await debts.move({ ids: [...planOf.keys()], from: ['open'], to: 'proposed', why, at })
  const facts = { reason: 'newer-answer' }
  await auditPlans(db, [
    ...[...voided.keys()].map((planId) => ({ planId, what: 'voided', at, facts }) as const),
    ...[...planIds.values()].map((planId) => ({ planId, what: 'proposed', at }) as const),
  ])
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

interface LivePlan {
  readonly id: string
  readonly state: 'proposed' | 'approved'
}

/** By vehicle, which has one at most. */
async function livePlans(db: LedgerDb, answers: readonly ConsideredAnswer[]) {
  const ids = answers.map(({ answer }) => answer.vehicleId)
  const { rows } = await sql<LivePlan & { vehicle: string }>`
    select id, state, vehicle_id as vehicle from frota.order_plan
    where vehicle_id = any(${ids}::uuid[]) and state in ('proposed', 'approved')
  `.execute(db)
  return new Map(rows.map(({ vehicle, ...plan }) => [vehicle, plan]))
}

/** The debts of each proposal that is void now, by its plan. */
async function voidProposals(db: LedgerDb, live: readonly LivePlan[], at: Date) {
  const ids = live.filter(({ state }) => state === 'proposed').map(({ id }) => id)
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: string; debts: string[] }>`
    update frota.order_plan plan set state = 'void', reason = 'newer-answer', decided_at = ${at}
    where id = any(${ids}::uuid[])
    returning id, array(select item.debt_id::text from frota.order_plan_item item
      where item.plan_id = plan.id) as debts
  `.execute(db)
  return new Map(rows.map(({ id, debts }) => [id, debts]))
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
