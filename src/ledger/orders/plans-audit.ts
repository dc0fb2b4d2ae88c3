/** Writes to the audit log what a plan is bound to and what became of it. */
import { formatCents } from '../../fleet/money.ts'
import { appendEntry, FROTA_ITSELF } from '../audit/audit.ts'
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
export async function auditPlan(
  db: LedgerDb,
  planId: string,
  { what, at, actor = FROTA_ITSELF, facts }: PlanDecision,
): Promise<void> {
  const plan = await db
    .selectFrom('frota.order_plan as plan')
    .innerJoin('frota.vehicle as vehicle', 'vehicle.id', 'plan.vehicle_id')
    .select(['plan.fleet_id', 'plan.vehicle_id', 'plan.method', 'plan.hash', 'plan.debts_cents'])
    .select(['plan.fee_cents', 'plan.total_cents', 'vehicle.plate'])
    .where('plan.id', '=', planId)
    .executeTakeFirstOrThrow()
  await appendEntry(db, {
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
  })
}
