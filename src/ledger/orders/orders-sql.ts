/** The statements of the order store. */
import { sql, type RawBuilder } from 'kysely'
import {
  findOrder,
  orderColumns,
  orderFacts,
  updateOrder,
  openOrderFollowing,
} from './orders-follow-sql.ts'
import { appendEvents, auditEvents, newEvents } from './order-events-sql.ts'
import type { EventedOrder, OrderEvent } from './order-events-sql.ts'
import { freeOrder, tellFreed } from './orders-free-sql.ts'
import { ORDER_FRESH_MS, ORDERS_LISTED_MAX } from './orders.ts'
import type {
  CountedSums,
  FreedDebts,
  HeldDebt,
  NewOrderRead,
  OrderFacts,
  OrderListing,
  RecordedOrder,
} from './orders.ts'
import type { OrderStanding } from '../schema/tables-orders.ts'
import { asTx, opened, within, type LedgerDb, type Tx } from '../schema/tx.ts'

export type OrderStore = ReturnType<typeof openOrderStore>

const NO_ORDERS = { count: 0, cents: 0n }

export function openOrderStore(db: LedgerDb) {
  return {
    ...openOrderFollowing(db),
    transaction: <T>(work: (tx: Tx) => Promise<T>) =>
      db.transaction().execute((transaction) => work(asTx(transaction))),
    record: (order: RecordedOrder, tx: Tx) => record(opened(tx), order),
    /** The debts that each of these orders holds; orders not recorded here are absent. */
    recorded: async (ids: readonly string[]) => {
      if (ids.length === 0) return new Map<string, HeldDebt[]>()
      const { rows } = await sql<HeldDebt & { orderId: string }>`
        select item.order_id as "orderId", ${HELD}
        from frota.order_item item join frota.debt debt on debt.id = item.debt_id
        where item.order_id = any(${ids}::uuid[])
      `.execute(db)
      return Map.groupBy(rows, (row) => row.orderId)
    },
    /** One order as following knows it, whenever it is due; with `tx` its row is locked in there. */
    find: (id: string, tx?: Tx) => findOrder(within(db, tx), id, tx !== undefined),
    /** False, and nothing is changed, when somebody else read it after `since`. */
    update: (facts: OrderFacts, read: NewOrderRead, tx?: Tx) =>
      updateOrder(within(db, tx), facts, read),
    /** A person accepted what the order pays for each debt, which is not what was asked for. */
    acceptItems: async (orderId: string, items: readonly ItemAmount[], tx: Tx) => {
      for (const { itemId, amountCents } of items) {
        await opened(tx)
          .updateTable('frota.order_item')
          .set({ amount_cents: amountCents })
          .where('order_id', '=', orderId)
          .where('item_id', '=', itemId)
          .execute()
      }
    },
    /** Appends what became of the order; returns what the ledger had not known. */
    tellEvents: (id: string, events: readonly OrderEvent[], seenAt: Date, tx: Tx) =>
      appendEvents(opened(tx), id, events, seenAt),
    /** Appends events to the audit log; call it last in the transaction. */
    auditEvents: (order: EventedOrder, events: readonly OrderEvent[], at: Date, tx: Tx) =>
      auditEvents(opened(tx), order, events, at),
    /**
     * A person frees some of its debts after a refund: deletes their locks. None where that was
     * done before. Call it first in the transaction, and `tellFreed` last.
     */
    free: (id: string, of: Pick<FreedDebts, 'debtIds' | 'at'>, tx: Tx) =>
      freeOrder(opened(tx), id, of),
    /** Appends to the audit log; call it last in the transaction. */
    tellFreed: (id: string, told: FreedDebts, tx: Tx) => tellFreed(opened(tx), id, told),
    /** The debt of each item id that any answer of this vehicle ever named; ids in lower case. */
    debtsOfItems: async (vehicleId: string, itemIds: readonly string[], tx?: Tx) => {
      if (itemIds.length === 0) return new Map<string, HeldDebt>()
      const { rows } = await sql<HeldDebt>`
        select ${HELD} from frota.debt debt join frota.debt_item item on item.debt_id = debt.id
        where debt.vehicle_id = ${vehicleId} and item.item_id = any(${itemIds}::uuid[])
      `.execute(within(db, tx))
      return new Map(rows.map((row) => [row.itemId, row]))
    },
    /**
     * Newest first. Codes are empty while the gate is shut: an unchecked code never leaves the
     * ledger. With `at`, the gate is also shut if the code expired by then or the order was not
     * read within `ORDER_FRESH_MS`.
     */
    list: (fleetId: string, limit: number, at?: Date) =>
      list(db, sql`orders.fleet_id = ${fleetId}`, limit, at),
    /** Those of one vehicle, whatever its plate was; newest first, `ORDERS_LISTED_MAX` at most. */
    ofVehicle: (id: string) =>
      list(db, sql`orders.vehicle_id = ${id}`, ORDERS_LISTED_MAX, undefined),
    /** Open orders that may be paid at `at`, and those that may not, without a read before. */
    openSums: async (fleetId: string, at: Date) => {
      const { rows } = await sql<{ isPayable: boolean; count: number; cents: bigint }>`
        select gate = 'open' and coalesce(pix_expires_at > ${at}, true)
            and coalesce(boleto_expires_at > ${at}, true) as "isPayable",
          count(*)::integer as count, sum(total_cents)::bigint as cents
        from frota.payment_order where fleet_id = ${fleetId} and standing = 'open' group by 1
      `.execute(db)
      const sumOf = (isPayable: boolean) => {
        const { count, cents } = rows.find((row) => row.isPayable === isPayable) ?? NO_ORDERS
        return { count, cents }
      }
      return { payable: sumOf(true), shut: sumOf(false) }
    },
    counts: async (fleetId: string) => {
      const { rows } = await sql<{ standing: OrderStanding; orders: number } & CountedSums>`
        select standing, count(*)::integer as orders, sum(debts_cents)::bigint as cents,
          sum(total_cents)::bigint as "totalCents"
        from frota.payment_order where fleet_id = ${fleetId} group by standing
      `.execute(db)
      const none = { orders: 0, cents: 0n, totalCents: 0n }
      const all: Record<OrderStanding, { orders: number } & CountedSums> = {
        open: none,
        paid: none,
        settled: none,
        dead: none,
        refunded: none,
        unknown: none,
      }
      for (const { standing, ...sums } of rows) all[standing] = sums
      return all
    },
  }
}

/** The order, its items and its first events, which nothing can have told before. */
async function record(db: LedgerDb, order: RecordedOrder): Promise<void> {
  const items = order.items.map(({ itemId, debtId, amountCents }) => {
    return { item: itemId, debt: debtId, cents: amountCents.toString() }
  })
  const events = newEvents([], order.events).map(({ amountCents, ...event }) => {
    return { ...event, cents: amountCents.toString() }
  })
  await db
    .with('made', (made) =>
      made
        .insertInto('frota.payment_order')
        .values({
          ...orderColumns(order),
          id: order.id,
          fleet_id: order.fleetId,
          vehicle_id: order.vehicleId,
          plan_id: order.planId,
          effect_id: order.effectId,
          method: order.method,
          next_read_at: order.nextReadAt,
          created_at: order.at,
          updated_at: order.at,
          standing_since: order.at,
          gate_since: order.at,
        })
        .returning('id'),
    )
    .with(
      'told',
      () => sql`(
        insert into frota.order_event
          (order_id, event, occurred_at, told_by, seen_at, amount_cents, note)
        select made.id, event, "occurredAt", "toldBy", ${order.at}::timestamptz, cents, note
        from made cross join rows from (json_to_recordset(${JSON.stringify(events)}::json) as
          (event text, "occurredAt" timestamptz, "toldBy" text, cents bigint, note text))
          with ordinality as given
        order by given.ordinality)`,
    )
    .insertInto('frota.order_item')
    .columns(['order_id', 'item_id', 'debt_id', 'amount_cents'])
    .expression(
      sql`select made.id, item, debt, cents from made
        cross join json_to_recordset(${JSON.stringify(items)}::json)
          as given (item uuid, debt uuid, cents bigint)`,
    )
    .execute()
}

type ItemAmount = Pick<RecordedOrder['items'][number], 'itemId' | 'amountCents'>

const HELD = sql`
  item.item_id as "itemId", debt.id as "debtId", debt.fingerprint, debt.kind, debt.description,
  debt.year, debt.due_date as "dueDate", debt.shown
`

async function list(db: LedgerDb, which: RawBuilder<unknown>, limit: number, at: Date | undefined) {
  const { rows } = await sql<OrderListing>`
    select ${orderFacts}, orders.renewals, orders.renewed_at as "renewedAt", vehicle.plate,
      coalesce(orders.standing_since, orders.created_at) as "standingSince",
      (select min(told.seen_at) from frota.order_event told
        where told.order_id = orders.id and told.event in ('paid', 'settled') and not exists (
          select from frota.order_event undone where undone.order_id = orders.id
            and undone.event = 'unpaid' and undone.seq > told.seq)) as "paidSeenAt",
      (select count(*)::integer from frota.order_item item where item.order_id = orders.id) as items
    from frota.payment_order orders join frota.vehicle vehicle on vehicle.id = orders.vehicle_id
    where ${which}
    order by orders.seq desc limit ${Math.min(limit, ORDERS_LISTED_MAX)}
  `.execute(db)
  return rows.map((row) => guarded(row, at))
}

function guarded(order: OrderListing, at: Date | undefined): OrderListing {
  const over = order.gate === 'open' ? shutBy(order, at) : null
  if (order.gate === 'open' && over === null) return order
  const codes = { pixCode: '', boletoLine: '', boletoBarcode: '' }
  return { ...order, ...codes, gate: 'shut', gateReason: over ?? order.gateReason }
}

/** Why a gate that was open when it was judged is shut by now: time passed. */
function shutBy({ readAt, pixExpiresAt, boletoExpiresAt }: OrderListing, at: Date | undefined) {
  if (at === undefined) return null
  if (pixExpiresAt !== null && pixExpiresAt <= at) return 'pix-expired'
  if (boletoExpiresAt !== null && boletoExpiresAt <= at) return 'boleto-expired'
  const apartMs = Math.abs(at.getTime() - readAt.getTime())
  return apartMs > ORDER_FRESH_MS ? 'order-not-read' : null
}
