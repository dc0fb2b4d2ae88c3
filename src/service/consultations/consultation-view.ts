/** Pure. A consultation's row and its items as the interface shows them. */
import type { Consultation } from '../../contract/consultation.ts'
import type { DebtItem } from '../../contract/debt-item.ts'
import { formatCents } from '../../fleet/money.ts'
import type { ConsultationRow, DebtItemRow } from '../tables.ts'

export function consultationView(
  row: ConsultationRow,
  items: readonly DebtItemRow[],
): Consultation {
  return {
    id: row.id,
    vehicle_id: row.vehicle_id,
    plate: row.plate,
    status: row.status,
    stage: row.stage,
    found_new_debts: row.found_new_debts,
    error_message: row.error_message,
    error_code: row.error_code,
    error_title: row.error_title,
    error_action: row.error_action,
    total_amount: formatCents(row.total_cents),
    items: items.map(itemView),
    created_at: row.created_at.toISOString(),
    finished_at: row.finished_at?.toISOString() ?? null,
  }
}

/** A due date that the authority did not inform is absent, as the interface says. */
function itemView(row: DebtItemRow): DebtItem {
  return {
    id: row.id,
    kind: row.kind,
    group: row.debt_group,
    description: row.description,
    amount: formatCents(row.amount_cents),
    ...(row.due_date === null ? {} : { due_date: row.due_date }),
    year: row.year,
    depends_on: row.depends_on,
    depends_on_description: row.depends_on_description,
    is_payable: row.is_payable && row.settled_at === null,
  }
}
