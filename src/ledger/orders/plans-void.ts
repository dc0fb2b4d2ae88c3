/** Ends the unapproved proposals of vehicles; their debts may be proposed again. */
import { sql, type Transaction } from 'kysely'
import { FROTA_ITSELF } from '../audit/audit.ts'
import { openDebtStore } from '../debts/debts-sql.ts'
import { openPlanStore } from './plans-sql.ts'
import type { Tables } from '../schema/tables.ts'
import { asTx } from '../schema/tx.ts'

/** Call it last in the transaction: it appends to the audit log. `person`: who caused it. */
export async function voidProposals(
  db: Transaction<Tables>,
  vehicleIds: readonly string[],
  why: string,
  person?: string,
): Promise<void> {
  const { rows } = await sql<{ id: string; debtIds: string[]; at: Date }>`
    select plan.id, frota.ledger_now() as at, array(select item.debt_id
      from frota.order_plan_item item where item.plan_id = plan.id) as "debtIds"
    from frota.order_plan plan
    where plan.vehicle_id = any(${vehicleIds}::uuid[]) and plan.state = 'proposed'
    order by plan.created_at, plan.id
  `.execute(db)
  const by = person === undefined ? FROTA_ITSELF : ({ kind: 'person', name: person } as const)
  for (const { id, debtIds: ids, at } of rows) {
    const tx = asTx(db)
    await openDebtStore(db).move({ ids, from: ['proposed'], to: 'open', why, at }, tx)
    await openPlanStore(db).release(
      id,
      { from: ['proposed'], state: 'void', reason: why, at, by },
      tx,
    )
  }
}
