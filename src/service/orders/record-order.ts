/**
 * Writes a new order with its items and its first attempt, claimed for the call that opens it.
 * Returns null when the vehicle's identity changed since its items were judged.
 */
import { instant } from '../../clock.ts'
import { PROVIDER_CALL_MS_MAX, type ProposedCharge } from '../providers/payments.ts'
import { leaveReceipt } from '../receipts/leave-receipt.ts'
import type { AccountCall, ServiceTools } from '../service-tools.ts'
import type { AskedOrder } from './load-charges.ts'
import { firstReference } from './order-mode.ts'
import { orderPurpose } from './order-purpose.ts'
import type { JudgedItems } from './judge-order.ts'
import { ownedBy } from '../tenants/owned-by.ts'

export async function recordOrder(
  tools: ServiceTools,
  scope: AccountCall,
  judged: JudgedItems,
  { method, plate, uf, debtsCents, totalCents }: ProposedCharge,
): Promise<AskedOrder | null> {
  const nowMs = tools.clock.now()
  const created_at = instant(nowMs)
  const until = instant(nowMs + PROVIDER_CALL_MS_MAX)
  const id = tools.random.uuid()
  return await tools.db.transaction().execute(async (tx) => {
    // The lock makes a change of the vehicle wait, or shows one that came first.
    const vehicle = await tx
      .selectFrom('service.vehicle')
      .select('identity')
      .where('id', '=', judged.vehicleId)
      .where(ownedBy(scope))
      .forShare()
      .executeTakeFirstOrThrow()
    if (vehicle.identity !== judged.identity) return null
    const order = await tx
      .insertInto('service.payment_order')
      .values({
        id,
        brand_id: scope.brandId,
        account_id: scope.accountId,
        vehicle_id: judged.vehicleId,
        plate,
        uf,
        status: 'awaiting_payment',
        method,
        purpose: orderPurpose(judged.items.map((item) => item.debt_group)),
        debts_cents: debtsCents,
        service_fee_cents: scope.serviceFeeCents,
        total_cents: totalCents,
        provider_reference: firstReference[tools.payments.mode],
        created_at,
        expires_at: instant(nowMs + tools.orderExpiresAfterMs),
        move_at: until,
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    await leaveReceipt(tx, scope.receipt, id)
    await tx.insertInto('service.order_item').values(itemsOf(id, judged)).execute()
    const attempt = await tx
      .insertInto('service.attempt')
      .values({
        id: tools.random.uuid(),
        order_id: id,
        ordinal: 1,
        method,
        status: 'pending',
        asking_until: until,
        created_at,
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    return { order, attempt }
  })
}

/** Copies of the items, because a later consultation or late fee must not change the order. */
function itemsOf(orderId: string, judged: JudgedItems) {
  return judged.items.map((item, position) => ({
    order_id: orderId,
    position,
    debt_item_id: item.id,
    kind: item.kind,
    debt_group: item.debt_group,
    description: item.description,
    amount_cents: item.amount_cents,
    year: item.year,
    due_date: item.due_date,
    settlement_status: 'pending' as const,
  }))
}
