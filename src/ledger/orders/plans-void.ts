/** Ends proposals whose order was not sent; their debts may be proposed again. */
import { sql } from 'kysely'
import { FROTA_ITSELF } from '../audit/audit.ts'
import { openDebtStore } from '../debts/debts-sql.ts'
import { blockedAmong } from './plans-approve.ts'
import { openPlanPreviews } from './plans-preview.ts'
import { release } from './plans-release.ts'
import { endEffect, lockOrder } from './plans-withdraw.ts'
import type { PlanRelease } from './plans.ts'
import { opened, type LedgerDb, type Tx } from '../schema/tx.ts'

interface LivePlan {
  readonly id: string
  readonly debtIds: readonly string[]
  readonly at: Date
}

const DEBT_IDS = sql`array(select item.debt_id from frota.order_plan_item item
  where item.plan_id = plan.id) as "debtIds"`

/**
 * Unapproved proposals. Call it last in the transaction: it appends to the audit log. `person`: who
 * caused it.
 */
export async function voidProposals(
  db: LedgerDb,
  vehicleIds: readonly string[],
  why: string,
  person?: string,
): Promise<void> {
  const by = person === undefined ? FROTA_ITSELF : ({ kind: 'person', name: person } as const)
  for (const plan of await proposalsOf(db, vehicleIds)) {
    await voidPlan(db, plan, { reason: why, at: plan.at, by })
  }
}

/**
 * Ends the vehicle's proposal if the locks of another plan forbid it; what else it holds is
 * considered anew. Call it last in the transaction, too.
 */
export async function voidBlocked(tx: Tx, vehicleId: string): Promise<void> {
  const db = opened(tx)
  const proposals = await proposalsOf(db, [vehicleId])
  const blocked = await blockedAmong(
    db,
    proposals.map(({ id }) => id),
  )
  for (const { id, debtIds, at } of proposals.filter((plan) => blocked.has(plan.id))) {
    await voidPlan(db, { id, debtIds }, { reason: 'debt-locked', at, by: FROTA_ITSELF })
    await openPlanPreviews(db).reopen(id)
  }
}

async function proposalsOf(db: LedgerDb, vehicleIds: readonly string[]): Promise<LivePlan[]> {
  const { rows } = await sql<LivePlan>`
    select plan.id, frota.ledger_now() as at, ${DEBT_IDS} from frota.order_plan plan
    where plan.vehicle_id = any(${vehicleIds}::uuid[]) and plan.state = 'proposed'
    order by plan.created_at, plan.id
  `.execute(db)
  return rows
}

async function voidPlan(
  db: LedgerDb,
  { id, debtIds: ids }: Pick<LivePlan, 'id' | 'debtIds'>,
  why: Omit<PlanRelease, 'from' | 'state'>,
): Promise<void> {
  const from = ['proposed', 'approved'] as const
  const { reason, at } = why
  await openDebtStore(db).move({ ids, from, to: 'open', why: reason, at })
  await release(db, id, { from, state: 'void', ...why })
}

/** The plans that share a debt with the plan whose order lives again, and the orders that do. */
export async function giveWay(
  db: LedgerDb,
  planId: string,
  why: Pick<PlanRelease, 'reason' | 'at'>,
): Promise<void> {
  // As approvals and answers do, so that none of them makes a plan of these debts meanwhile.
  const vehicle = sql`(select vehicle_id from frota.order_plan where id = ${planId}::uuid)`
  await sql`select from frota.vehicle where id = ${vehicle} for no key update`.execute(db)
  const debts = sql`(select debt_id from frota.order_plan_item where plan_id = ${planId}::uuid)`
  await sql`
    update frota.payment_order other set gate = 'shut', gate_reason = 'twin-order',
      gate_since = ${why.at}, reads = reads + 1
    where other.vehicle_id = ${vehicle} and other.standing in ('open', 'unknown')
      and other.plan_id <> ${planId}::uuid and exists (select from frota.order_item item
        where item.order_id = other.id and item.debt_id in ${debts})
  `.execute(db)
  const { rows } = await sql<Pick<LivePlan, 'id' | 'debtIds'>>`
    select plan.id, ${DEBT_IDS} from frota.order_plan plan
    where plan.vehicle_id = ${vehicle} and plan.state in ('proposed', 'approved')
      and plan.id <> ${planId}::uuid and exists (select from frota.order_plan_item item
        where item.plan_id = plan.id and item.debt_id in ${debts})
  `.execute(db)
  for (const plan of rows) {
    if (await voidUnsent(db, plan, why)) await openPlanPreviews(db).reopen(plan.id)
  }
}

/** Of vehicles that the import took from another fleet, whose proposals nobody would see there. */
export async function voidOfMoved(db: LedgerDb, importId: string, at: Date): Promise<void> {
  const { rows } = await sql<Pick<LivePlan, 'id' | 'debtIds'>>`
    select plan.id, ${DEBT_IDS} from frota.vehicle vehicle
    join frota.order_plan plan on plan.vehicle_id = vehicle.id
    where vehicle.last_import_id = ${importId}::uuid and plan.fleet_id <> vehicle.fleet_id
      and plan.state in ('proposed', 'approved')
    order by plan.created_at, plan.id
  `.execute(db)
  for (const plan of rows) await voidUnsent(db, plan, { reason: 'vehicle-left', at })
}

/** False if its order may have left: then its look-ups, and the twins of its order, tell. */
async function voidUnsent(
  db: LedgerDb,
  plan: Pick<LivePlan, 'id' | 'debtIds'>,
  why: Pick<PlanRelease, 'reason' | 'at'>,
): Promise<boolean> {
  const effect = await lockOrder(db, plan.id)
  if (effect !== undefined) {
    const { state, doubts, sends } = effect
    const isHere = state === 'planned' || state === 'claimed'
    if (doubts > 0 || !(isHere || (state === 'quarantined' && sends === 0))) return false
    await endEffect(db, effect, why.reason)
  }
  await voidPlan(db, plan, why)
  return true
}
