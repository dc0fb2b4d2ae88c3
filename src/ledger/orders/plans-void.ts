/** Ends proposals whose order was not sent; their debts may be proposed again. */
import { sql, type RawBuilder } from 'kysely'
import { FROTA_ITSELF } from '../audit/audit.ts'
import { openDebtStore } from '../debts/debts-sql.ts'
import { blockedAmong } from './plans-approve.ts'
import { auditPlans } from './plans-audit.ts'
import { openPlanPreviews } from './plans-preview.ts'
import { endPlans } from './plans-release.ts'
import { endEffect, isSent, lockOrder } from './plans-withdraw.ts'
import type { LivesAgain, PlanRelease } from './plans.ts'
import { opened, type LedgerDb, type Tx } from '../schema/tx.ts'

interface LivePlan {
  readonly id: string
  readonly vehicleId: string
  readonly state: 'proposed' | 'approved'
  readonly debtIds: readonly string[]
  readonly at: Date
}

interface Voiding extends Pick<PlanRelease, 'reason' | 'by'> {
  /** States of the plans and of their debts; absent: both of those that live. */
  readonly from?: readonly LivePlan['state'][]
}

/** Appends to the audit log; call it last in the transaction, which waits for no lock after that. */
type Tell = () => Promise<void>

/**
 * Unapproved proposals. Call it last in the transaction: it appends to the audit log. `person`: who
 * caused it.
 */
export async function voidProposals(
  db: LedgerDb,
  vehicleIds: readonly string[],
  reason: string,
  person?: string,
): Promise<void> {
  const by = person === undefined ? FROTA_ITSELF : ({ kind: 'person', name: person } as const)
  const tell = await voidPlans(db, await proposalsOf(db, vehicleIds), { reason, by })
  await tell()
}

/**
 * Ends the vehicle's proposal if the locks of another plan forbid it; what else it holds is
 * considered anew. Call it last in the transaction, too.
 */
export async function voidBlocked(tx: Tx, vehicleId: string): Promise<void> {
  const db = opened(tx)
  const proposals = await proposalsOf(db, [vehicleId])
  const ids = proposals.map(({ id }) => id)
  const blocked = await blockedAmong(db, ids)
  const ended = proposals.filter(({ id }) => blocked.has(id))
  const tell = await voidPlans(db, ended, { reason: 'debt-locked', by: FROTA_ITSELF })
  for (const { id } of ended) await openPlanPreviews(db).reopen(id)
  await tell()
}

/** The plans that share one of the debts which this plan's order holds again, and the orders. */
export async function giveWay(
  db: LedgerDb,
  planId: string,
  { debtIds, reason, at, mismatches, journaled }: LivesAgain,
): Promise<Tell> {
  // As approvals and answers do, so that none of them makes a plan of these debts meanwhile.
  const vehicle = sql`(select vehicle_id from frota.order_plan where id = ${planId}::uuid)`
  await sql`select from frota.vehicle where id = ${vehicle} for no key update`.execute(db)
  await sql`
    insert into frota.debt_lock as held (vehicle_id, scope, plan_id, taken_at)
    select vehicle_id, fingerprint || '#' || ordinal, ${planId}::uuid, ${at}::timestamptz
    from frota.debt where id = any(${debtIds}::uuid[])
      and (state not in ('ordered', 'paid', 'settled') or exists (select from frota.debt_lock other
        where other.vehicle_id = debt.vehicle_id and other.scope = fingerprint || '#' || ordinal))
    on conflict (vehicle_id, scope) do update set plan_id = excluded.plan_id,
      taken_at = excluded.taken_at where held.plan_id <> excluded.plan_id
  `.execute(db)
  await sql`
    update frota.payment_order other set gate = 'shut', gate_reason = 'twin-order',
      gate_since = ${at}, reads = reads + 1
    where other.vehicle_id = ${vehicle} and other.standing in ('open', 'unknown')
      and other.plan_id <> ${planId}::uuid
      and coalesce(other.gate_reason, '') <> all(${mismatches}::text[])
      and exists (select from frota.order_item item
        where item.order_id = other.id and item.debt_id = any(${debtIds}::uuid[]))
  `.execute(db)
  const shares = sql`plan.vehicle_id = ${vehicle}
    and plan.id <> ${planId}::uuid and exists (select from frota.order_plan_item item
      where item.plan_id = plan.id and item.debt_id = any(${debtIds}::uuid[]))`
  const plans = await unsent(db, await livePlans(db, shares, at), reason, journaled)
  const tell = await voidPlans(db, plans, { reason })
  for (const { id } of plans) await openPlanPreviews(db).reopen(id)
  return tell
}

/** Of vehicles that the import took from another fleet, whose proposals nobody would see there. */
export async function voidOfMoved(db: LedgerDb, importId: string, at: Date): Promise<Tell> {
  const isMoved = sql`exists (
    select from frota.vehicle vehicle where vehicle.id = plan.vehicle_id
      and vehicle.last_import_id = ${importId}::uuid and vehicle.fleet_id <> plan.fleet_id)`
  const reason = 'vehicle-left'
  const plans = await unsent(db, await livePlans(db, isMoved, at), reason)
  return voidPlans(db, plans, { reason })
}

function proposalsOf(db: LedgerDb, vehicleIds: readonly string[]): Promise<LivePlan[]> {
  const isProposal = sql`plan.vehicle_id = any(${vehicleIds}::uuid[]) and plan.state = 'proposed'`
  return livePlans(db, isProposal)
}

/** In the order in which they were made; `at` defaults to the ledger's time. */
export async function livePlans(db: LedgerDb, which: RawBuilder<unknown>, at?: Date) {
  const { rows } = await sql<LivePlan>`
    select plan.id, plan.vehicle_id as "vehicleId", plan.state,
      coalesce(${at ?? null}::timestamptz, frota.ledger_now()) as at,
      array(select item.debt_id from frota.order_plan_item item
        where item.plan_id = plan.id) as "debtIds"
    from frota.order_plan plan where plan.state in ('proposed', 'approved') and ${which}
    order by plan.created_at, plan.id
  `.execute(db)
  return rows
}

/**
 * Ends the orders of these plans; without those that may have left: their look-ups, and the twins
 * of those orders, tell.
 */
async function unsent(
  db: LedgerDb,
  plans: readonly LivePlan[],
  reason: string,
  journaled?: LivesAgain['journaled'],
): Promise<LivePlan[]> {
  const ended: LivePlan[] = []
  for (const plan of plans) {
    const effect = await lockOrder(db, plan.id)
    if (effect !== undefined) {
      const isUntried = effect.state === 'quarantined' && effect.sends === 0
      const state = isUntried ? 'planned' : effect.state
      if (isSent({ ...effect, state }, journaled)) continue
      await endEffect(db, effect, reason)
    }
    ended.push(plan)
  }
  return ended
}

/** Plans that `livePlans` gave at one time, and their debts. */
export async function voidPlans(
  db: LedgerDb,
  plans: readonly LivePlan[],
  { reason, by: actor, from = ['proposed', 'approved'] }: Voiding,
): Promise<Tell> {
  const told = { what: 'voided', actor, facts: { reason } } as const
  const [{ at } = {}] = plans
  if (at !== undefined) {
    const ids = plans.flatMap(({ debtIds }) => debtIds)
    await openDebtStore(db).move({ ids, from, to: 'open', why: reason, at })
    const planIds = plans.map(({ id }) => id)
    await endPlans(db, planIds, { from, state: 'void', reason, at, by: actor })
  }
  return () =>
    auditPlans(
      db,
      plans.map(({ id: planId, at: endedAt }) => ({ ...told, planId, at: endedAt })),
    )
}
