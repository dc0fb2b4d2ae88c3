/** The statements of the order store. */
import { sql } from 'kysely'
import { ORDERS_LISTED_MAX, ORDERS_PER_CHUNK } from './orders.ts'
import type {
  DueOrders,
  FollowedOrder,
  HeldDebt,
  OrderFacts,
  OrderListing,
  OrderStore,
  RecordedOrder,
} from './orders.ts'
import type { OrderStanding } from './tables-orders.ts'
import type { LedgerDb } from './tx.ts'
import { asTx, within } from './tx.ts'

export function openOrderStore(db: LedgerDb): OrderStore {
  return {
    transaction: (work) => db.transaction().execute((transaction) => work(asTx(transaction))),
    record: (order, tx) => record(within(db, tx), order),
    recorded: (ids) => recorded(db, ids),
    due: (fleetId, at) => due(db, fleetId, at),
    chunk: (fleetId, chunk, at) => readChunk(db, fleetId, chunk, at),
    update: (facts, read, tx) => update(within(db, tx), facts, read),
    postpone: async (id, nextReadAt) => {
      await sql`
        update frota.payment_order set reads = reads + 1, next_read_at = ${nextReadAt}
        where id = ${id}
      `.execute(db)
    },
    debtsOfItems: (vehicleId, itemIds, tx) => debtsOfItems(within(db, tx), vehicleId, itemIds),
    list: (fleetId, limit, at) => list(db, fleetId, limit, at),
    counts: (fleetId) => counts(db, fleetId),
  }
}

function columnsOf(facts: OrderFacts) {
  return {
    status: facts.status,
    standing: facts.standing,
    debts_cents: facts.debtsCents,
    fee_cents: facts.feeCents,
    total_cents: facts.totalCents,
    refunded_cents: facts.refundedCents,
    attempt_status: facts.attemptStatus,
    pix_code: facts.pixCode,
    pix_expires_at: facts.pixExpiresAt,
    gate: facts.gate,
    gate_reason: facts.gateReason,
  }
}

async function record(db: LedgerDb, order: RecordedOrder): Promise<void> {
  await db
    .insertInto('frota.payment_order')
    .values({
      ...columnsOf(order),
      id: order.id,
      fleet_id: order.fleetId,
      vehicle_id: order.vehicleId,
      plan_id: order.planId,
      effect_id: order.effectId,
      method: order.method,
      next_read_at: order.nextReadAt,
      created_at: order.at,
      updated_at: order.at,
    })
    .execute()
  await db
    .insertInto('frota.order_item')
    .values(
      order.items.map((item) => ({
        order_id: order.id,
        item_id: item.itemId,
        debt_id: item.debtId,
        amount_cents: item.amountCents,
      })),
    )
    .execute()
}

async function update(
  db: LedgerDb,
  facts: OrderFacts,
  read: { nextReadAt: Date | null; at: Date },
): Promise<void> {
  await db
    .updateTable('frota.payment_order')
    .set((given) => ({
      ...columnsOf(facts),
      reads: given('reads', '+', 1),
      next_read_at: read.nextReadAt,
      updated_at: read.at,
    }))
    .where('id', '=', facts.id)
    .execute()
}

async function due(db: LedgerDb, fleetId: string, at: Date): Promise<DueOrders> {
  const { rows } = await sql<{ chunk: string; next: Date }>`
    select (seq / ${ORDERS_PER_CHUNK})::text as chunk, min(next_read_at) as next
    from frota.payment_order
    where fleet_id = ${fleetId} and next_read_at is not null
      and standing in ('open', 'paid', 'unknown')
    group by 1 order by 2
  `.execute(db)
  const now = rows.filter((row) => row.next <= at)
  return {
    chunks: now.map((row) => row.chunk),
    nextReadAt: rows.find((row) => row.next > at)?.next ?? null,
  }
}

const FACTS = sql`
  orders.id, orders.method, orders.status, orders.standing, orders.debts_cents as "debtsCents",
  orders.fee_cents as "feeCents", orders.total_cents as "totalCents",
  orders.refunded_cents as "refundedCents", orders.attempt_status as "attemptStatus",
  orders.pix_code as "pixCode", orders.pix_expires_at as "pixExpiresAt", orders.gate,
  orders.gate_reason as "gateReason", orders.created_at as "createdAt"
`

async function readChunk(
  db: LedgerDb,
  fleetId: string,
  chunk: string,
  at: Date,
): Promise<FollowedOrder[]> {
  const { rows } = await sql<FollowedOrder>`
    select ${FACTS}, orders.plan_id as "planId", orders.effect_id as "effectId",
      orders.vehicle_id as "vehicleId", orders.reads,
      array(select debt_id::text from frota.order_item item where item.order_id = orders.id)
        as "debtIds"
    from frota.payment_order orders
    where fleet_id = ${fleetId} and seq / ${ORDERS_PER_CHUNK} = ${BigInt(chunk)}
      and next_read_at <= ${at} and standing in ('open', 'paid', 'unknown')
    order by next_read_at limit ${ORDERS_PER_CHUNK}
  `.execute(db)
  return rows
}

const HELD = sql`
  item.item_id as "itemId", debt.id as "debtId", debt.fingerprint, debt.kind, debt.description,
  debt.year, debt.due_date as "dueDate", debt.shown
`

async function debtsOfItems(
  db: LedgerDb,
  vehicleId: string,
  itemIds: readonly string[],
): Promise<ReadonlyMap<string, HeldDebt>> {
  if (itemIds.length === 0) return new Map()
  const { rows } = await sql<HeldDebt>`
    select ${HELD} from frota.debt debt join frota.debt_item item on item.debt_id = debt.id
    where debt.vehicle_id = ${vehicleId} and item.item_id in (
      select value::uuid from json_array_elements_text(${JSON.stringify(itemIds)}::json))
  `.execute(db)
  return new Map(rows.map((row) => [row.itemId, row]))
}

async function recorded(
  db: LedgerDb,
  ids: readonly string[],
): Promise<ReadonlyMap<string, readonly HeldDebt[]>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<HeldDebt & { orderId: string }>`
    select item.order_id as "orderId", ${HELD}
    from frota.order_item item join frota.debt debt on debt.id = item.debt_id
    where item.order_id in (
      select value::uuid from json_array_elements_text(${JSON.stringify(ids)}::json))
  `.execute(db)
  return Map.groupBy(rows, (row) => row.orderId)
}

async function list(
  db: LedgerDb,
  fleetId: string,
  limit: number,
  at: Date | undefined,
): Promise<OrderListing[]> {
  const { rows } = await sql<OrderListing>`
    select ${FACTS}, vehicle.plate,
      (select count(*)::integer from frota.order_item item where item.order_id = orders.id) as items
    from frota.payment_order orders join frota.vehicle vehicle on vehicle.id = orders.vehicle_id
    where orders.fleet_id = ${fleetId}
    order by orders.seq desc limit ${Math.min(limit, ORDERS_LISTED_MAX)}
  `.execute(db)
  return rows.map((row) => guarded(row, at))
}

function guarded(order: OrderListing, at: Date | undefined): OrderListing {
  const { gate, pixExpiresAt } = order
  const ranOut = at !== undefined && pixExpiresAt !== null && pixExpiresAt <= at
  if (gate === 'open' && !ranOut) return order
  const gateReason = gate === 'open' ? 'pix-expired' : order.gateReason
  return { ...order, gate: 'shut', gateReason, pixCode: '' }
}

async function counts(
  db: LedgerDb,
  fleetId: string,
): Promise<Record<OrderStanding, { orders: number; cents: bigint }>> {
  const { rows } = await sql<{ standing: OrderStanding; orders: number; cents: bigint }>`
    select standing, count(*)::integer as orders, sum(total_cents)::bigint as cents
    from frota.payment_order where fleet_id = ${fleetId} group by standing
  `.execute(db)
  const none = (): { orders: number; cents: bigint } => ({ orders: 0, cents: 0n })
  const all: Record<OrderStanding, { orders: number; cents: bigint }> = {
    open: none(),
    paid: none(),
    settled: none(),
    dead: none(),
    unknown: none(),
  }
  for (const { standing, orders, cents } of rows) all[standing] = { orders, cents }
  return all
}
