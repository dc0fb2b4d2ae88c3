/** Writes to the audit log what a plan is bound to and what became of it. */
import { sql } from 'kysely'
import { formatCents } from '../../fleet/money.ts'
import { appendEntries, FROTA_ITSELF } from '../audit/audit.ts'
import type { AuditEvent, AuditFacts, NewAuditEntry } from '../audit/audit.ts'
import type { LedgerDb } from '../schema/tx.ts'

export interface PlanDecision {
  readonly what: AuditEvent
  readonly at: Date
  /** Who decided; absent when the program itself did. */
  readonly actor?: NewAuditEntry['actor'] | undefined
  readonly facts?: AuditFacts
}

/** `db`: the transaction of the decision; call it last there. */
export function auditPlan(db: LedgerDb, planId: string, decision: PlanDecision): Promise<void> {
  return auditPlans(db, [{ ...decision, planId }])
}

export async function auditPlans(
  db: LedgerDb,
  decisions: readonly (PlanDecision & { readonly planId: string })[],
): Promise<void> {
  if (decisions.length === 0) return
  const ids = decisions.map(({ planId }) => planId)
  const plans = await db
    .selectFrom('frota.order_plan as plan')
    .innerJoin('frota.vehicle as vehicle', 'vehicle.id', 'plan.vehicle_id')
    .select(['plan.id', 'plan.fleet_id', 'plan.vehicle_id', 'plan.method', 'plan.hash'])
    .select(['plan.debts_cents', 'plan.fee_cents', 'plan.total_cents', 'vehicle.plate'])
    .where(sql<boolean>`plan.id = any(${ids}::uuid[])`)
    .execute()
  const byId = new Map(plans.map((plan) => [plan.id, plan]))
  const entries = decisions.map(({ planId, what, at, actor = FROTA_ITSELF, facts }) => {
    const plan = byId.get(planId)
    if (plan === undefined) throw new Error('A decision is about a plan of the ledger.')
    return {
      at,
      actor,
      what,
      subject: { fleetId: plan.fleet_id, vehicleId: plan.vehicle_id, planId },
      facts: {
        plate: plan.plate,
        method: plan.method,
        debts: formatCents(plan.debts_cents),
        fee: plan.fee_cents === null ? null : formatCents(plan.fee_cents),
        total: plan.total_cents === null ? null : formatCents(plan.total_cents),
        binding: plan.hash,
        ...facts,
      },
    }
  })
  await appendEntries(db, entries)
}
