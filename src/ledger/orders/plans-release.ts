/** Ends a plan: its locks and its commitment go. */
import { auditPlan } from './plans-audit.ts'
import { deleteCommitment } from './plans-limits.ts'
import type { PlanRelease } from './plans.ts'
import type { LedgerDb } from '../schema/tx.ts'

/** Call it last in the transaction: it appends to the audit log. */
export async function release(db: LedgerDb, planId: string, to: PlanRelease): Promise<boolean> {
  if (!(await endPlan(db, planId, to))) return false
  const what = to.state === 'rejected' ? 'rejected' : 'voided'
  const { reason, at, by: actor } = to
  await auditPlan(db, planId, { what, at, actor, facts: { reason } })
  return true
}

/** False, and nothing is changed, when its state is none of `from`; the audit log has nothing yet. */
export async function endPlan(db: LedgerDb, planId: string, to: PlanRelease): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('frota.order_plan')
    .set({ state: to.state, reason: to.reason, decided_at: to.at })
    .set(to.by === undefined ? {} : { decided_by: to.by.name })
    .where('id', '=', planId)
    .where('state', 'in', [...to.from])
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return false
  await db.deleteFrom('frota.debt_lock').where('plan_id', '=', planId).execute()
  await deleteCommitment(db, planId)
  return true
}
