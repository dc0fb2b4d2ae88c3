/** What the audit log is told of a card payment: the order, its sums and who paid; never the card. */
import { formatCents } from '../fleet/money.ts'
import { appendEntry, FROTA_ITSELF } from './audit.ts'
import type { ToldPayment } from './orders.ts'
import type { LedgerDb } from './tx.ts'

/** `db`: the transaction that settles the payment, and the last thing in it. */
export async function tellPayment(db: LedgerDb, told: ToldPayment): Promise<void> {
  const { orderId, effectId, what, person, at, installments, reason } = told
  const order = await db
    .selectFrom('frota.payment_order as o')
    .innerJoin('frota.vehicle as vehicle', 'vehicle.id', 'o.vehicle_id')
    .select(['o.fleet_id', 'o.vehicle_id', 'o.plan_id', 'o.method', 'o.status', 'vehicle.plate'])
    .select(['o.debts_cents', 'o.fee_cents', 'o.total_cents', 'o.charged_cents'])
    .where('o.id', '=', orderId)
    .executeTakeFirstOrThrow()
  await appendEntry(db, {
    at,
    actor: person === undefined ? FROTA_ITSELF : { kind: 'person', name: person },
    what,
    subject: {
      fleetId: order.fleet_id,
      vehicleId: order.vehicle_id,
      ...(order.plan_id === null ? {} : { planId: order.plan_id }),
      orderId,
      effectId,
    },
    facts: {
      plate: order.plate,
      method: order.method,
      status: order.status,
      debts: formatCents(order.debts_cents),
      fee: formatCents(order.fee_cents),
      total: formatCents(order.total_cents),
      charged: order.charged_cents === null ? null : formatCents(order.charged_cents),
      installments,
      reason,
    },
  })
}
