/** The debts of orders and proposals as report rows, one page of vehicles at a time. */
import { sql } from 'kysely'
import { inWindow, jsonRows, vehicleWindows } from './report-pages.ts'
import type { ReportOrderItem } from './report-rows.ts'
import { isScopedOrder, isScopedPlan, type ReportScope } from './report-scope.ts'
import type { LedgerDb } from '../schema/tx.ts'

const columns = sql`v.plate, v.renavam, v.cost_centre as "costCentre",
  v.owner_masked as "ownerMasked", v.owner_cnpj as "ownerCnpj", i.debt_id as "debtId",
  i.item_id as "itemId", d.kind, d.description, d.year,
  to_char(d.due_date, 'YYYY-MM-DD') as "dueDate", i.amount_cents::text as "amountCents"`

/** In the order of `orderPages`: of the same orders and proposals, by due date. */
export async function* orderItemPages(
  db: LedgerDb,
  scope: ReportScope,
): AsyncGenerator<ReportOrderItem[]> {
  for await (const window of vehicleWindows(db, scope.fleetId)) {
    const rows = await jsonRows<ReportOrderItem>(
      db,
      sql`select * from (
          select v.seq, o.created_at as made, o.id as "orderId", false as "isProposal",
            o.standing, i.settlement, ${columns}
          from frota.payment_order o join frota.vehicle v on v.id = o.vehicle_id
          join frota.order_item i on i.order_id = o.id join frota.debt d on d.id = i.debt_id
          where ${isScopedOrder(scope)} and ${inWindow(window)}
          union all
          select v.seq, p.created_at as made, p.id as "orderId", true as "isProposal",
            p.state as standing, '' as settlement, ${columns}
          from frota.order_plan p join frota.vehicle v on v.id = p.vehicle_id
          join frota.order_plan_item i on i.plan_id = p.id join frota.debt d on d.id = i.debt_id
          where ${isScopedPlan(scope)} and ${inWindow(window)}) as page
        order by seq, "isProposal", made, "orderId", "dueDate" nulls last, "itemId"`,
    )
    if (rows.length > 0) yield rows
  }
}
