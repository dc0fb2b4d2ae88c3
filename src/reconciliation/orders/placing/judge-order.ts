/**
 * Pure. Reads an order as the service shows it, and holds it against what was asked for. Whether it
 * may be paid is the pay gate's to say (pay-gate.ts).
 */
import type { Order } from '../../../contract/order.ts'
import type { OrderFacts } from '../../../ledger/orders/orders.ts'
import type { OrderStanding } from '../../../ledger/schema/tables-orders.ts'
import { instantOf } from '../order-events.ts'
import type { Mismatch } from '../order-reasons.ts'
import { standingOf } from '../order-statuses.ts'
import { checkedCents } from '../../../fleet/money.ts'
import { payGate, type GateContext } from '../paying/pay-gate.ts'

export interface ExpectedOrder {
  readonly vehicleServiceId: string
  readonly method: string
  readonly debtsCents: bigint
  /** As previewed; null when nobody knew it beforehand. */
  readonly feeCents: bigint | null
  readonly itemIds: readonly string[]
}

/** What is wrong with the service's answer to our order; undefined when it is what was asked for. */
export function orderMismatch(order: Order, expected: ExpectedOrder): Mismatch | undefined {
  const sameVehicle = order.vehicle_id.toLowerCase() === expected.vehicleServiceId.toLowerCase()
  if (!sameVehicle) return 'other-vehicle'
  return showsItems(order, expected.itemIds) ? sumsMismatch(order, expected) : 'other-items'
}

/** The same once vehicle and items were compared. */
export function sumsMismatch(
  order: Order,
  expected: Pick<ExpectedOrder, 'method' | 'debtsCents' | 'feeCents'>,
): Mismatch | undefined {
  if (order.method !== expected.method) return 'other-method'
  const debts = checkedCents(order.debts_amount)
  const itemsCents = order.items?.reduce((sum, item) => sum + checkedCents(item.amount), 0n)
  if (debts !== expected.debtsCents || (itemsCents ?? debts) !== debts) return 'debts-differ'
  const fee = checkedCents(order.service_fee)
  if (checkedCents(order.total_amount) !== debts + fee) return 'total-differs'
  return fee === (expected.feeCents ?? fee) ? undefined : 'fee-differs'
}

/** An order need not show its items; if it does, they are those that were asked for. */
function showsItems(order: Order, itemIds: readonly string[]): boolean {
  if (order.items === undefined) return true
  const shown = order.items.map((item) => item.debt_item_id.toLowerCase()).toSorted()
  const asked = itemIds.map((id) => id.toLowerCase()).toSorted()
  return shown.length === asked.length && shown.every((id, at) => id === asked[at])
}

export interface FactsContext extends GateContext {
  /** Keeps the pay gate shut whatever the code looks like. */
  readonly mismatch: Mismatch | 'twins-unseen' | undefined
}

export function orderFacts(order: Order, context: FactsContext): OrderFacts {
  const attempt = order.latest_attempt
  const { boleto, shut } = payGate(order, context)
  const gateReason = context.mismatch ?? shut
  return {
    id: order.id,
    method: order.method,
    status: order.status,
    standing: standingNow(order, context),
    debtsCents: checkedCents(order.debts_amount),
    feeCents: checkedCents(order.service_fee),
    totalCents: checkedCents(order.total_amount),
    refundedCents: checkedCents(order.refunded_amount),
    attemptStatus: attempt?.status ?? '',
    pixCode: attempt?.pix_copy_paste ?? '',
    pixExpiresAt: instantOf(attempt?.pix_expires_at),
    boletoLine: boleto?.line ?? '',
    boletoBarcode: boleto?.barcode ?? '',
    boletoDueDate: boleto?.dueDate ?? null,
    boletoExpiresAt: boleto?.expiresAt ?? null,
    chargedCents:
      attempt?.charged_amount === undefined ? null : checkedCents(attempt.charged_amount),
    installments: attempt?.installments ?? null,
    gate: gateReason === undefined ? 'open' : 'shut',
    gateReason: gateReason ?? null,
  }
}

/** A card may have been charged for it: its debts are not given back before somebody looked. */
function standingNow(order: Order, { statuses, paymentInDoubt }: FactsContext): OrderStanding {
  const standing = standingOf(statuses, order.status)
  return standing === 'dead' && paymentInDoubt === true ? 'unknown' : standing
}
