/** Pure. An order's rows as the interface shows them. */
import type { Order, OrderItem } from '../../contract/order.ts'
import { formatCents } from '../../fleet/money.ts'
import type { AttemptRow, OrderItemRow, PaymentOrderRow } from '../tables.ts'
import { attemptView } from './attempt-view.ts'

export function orderView(
  order: PaymentOrderRow,
  items: readonly OrderItemRow[],
  latest: AttemptRow | undefined,
  nowMs: number,
): Order {
  return {
    id: order.id,
    status: order.status,
    method: order.method,
    purpose: order.purpose,
    plate: order.plate,
    uf: order.uf,
    vehicle_id: order.vehicle_id,
    debts_amount: formatCents(order.debts_cents),
    service_fee: formatCents(order.service_fee_cents),
    total_amount: formatCents(order.total_cents),
    refunded_amount: formatCents(order.refunded_cents),
    items: items.map(itemView),
    latest_attempt: latest === undefined ? null : attemptView(latest, nowMs),
    created_at: order.created_at.toISOString(),
    paid_at: order.paid_at?.toISOString() ?? null,
    settled_at: order.settled_at?.toISOString() ?? null,
    expires_at: order.expires_at.toISOString(),
  }
}

function itemView(item: OrderItemRow): OrderItem {
  return {
    debt_item_id: item.debt_item_id,
    kind: item.kind,
    group: item.debt_group,
    description: item.description,
    amount: formatCents(item.amount_cents),
    year: item.year,
    ...(item.due_date === null ? {} : { due_date: item.due_date }),
    settlement_status: item.settlement_status,
  }
}
