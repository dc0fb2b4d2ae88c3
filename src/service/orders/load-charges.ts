/** Reads orders' newest attempts and items as `Charge`s (providers/payments.ts). */
import type { ChargedItem, FollowedCharge } from '../providers/payments.ts'
import type { ServiceDb } from '../service-db.ts'
import type { AttemptRow, PaymentOrderRow } from '../tables.ts'
import { ownedBy } from '../tenants/owned-by.ts'

/** An order and its newest attempt as they were when a provider was asked about them. */
export interface AskedOrder {
  readonly order: PaymentOrderRow
  readonly attempt: AttemptRow
}

export type LoadedCharge = AskedOrder & { readonly charge: FollowedCharge }

/** All `orders` must be of one account. */
export async function loadCharges(
  db: ServiceDb,
  orders: readonly PaymentOrderRow[],
): Promise<LoadedCharge[]> {
  const [first] = orders
  if (first === undefined) return []
  const ids = orders.map((order) => order.id)
  const latest = await latestAttempts(db, ids)
  const items = await itemsOf(db, first, ids)
  return orders.map((order) => {
    const attempt = latest.get(order.id)
    if (attempt === undefined) throw new Error('An order has no attempt.')
    const charged = items.get(order.id) ?? []
    return { order, attempt, charge: chargeOf({ order, attempt }, charged) }
  })
}

/** By order; every order has one. */
export async function latestAttempts(
  db: ServiceDb,
  orderIds: readonly string[],
): Promise<ReadonlyMap<string, AttemptRow>> {
  const attempts = await db
    .selectFrom('service.attempt')
    .selectAll()
    .distinctOn('order_id')
    .where('order_id', 'in', orderIds)
    .orderBy('order_id')
    .orderBy('ordinal', 'desc')
    .execute()
  return new Map(attempts.map((attempt) => [attempt.order_id, attempt]))
}

/** The charge of one order whose newest attempt was read already. */
export async function loadCharge(db: ServiceDb, asked: AskedOrder): Promise<FollowedCharge> {
  const items = await itemsOf(db, asked.order, [asked.order.id])
  return chargeOf(asked, items.get(asked.order.id) ?? [])
}

/** `owner`: any of the orders; its brand and account restrict the query. */
async function itemsOf(db: ServiceDb, owner: PaymentOrderRow, ids: readonly string[]) {
  const rows = await db
    .selectFrom('service.order_item as item')
    .innerJoin('service.debt_item as debt', 'debt.id', 'item.debt_item_id')
    .select(['item.order_id as orderId', 'item.debt_item_id as debtItemId'])
    .select('debt.provider_reference as providerReference')
    .where('item.order_id', 'in', ids)
    .where(ownedBy(owner, 'debt'))
    .orderBy('item.order_id')
    .orderBy('item.position')
    .execute()
  return Map.groupBy(rows, ({ orderId }) => orderId)
}

export function chargeOf(
  { order, attempt }: AskedOrder,
  items: readonly ChargedItem[],
): FollowedCharge {
  return {
    orderId: order.id,
    reference: order.provider_reference,
    status: order.status,
    method: order.method,
    debtsCents: order.debts_cents,
    totalCents: order.total_cents,
    plate: order.plate,
    uf: order.uf,
    items,
    createdAtMs: order.created_at.getTime(),
    paidAtMs: order.paid_at?.getTime() ?? null,
    attempt: {
      id: attempt.id,
      status: attempt.status,
      cardLastDigits: attempt.card_last_digits,
      createdAtMs: attempt.created_at.getTime(),
    },
  }
}
