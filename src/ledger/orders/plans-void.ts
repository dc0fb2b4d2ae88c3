/** Ends the unapproved proposals of vehicles; their debts may be proposed again. */
import { sql, type Transaction } from 'kysely'
import { FROTA_ITSELF, type NewAuditEntry } from '../audit/audit.ts'
import { openDebtStore } from '../debts/debts-sql.ts'
import { blockedAmong } from './plans-approve.ts'
import { openPlanStore } from './plans-sql.ts'
import type { Tables } from '../schema/tables.ts'
import { asTx, opened, type Tx } from '../schema/tx.ts'

/** Call it last in the transaction: it appends to the audit log. `person`: who caused it. */
export async function voidProposals(
  db: Transaction<Tables>,
  vehicleIds: readonly string[],
  why: string,
  person?: string,
): Promise<void> {
  const tx = asTx(db)
  const by = person === undefined ? FROTA_ITSELF : ({ kind: 'person', name: person } as const)
  for (const one of await proposalsOf(tx, vehicleIds)) await end(tx, one, why, by)
}

/**
 * Ends the vehicle's proposal if the locks of another plan forbid it; what else it holds is
 * considered anew. Call it last in the transaction, too.
 */
export async function voidBlocked(tx: Tx, vehicleId: string): Promise<void> {
  const proposals = await proposalsOf(tx, [vehicleId])
  const ids = proposals.map(({ id }) => id)
  const blocked = await blockedAmong(opened(tx), ids)
  for (const one of proposals.filter(({ id }) => blocked.has(id))) {
    await end(tx, one, 'debt-locked', FROTA_ITSELF)
    await openPlanStore(opened(tx)).reopen(one.id, tx)
  }
}

interface Proposal {
  readonly id: string
  readonly debtIds: readonly string[]
  readonly at: Date
}

async function proposalsOf(tx: Tx, vehicleIds: readonly string[]): Promise<Proposal[]> {
  const { rows } = await sql<Proposal>`
    select plan.id, frota.ledger_now() as at, array(select item.debt_id
      from frota.order_plan_item item where item.plan_id = plan.id) as "debtIds"
    from frota.order_plan plan
    where plan.vehicle_id = any(${vehicleIds}::uuid[]) and plan.state = 'proposed'
    order by plan.created_at, plan.id
  `.execute(opened(tx))
  return rows
}

async function end(
  tx: Tx,
  { id, debtIds: ids, at }: Proposal,
  why: string,
  by: NewAuditEntry['actor'],
): Promise<void> {
  await openDebtStore(opened(tx)).move({ ids, from: ['proposed'], to: 'open', why, at }, tx)
  const to = { from: ['proposed'], state: 'void', reason: why, at, by } as const
  await openPlanStore(opened(tx)).release(id, to, tx)
}
