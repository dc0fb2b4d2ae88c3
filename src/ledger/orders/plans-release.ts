/** Ends plans: their locks and their commitments go. */
import { sql } from 'kysely'
import { auditPlan } from './plans-audit.ts'
import type { PlanRelease } from './plans.ts'
import type { LedgerDb } from '../schema/tx.ts'

/** Call it last in the transaction: it appends to the audit log. */
export async function release(db: LedgerDb, planId: string, to: PlanRelease): Promise<boolean> {
  const ended = await endPlans(db, [planId], to)
  if (ended.length === 0) return false
  const what = to.state === 'rejected' ? 'rejected' : 'voided'
  const { reason, at, by: actor } = to
  await auditPlan(db, planId, { what, at, actor, facts: { reason } })
  return true
}

/** Returns those whose state was one of `from`; the audit log has nothing yet. */
export async function endPlans(db: LedgerDb, planIds: readonly string[], to: PlanRelease) {
  const { rows } = await sql<{ id: string }>`
    with ended as (
      update frota.order_plan set state = ${to.state}, reason = ${to.reason},
        decided_at = ${to.at}, decided_by = coalesce(${to.by?.name ?? null}, decided_by)
      where id = any(${planIds}::uuid[]) and state = any(${to.from}::text[])
      returning id
    ), unlocked as (
      delete from frota.debt_lock where plan_id in (select id from ended)
    ), uncommitted as (
      delete from frota.order_commitment where plan_id in (select id from ended)
    )
    select id from ended
  `.execute(db)
  return rows
}
