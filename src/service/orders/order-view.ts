/** Pure. An order's rows as the interface shows them. */
import type { Attempt, Order, OrderItem } from '../../contract/order.ts'
import { formatCents } from '../../fleet/money.ts'
import type { AttemptRow, OrderItemRow, PaymentOrderRow } from '../tables.ts'

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

/** Missing: no code yet. A pending attempt whose code ran out is shown, and stored, as expired. */
export function pixStanding(attempt: AttemptRow, nowMs: number): 'missing' | 'valid' | 'expired' {
  if (attempt.code_at === null || attempt.code_at.getTime() > nowMs) return 'missing'
  const expiresAtMs = attempt.pix_expires_at?.getTime() ?? Number.POSITIVE_INFINITY
  return expiresAtMs <= nowMs ? 'expired' : 'valid'
}

function attemptView(attempt: AttemptRow, nowMs: number): Attempt {
  const standing = pixStanding(attempt, nowMs)
  const isMissing = standing === 'missing'
  const ranOut = attempt.status === 'pending' && standing === 'expired'
  return {
    method: attempt.method,
    status: ranOut ? 'expired' : attempt.status,
    pix_copy_paste: isMissing ? '' : attempt.pix_code,
    pix_expires_at: isMissing ? null : (attempt.pix_expires_at?.toISOString() ?? null),
    created_at: attempt.created_at.toISOString(),
  }
}
