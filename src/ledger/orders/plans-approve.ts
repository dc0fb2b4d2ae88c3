/**
 * Approves a plan in one transaction: its locks, its state, its debts, and its planned order. The
 * vehicle's row is locked meanwhile, so that two approvals of one vehicle take turns.
 */
import { sql } from 'kysely'
import type { Approval, PlanApprover } from './plans.ts'
import { auditPlan } from './plans-audit.ts'
import { takeWord } from './plans-people.ts'
import type { NewAuditEntry } from '../audit/audit.ts'
import type { PlanPreview } from '../schema/tables-orders.ts'
import { asTx } from '../schema/tx.ts'
import type { LedgerDb, Tx } from '../schema/tx.ts'

interface ApprovedPlan {
  readonly id: string
  readonly vehicle_id: string
  readonly fleet_id: string
  readonly campaign_id: string
  readonly preview: PlanPreview
  readonly hash: string
}

export async function approvePlan(
  db: LedgerDb,
  planId: string,
  by: PlanApprover,
  record: (tx: Tx) => Promise<void>,
): Promise<Approval> {
  return db.transaction().execute(async (transaction): Promise<Approval> => {
    const plan = await lockPlan(transaction, planId)
    if (plan === undefined) return { approved: false, why: 'not-proposed' }
    if (plan.preview === 'pending') return { approved: false, why: 'not-previewed' }
    const words = await peopleOf(transaction, plan, by)
    if ('approved' in words) return words
    const items = await countItems(transaction, planId)
    const taken = (await sharesIpvaYear(transaction, planId))
      ? 0
      : await takeLocks(transaction, planId, by.at)
    if (taken < items) return refuse(transaction, planId, 'debt-locked')
    const effectId = await planOrder(transaction, plan, by)
    if (effectId === undefined) return refuse(transaction, planId, 'order-unfinished')
    await transaction
      .updateTable('frota.order_plan')
      .set({ state: 'approved', decided_by: words.who, decided_at: by.at })
      .set({ waits_for: null, waits_until: null, reason: null, withdrawn_at: null })
      .where('id', '=', planId)
      .execute()
    await record(asTx(transaction))
    const { actor, people } = words
    await auditPlan(transaction, planId, { what: 'approved', at: by.at, actor, facts: { people } })
    return { approved: true, effectId, people }
  })
}

interface Words {
  readonly who: string
  readonly actor: NewAuditEntry['actor']
  readonly people: readonly string[]
}

/** The people who approve the plan, or why they are not enough; a policy counts as no person. */
async function peopleOf(
  db: LedgerDb,
  plan: ApprovedPlan,
  { who, person, at }: PlanApprover,
): Promise<Words | Extract<Approval, { approved: false }>> {
  if (person === undefined) return { who, actor: { kind: 'policy', name: who }, people: [] }
  if (person.hash !== plan.hash) return { approved: false, why: 'plan-changed' }
  const { people, isNew } = await takeWord(db, plan.id, person, at)
  const actor = { kind: 'person', name: person.name } as const
  if (people.length >= person.peopleNeeded) return { who: people.join(' + '), actor, people }
  if (!isNew) return { approved: false, why: 'same-person', people }
  await auditPlan(db, plan.id, { what: 'first-approval', at, actor })
  return { approved: false, why: 'awaits-second-person', people }
}

/** Locks the vehicle before the plan, as considering an answer does, so that none deadlock. */
async function lockPlan(db: LedgerDb, planId: string): Promise<ApprovedPlan | undefined> {
  await sql`
    select from frota.vehicle
    where id = (select vehicle_id from frota.order_plan where id = ${planId})
    for no key update
  `.execute(db)
  return db
    .selectFrom('frota.order_plan')
    .select(['id', 'vehicle_id', 'fleet_id', 'campaign_id', 'preview', 'hash'])
    .where('id', '=', planId)
    .where('state', '=', 'proposed')
    .forUpdate()
    .executeTakeFirst()
}

async function countItems(db: LedgerDb, planId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from frota.order_plan_item where plan_id = ${planId}
  `.execute(db)
  return rows[0]?.count ?? 0
}

/**
 * The ways of paying one year's IPVA exclude each other, except instalments of the same year. No
 * unique key of the lock table can express that, so it is checked here.
 */
async function sharesIpvaYear(db: LedgerDb, planId: string): Promise<boolean> {
  const { rows } = await sql`
    select from frota.order_plan_item mine
    join frota.debt wanted on wanted.id = mine.debt_id
    join frota.debt_lock held on held.vehicle_id = wanted.vehicle_id
      and held.plan_id <> mine.plan_id
    join frota.order_plan_item theirs on theirs.plan_id = held.plan_id
    join frota.debt other on other.id = theirs.debt_id
    where mine.plan_id = ${planId} and wanted.grp = 'ipva' and other.grp = 'ipva'
      and wanted.year is not distinct from other.year
      and not (wanted.kind = 'ipva_installment' and other.kind = 'ipva_installment')
    limit 1
  `.execute(db)
  return rows.length > 0
}

/** Returns how many locks were taken. Two equal tickets are two debts and two locks. */
export async function takeLocks(db: LedgerDb, planId: string, at: Date): Promise<number> {
  const { rows } = await sql`
    insert into frota.debt_lock (vehicle_id, scope, plan_id, taken_at)
    select debt.vehicle_id, debt.fingerprint || '#' || debt.ordinal, item.plan_id,
      ${at}::timestamptz
    from frota.order_plan_item item join frota.debt debt on debt.id = item.debt_id
    where item.plan_id = ${planId}
    on conflict (vehicle_id, scope) do nothing
    returning scope
  `.execute(db)
  return rows.length
}

/** Refuses the approval: deleting the plan's locks undoes all that was written so far. */
async function refuse(
  db: LedgerDb,
  planId: string,
  why: 'debt-locked' | 'order-unfinished',
): Promise<Approval> {
  await db.deleteFrom('frota.debt_lock').where('plan_id', '=', planId).execute()
  return { approved: false, why }
}

async function planOrder(
  db: LedgerDb,
  plan: ApprovedPlan,
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
