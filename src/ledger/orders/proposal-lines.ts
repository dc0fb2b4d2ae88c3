/** Proposals as a person decides about them: one line for each debt, with its plan's totals. */
import { sql, type RawBuilder } from 'kysely'
import type { DescribedDebt } from '../../fleet/debt-identity.ts'
import type { Plan } from './plans.ts'
import { staysInFleet } from './stays-in-fleet.ts'
import type { LedgerDb } from '../schema/tx.ts'

export interface ProposalLine
  extends
    DescribedDebt,
    Pick<Plan, 'method' | 'hash' | 'debtsCents' | 'feeCents' | 'totalCents' | 'costCentre'> {
  readonly planId: string
  readonly plate: string
  readonly renavam: string
  /** Debts in the plan. */
  readonly items: number
  /** People who approved it as it stands, joined by ` + `; empty when nobody did. */
  readonly approvedBy: string
  readonly debtId: string
  readonly amountCents: bigint
}

/** Plans read at once. */
const PAGE_PLANS = 500

export function openProposalReader(db: LedgerDb) {
  return {
    /** Every proposal of the fleet by plate, a page of whole plans at a time. */
    pages: (fleetId: string) => pages(db, fleetId),
    /** The lines of one plan of the fleet, whatever was decided about it; empty when it has none. */
    ofPlan: (fleetId: string, planId: string) =>
      linesOf(db, sql`plan.fleet_id = ${fleetId} and plan.id = ${planId}::uuid`, 1),
  }
}

async function* pages(db: LedgerDb, fleetId: string): AsyncGenerator<readonly ProposalLine[]> {
  for (let after: readonly [string, string] = ['', '']; ;) {
    const lines = await page(db, fleetId, after)
    if (lines.length > 0) yield lines
    const last = lines.at(-1)
    if (last === undefined) return
    after = [last.plate, last.planId]
  }
}

function page(db: LedgerDb, fleetId: string, [plate, planId]: readonly [string, string]) {
  const after = sql`(vehicle.plate collate "C", plan.id::text collate "C") > (${plate}, ${planId})`
  const which = sql`plan.fleet_id = ${fleetId} and plan.state = 'proposed'
    and ${staysInFleet('plan')} and ${after}`
  return linesOf(db, which, PAGE_PLANS)
}

async function linesOf(db: LedgerDb, which: RawBuilder<unknown>, plansMax: number) {
  const { rows } = await sql<ProposalLine>`
    with plan as (
      select plan.*, vehicle.plate, vehicle.renavam, vehicle.cost_centre
      from frota.order_plan plan join frota.vehicle vehicle on vehicle.id = plan.vehicle_id
      where ${which}
      order by vehicle.plate collate "C", plan.id::text collate "C"
      limit ${plansMax}
    )
    select plan.id as "planId", plan.plate, plan.renavam, plan.cost_centre as "costCentre",
      plan.method, plan.hash, plan.debts_cents as "debtsCents", plan.fee_cents as "feeCents",
      plan.total_cents as "totalCents",
      (count(*) over (partition by plan.id))::integer as items,
      coalesce((select string_agg(word.person, ' + ' order by word.approved_at, word.person_key)
        from frota.plan_approval word
        where word.plan_id = plan.id and word.hash = plan.hash), '') as "approvedBy",
      debt.id as "debtId", debt.kind, debt.description, debt.year, debt.due_date as "dueDate",
      item.amount_cents as "amountCents"
    from plan
    join frota.order_plan_item item on item.plan_id = plan.id
    join frota.debt debt on debt.id = item.debt_id
    order by plan.plate collate "C", plan.id::text collate "C", debt.due_date nulls first,
      debt.fingerprint, debt.ordinal
  `.execute(db)
  return rows
}
