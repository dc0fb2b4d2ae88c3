/**
 * Approves plans in one transaction: their locks, their state, their debts, and their planned
 * orders. The vehicles' rows are locked meanwhile, so that two approvals of one vehicle take turns.
 */
import { sql, type RawBuilder, type Transaction } from 'kysely'
import { openDebtStore } from '../debts/debts-sql.ts'
import type { Approval, PlanApprover, PlanToApprove } from './plans.ts'
import { auditPlan, auditPlans } from './plans-audit.ts'
import { keepWord, peopleWith } from './plans-people.ts'
import type { NewAuditEntry } from '../audit/audit.ts'
import type { PlanPreview } from '../schema/tables-orders.ts'
import type { Tables } from '../schema/tables.ts'
import type { LedgerDb } from '../schema/tx.ts'

interface ApprovedPlan {
  readonly id: string
  readonly vehicle_id: string
  readonly fleet_id: string
  readonly campaign_id: string
  readonly preview: PlanPreview
  readonly hash: string
  readonly items: number
}

/** A plan that may be approved, with whoever approves it. */
interface Approved {
  readonly plan: ApprovedPlan
  readonly words: Words
}

export async function approvePlans(
  db: LedgerDb,
  asked: readonly PlanToApprove[],
  by: PlanApprover,
): Promise<Approval[]> {
  return db.transaction().execute(async (open): Promise<Approval[]> => {
    const endings = new Map<string, Approval>()
    const plans = await lockPlans(open, asked)
    const candidates: Approved[] = []
    for (const plan of plans) {
      const words = await wordsOf(open, plan, by)
      if ('approved' in words) endings.set(plan.id, words)
      else candidates.push({ plan, words })
    }
    const approved: Approved[] = []
    const taken = await takeFreeLocks(open, candidates, by.at)
    const locked = candidates.filter(({ plan }) => (taken.get(plan.id) ?? 0) === plan.items)
    const orders = await planOrders(open, locked, asked, by.at)
    for (const candidate of candidates) {
      const { plan, words } = candidate
      const effectId = orders.get(plan.id)
      if (effectId !== undefined) {
        approved.push(candidate)
        endings.set(plan.id, { approved: true, effectId, people: words.people })
        continue
      }
      const why = locked.includes(candidate) ? 'order-unfinished' : 'debt-locked'
      endings.set(plan.id, { approved: false, why })
    }
    await dropLocks(
      open,
      candidates.filter((each) => !approved.includes(each)),
    )
    if (approved.length > 0) await markApproved(open, approved, by)
    return asked.map(
      ({ planId }) => endings.get(planId) ?? { approved: false, why: 'not-proposed' },
    )
  })
}

async function markApproved(
  db: Transaction<Tables>,
  approved: readonly Approved[],
  { person, at }: PlanApprover,
): Promise<void> {
  const ids = approved.map(({ plan }) => plan.id)
  const deciders = approved.map(({ words }) => words.who)
  // Only now: where the approval is refused, nothing may say that the person approved the plan.
  if (person !== undefined) for (const id of ids) await keepWord(db, id, person, at)
  await sql`
    update frota.order_plan plan set state = 'approved', decided_by = given.decider,
      decided_at = ${at}, waits_for = null, waits_until = null, reason = null,
      withdrawn_at = null
    from unnest(${ids}::uuid[], ${deciders}::text[]) as given (id, decider)
    where plan.id = given.id
  `.execute(db)
  const planOf = await plansOfDebts(db, ids)
  await openDebtStore(db).move({
    ids: [...planOf.keys()],
    from: ['open', 'proposed'],
    to: 'approved',
    why: (id) => `plan ${planOf.get(id)} approved`,
    at,
  })
  const what = 'approved'
  await auditPlans(
    db,
    approved.map(({ plan, words: { actor, people } }) => {
      return { planId: plan.id, what, at, actor, facts: { people } } as const
    }),
  )
}

/** By each debt of the plans, its plan. */
async function plansOfDebts(db: LedgerDb, planIds: readonly string[]) {
  const items = await db
    .selectFrom('frota.order_plan_item')
    .select(['debt_id', 'plan_id'])
    .where(sql<boolean>`plan_id = any(${planIds}::uuid[])`)
    .execute()
  return new Map(items.map((item) => [item.debt_id, item.plan_id]))
}

interface Words {
  readonly who: string
  readonly actor: NewAuditEntry['actor']
  readonly people: readonly string[]
}

/** The people who approve the plan, or why they are not enough; a policy counts as no person. */
async function wordsOf(
  db: LedgerDb,
  plan: ApprovedPlan,
  { who, person, at }: PlanApprover,
): Promise<Words | Extract<Approval, { approved: false }>> {
  if (plan.preview === 'pending') return { approved: false, why: 'not-previewed' }
  if (person === undefined) return { who, actor: { kind: 'policy', name: who }, people: [] }
  if (person.hash !== plan.hash) return { approved: false, why: 'plan-changed' }
  const { people, isNew } = await peopleWith(db, plan.id, person)
  const actor = { kind: 'person', name: person.name } as const
  if (people.length >= person.peopleNeeded) return { who: people.join(' + '), actor, people }
  if (!isNew) return { approved: false, why: 'same-person', people }
  await keepWord(db, plan.id, person, at)
  await auditPlan(db, plan.id, { what: 'first-approval', at, actor })
  return { approved: false, why: 'awaits-second-person', people }
}

/**
 * Locks the vehicles before the plans, as considering answers does, so that none deadlock. The
 * plans that are proposed, in the order of the request.
 */
async function lockPlans(db: LedgerDb, asked: readonly PlanToApprove[]): Promise<ApprovedPlan[]> {
  const ids = asked.map(({ planId }) => planId)
  await sql`
    select from frota.vehicle where id in
      (select vehicle_id from frota.order_plan where id = any(${ids}::uuid[]))
    order by id for no key update
  `.execute(db)
  const { rows } = await sql<ApprovedPlan>`
    select id, vehicle_id, fleet_id, campaign_id, preview, hash,
      (select count(*)::integer from frota.order_plan_item item where item.plan_id = plan.id)
        as items
    from frota.order_plan plan
    where id = any(${ids}::uuid[]) and state = 'proposed'
    order by id
    for update
  `.execute(db)
  const byId = new Map(rows.map((plan) => [plan.id, plan]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** How many locks each plan got; none where the locks of another plan forbid it. */
async function takeFreeLocks(db: LedgerDb, candidates: readonly Approved[], at: Date) {
  const ids = candidates.map(({ plan }) => plan.id)
  if (ids.length === 0) return new Map()
  const blocked = await blockedAmong(db, ids)
  return takeLocks(
    db,
    ids.filter((id) => !blocked.has(id)),
    at,
  )
}

/**
 * The plans that the locks of others forbid: they hold the same debt, or another way of paying the
 * same year's IPVA. Those exclude each other, except instalments of the same year, which no unique
 * key of the lock table can express.
 */
export async function blockedAmong(db: LedgerDb, planIds: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select distinct mine.plan_id as id from frota.order_plan_item mine
    join frota.debt wanted on wanted.id = mine.debt_id
    join frota.debt_lock held on held.vehicle_id = wanted.vehicle_id
      and held.plan_id <> mine.plan_id
    join frota.order_plan_item theirs on theirs.plan_id = held.plan_id
    join frota.debt other on other.id = theirs.debt_id
    where mine.plan_id = any(${planIds}::uuid[]) and (
      held.scope = wanted.fingerprint || '#' || wanted.ordinal
      or wanted.grp = 'ipva' and other.grp = 'ipva'
        and wanted.year is not distinct from other.year
        and not (wanted.kind = 'ipva_installment' and other.kind = 'ipva_installment'))
  `.execute(db)
  return new Set(rows.map(({ id }) => id))
}

export function locksOf(planIds: readonly string[], at: Date): RawBuilder<unknown> {
  return sql`
    insert into frota.debt_lock (vehicle_id, scope, plan_id, taken_at)
    select debt.vehicle_id, debt.fingerprint || '#' || debt.ordinal, item.plan_id,
      ${at}::timestamptz
    from frota.order_plan_item item join frota.debt debt on debt.id = item.debt_id
    where item.plan_id = any(${planIds}::uuid[])
    on conflict (vehicle_id, scope) do nothing
    returning plan_id`
}

/** Returns how many locks each plan got. Two equal tickets are two debts and two locks. */
export async function takeLocks(db: LedgerDb, planIds: readonly string[], at: Date) {
  const { rows } = await sql<{ id: string; locks: number }>`
    with taken as (${locksOf(planIds, at)})
    select plan_id as id, count(*)::integer as locks from taken group by plan_id
  `.execute(db)
  return new Map(rows.map(({ id, locks }) => [id, locks]))
}

/** Refuses the approvals: deleting the plans' locks undoes all that was written so far. */
async function dropLocks(db: LedgerDb, refused: readonly Approved[]): Promise<void> {
  const ids = refused.map(({ plan }) => plan.id)
  if (ids.length === 0) return
  await sql`delete from frota.debt_lock where plan_id = any(${ids}::uuid[])`.execute(db)
}

/** The new effects' ids by plan; none where an order of the same debts is still under way. */
async function planOrders(
  db: LedgerDb,
  locked: readonly Approved[],
  asked: readonly PlanToApprove[],
  at: Date,
): Promise<Map<string, string>> {
  if (locked.length === 0) return new Map()
  const keys = new Map(asked.map(({ planId, effectKey }) => [planId, effectKey]))
  const ids = locked.map(({ plan }) => plan.id)
  const { rows } = await sql<{ id: string; plan: string }>`
    insert into frota.effect (kind, key, fleet_id, campaign_id, vehicle_id, plan_id,
      created_at, updated_at)
    select 'order', given.key, plan.fleet_id, plan.campaign_id, plan.vehicle_id, plan.id,
      ${at}::timestamptz, ${at}::timestamptz
    from unnest(${ids}::uuid[], ${ids.map((id) => keys.get(id) ?? '')}::text[])
      with ordinality as given (id, key, place)
    join frota.order_plan plan on plan.id = given.id
    order by given.place
    on conflict (kind, key) where active do nothing
    returning id, plan_id as plan
  `.execute(db)
  return new Map(rows.map(({ id, plan }) => [plan, id]))
}
