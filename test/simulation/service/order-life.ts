/** An order at the simulated service: what it is called now, and how it looks from outside. */
import type { Order } from '../../../src/contract/order.ts'
import { formatCents } from '../../../src/fleet/money.ts'
import { encodePixCode } from '../../../src/fleet/pix-code.ts'
import type { RemoteOrder } from './state.ts'

/** A status that no list of ours knows. */
const STRANGE = 'em_analise'

export function statusOf(order: RemoteOrder, nowMs: number): string {
  if (order.paidAtMs !== null) {
    return nowMs >= order.paidAtMs + order.settlesAfterMs ? 'settled' : 'paid'
  }
  if (nowMs < order.strangeUntilMs) return STRANGE
  return nowMs >= order.expiresAtMs ? 'expired' : 'awaiting_payment'
}

export function isDead(order: RemoteOrder, nowMs: number): boolean {
  return statusOf(order, nowMs) === 'expired'
}

export function pixCodeOf(order: RemoteOrder): string {
  const code = encodePixCode({
    key: null,
    url: `pix.example/${order.id.slice(-12)}/${order.code.number}`,
    amountCents: order.totalCents,
    merchantName: 'SIMULADO',
    merchantCity: 'SAO PAULO',
    txid: '***',
    dynamic: true,
  })
  if (!code.ok) throw new Error(`The simulated service made no Pix code: ${code.code}`)
  return code.value
}

/** `hidesItems`: the interface does not promise that a list shows them. */
export function orderBody(order: RemoteOrder, nowMs: number, hidesItems: boolean): Order {
  const { vehicle } = order
  const items = order.items.map(({ id, debt, amountCents }) => ({
    debt_item_id: id,
    kind: debt.kind,
    group: debt.group,
    description: debt.description,
    amount: formatCents(amountCents),
    year: debt.year,
    due_date: debt.dueDate,
  }))
  const status = statusOf(order, nowMs)
  const isPaid = status === 'paid' || status === 'settled'
  return {
    id: order.id,
    status,
    method: order.method,
    purpose: 'débitos',
    plate: vehicle.plate,
    uf: vehicle.uf,
    vehicle_id: vehicle.id,
    debts_amount: formatCents(order.debtsCents),
    service_fee: formatCents(order.feeCents),
    total_amount: formatCents(order.totalCents),
    refunded_amount: '0.00',
    ...(hidesItems ? {} : { items }),
    latest_attempt: {
      method: order.method,
      status: isPaid ? 'paid' : status === 'expired' ? 'expired' : 'pending',
      pix_copy_paste: nowMs >= order.code.fromMs ? pixCodeOf(order) : '',
      pix_expires_at: new Date(order.code.untilMs).toISOString(),
    },
    created_at: new Date(order.madeAtMs).toISOString(),
  }
}
