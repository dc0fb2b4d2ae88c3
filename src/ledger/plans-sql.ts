/** The statements of the plan store. */
import { sql } from 'kysely'
import type {
  NewPlan,
  Plan,
  PlanItemFacts,
  PlanListing,
  PlanStore,
  UnconsideredAnswer,
} from './plans.ts'
import { PLANS_LISTED_MAX } from './plans.ts'
import { approvePlan } from './plans-approve.ts'
import type { OrderMethod, PlanState } from './tables.ts'
import type { LedgerDb, Tx } from './tx.ts'
import { within } from './tx.ts'

export function openPlanStore(db: LedgerDb): PlanStore {
  return {
    unconsidered: (fleetId, limit) => unconsidered(db, fleetId, limit),
    approvable: (fleetId, which) => approvable(db, fleetId, which),
    consider: (answer, result) =>
      db.transaction().execute((transaction) => consider(transaction, answer, result)),
    approve: (planId, by, record) => approvePlan(db, planId, by, record),
    find: (planId, tx) => findPlan(within(db, tx), planId),
    release: (planId, to, tx) => release(db, planId, to, tx),
    markOrdered: async (planId, at, tx) => {
      await within(db, tx)
        .updateTable('frota.order_plan')
        .set({ state: 'ordered', decided_at: at })
        .where('id', '=', planId)
        .execute()
    },
    list: (fleetId, limit) => list(db, fleetId, limit),
    counts: (fleetId) => counts(db, fleetId),
  }
}

async function unconsidered(
  db: LedgerDb,
  fleetId: string,
  limit: number,
): Promise<UnconsideredAnswer[]> {
  const { rows } = await sql<UnconsideredAnswer>`
    select answer.id as "consultationId", answer.campaign_id as "campaignId",
      answer.vehicle_id as "vehicleId", vehicle.renavam
    from frota.consultation answer
    join frota.vehicle vehicle on vehicle.id = answer.vehicle_id
    where answer.status = 'ready' and not answer.considered
      and vehicle.fleet_id = ${fleetId} and vehicle.in_fleet
      and not exists (select from frota.consultation newer
        where newer.vehicle_id = answer.vehicle_id and newer.status = 'ready'
          and newer.seq > answer.seq)
    order by answer.seq
    limit ${limit}
  `.execute(db)
  return rows
}

async function approvable(
  db: LedgerDb,
  fleetId: string,
  which: { method: OrderMethod; upToCents: bigint; limit: number },
): Promise<string[]> {
  const rows = await db
    .selectFrom('frota.order_plan')
    .select('id')
    .where('fleet_id', '=', fleetId)
    .where('state', '=', 'proposed')
    .where('method', '=', which.method)
    .where('debts_cents', '<=', which.upToCents)
    .orderBy('created_at')
    .orderBy('id')
    .limit(which.limit)
    .execute()
  return rows.map((row) => row.id)
}

async function consider(
  db: LedgerDb,
  answer: UnconsideredAnswer,
  result: { plan: NewPlan | undefined; leftOut: readonly object[]; at: Date },
): Promise<string | null> {
  // One at a time per vehicle: two runs must not make two live plans of one answer.
  await sql`select from frota.vehicle where id = ${answer.vehicleId} for update`.execute(db)
  await db
    .updateTable('frota.consultation')
    .set({ considered: true })
    .where('vehicle_id', '=', answer.vehicleId)
    .where('status', '=', 'ready')
    .where('considered', '=', false)
    .execute()
  const planId = result.plan === undefined ? null : await savePlan(db, result.plan, result.at)
  await db
    .insertInto('frota.considered_answer')
    .values({
      consultation_id: answer.consultationId,
      vehicle_id: answer.vehicleId,
      plan_id: planId,
      left_out: JSON.stringify(result.leftOut),
      considered_at: result.at,
    })
    .onConflict((conflict) => conflict.column('consultation_id').doNothing())
    .execute()
  return planId
}

async function savePlan(db: LedgerDb, plan: NewPlan, at: Date): Promise<string | null> {
  const live = await db
    .selectFrom('frota.order_plan')
    .select(['id', 'state'])
    .where('vehicle_id', '=', plan.vehicleId)
    .where('state', 'in', ['proposed', 'approved'])
    .executeTakeFirst()
  if (live?.state === 'approved') return null
  if (live !== undefined) {
    await db
      .updateTable('frota.order_plan')
      .set({ state: 'void', reason: 'a newer answer was considered', decided_at: at })
      .where('id', '=', live.id)
      .execute()
  }
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

async function findPlan(db: LedgerDb, planId: string): Promise<Plan | undefined> {
  const plan = await db
    .selectFrom('frota.order_plan')
    .select([
      'id',
      'fleet_id as fleetId',
      'campaign_id as campaignId',
      'vehicle_id as vehicleId',
      'consultation_id as consultationId',
      'method',
      'hash',
      'debts_cents as debtsCents',
      'state',
      'decided_by as decidedBy',
      'decided_at as decidedAt',
      'reason',
      'created_at as createdAt',
    ])
    .where('id', '=', planId)
    .executeTakeFirst()
  if (plan === undefined) return undefined
  const { rows } = await sql<PlanItemFacts>`
    select item.item_id as "itemId", item.debt_id as "debtId",
      item.amount_cents as "amountCents", debt.fingerprint, debt.ordinal, debt.kind,
      debt.grp as "group", debt.description, debt.year, debt.due_date as "dueDate"
    from frota.order_plan_item item join frota.debt debt on debt.id = item.debt_id
    where item.plan_id = ${planId}
    order by debt.fingerprint, debt.ordinal
  `.execute(db)
  return { ...plan, items: rows }
}

async function release(
  db: LedgerDb,
  planId: string,
  to: { state: 'void' | 'rejected'; reason: string; at: Date },
  tx: Tx | undefined,
): Promise<void> {
  const write = async (open: LedgerDb): Promise<void> => {
    await open
      .updateTable('frota.order_plan')
      .set({ state: to.state, reason: to.reason, decided_at: to.at })
      .where('id', '=', planId)
      .execute()
    await open.deleteFrom('frota.debt_lock').where('plan_id', '=', planId).execute()
  }
  if (tx !== undefined) return write(within(db, tx))
  await db.transaction().execute(write)
}

async function list(db: LedgerDb, fleetId: string, limit: number): Promise<PlanListing[]> {
  const { rows } = await sql<PlanListing>`
    select plan.id, vehicle.plate, plan.method, plan.debts_cents as "debtsCents",
      (select count(*)::integer from frota.order_plan_item item where item.plan_id = plan.id)
        as items,
      plan.state, plan.decided_by as "decidedBy", plan.reason, plan.created_at as "createdAt"
    from frota.order_plan plan join frota.vehicle vehicle on vehicle.id = plan.vehicle_id
    where plan.fleet_id = ${fleetId} and plan.state in ('proposed', 'approved')
    order by plan.created_at desc, vehicle.plate
    limit ${Math.min(limit, PLANS_LISTED_MAX)}
  `.execute(db)
  return rows
}

async function counts(
  db: LedgerDb,
  fleetId: string,
): Promise<Record<PlanState, { plans: number; cents: bigint }>> {
  const { rows } = await sql<{ state: PlanState; plans: number; cents: bigint }>`
    select state, count(*)::integer as plans, sum(debts_cents)::bigint as cents
    from frota.order_plan where fleet_id = ${fleetId} group by state
  `.execute(db)
  const none = (): { plans: number; cents: bigint } => ({ plans: 0, cents: 0n })
  const all: Record<PlanState, { plans: number; cents: bigint }> = {
    proposed: none(),
    approved: none(),
    ordered: none(),
    void: none(),
    rejected: none(),
  }
  for (const { state, plans, cents } of rows) all[state] = { plans, cents }
  return all
}
