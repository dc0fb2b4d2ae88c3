/** The statements that follow orders: reads that are due, their results, new Pix codes. */
import { sql, type RawBuilder } from 'kysely'
import { dueRows, type DueChunk } from '../schema/due-chunk.ts'
import { ORDER_FRESH_MS, ORDERS_PER_CHUNK } from './orders.ts'
import type {
  ChosenOrders,
  FollowedOrder,
  FollowedWithin,
  NewOrderRead,
  OrderFacts,
  RenewalClaim,
  UnreadOrders,
} from './orders.ts'
import type { LedgerDb } from '../schema/tx.ts'

export function orderColumns(facts: OrderFacts) {
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
    boleto_line: facts.boletoLine,
    boleto_barcode: facts.boletoBarcode,
    boleto_due_date: facts.boletoDueDate,
    boleto_expires_at: facts.boletoExpiresAt,
    charged_cents: facts.chargedCents,
    installments: facts.installments,
    gate: facts.gate,
    gate_reason: facts.gateReason,
  }
}

function isUnread({ readBefore, at }: UnreadOrders) {
  const ahead = new Date(at.getTime() + ORDER_FRESH_MS)
  return sql<boolean>`(orders.updated_at < ${readBefore} or orders.updated_at > ${ahead})`
}

export async function updateOrder(
  db: LedgerDb,
  facts: OrderFacts,
  { nextReadAt, at, since, items = [] }: NewOrderRead,
): Promise<boolean> {
  const known =
    since === undefined
      ? sql<boolean>`true`
      : sql<boolean>`(reads, date_trunc('milliseconds', updated_at))
          = (${since.reads}::integer, ${since.readAt}::timestamptz)`
  const { length } = await db
    .with('read', (read) =>
      read
        .updateTable('frota.payment_order')
        .set((given) => ({
          ...orderColumns(facts),
          ...(nextReadAt === undefined
            ? {}
            : { reads: given('reads', '+', 1), next_read_at: nextReadAt }),
          updated_at: at,
          standing_since: sql<Date>`case when standing = ${facts.standing}
            then coalesce(standing_since, created_at) else ${at} end`,
          gate_since: sql<Date>`case when gate_reason is not distinct from ${facts.gateReason}
            then coalesce(gate_since, created_at) else ${at} end`,
        }))
        .where('id', '=', facts.id)
        .where(known)
        .returning('id'),
    )
    .with(
      'settled',
      () => sql`(
        update frota.order_item item set settlement = given.settlement
        from read, json_to_recordset(${JSON.stringify(items)}::json)
          as given ("itemId" uuid, settlement text)
        where item.order_id = read.id and item.item_id = given."itemId"
          and item.settlement <> given.settlement)`,
    )
    .selectFrom('read')
    .select('id')
    .execute()
  return length > 0
}

export function openOrderFollowing(db: LedgerDb) {
  return {
    /** `followed`: only reads that it allows; absent: all that are due. */
    due: async (fleetId: string, at: Date, followed?: FollowedWithin) => {
      const isOurs =
        followed === undefined
          ? sql`true`
          : sql`(next_read_at <= ${followed.until} or (created_at > ${followed.codesSince}
              and (method = 'pix' and pix_code = '' or method = 'boleto' and boleto_line = '')))`
      const ofChunk = dueRows(sql`seq`, sql`reads`, sql`next_read_at <= ${at}`)
      const { rows: chunks } = await sql<DueChunk & { next: Date }>`
        select (seq / ${ORDERS_PER_CHUNK})::text as chunk, ${ofChunk} as rows,
          min(next_read_at) as next
        from frota.payment_order
        where fleet_id = ${fleetId} and next_read_at is not null
          and standing in ('open', 'paid', 'unknown') and ${isOurs}
        group by 1 order by 3
      `.execute(db)
      return {
        chunks: chunks.flatMap(({ chunk, rows }) => (rows.count > 0 ? [{ chunk, rows }] : [])),
        nextReadAt: chunks.find(({ next }) => next > at)?.next ?? null,
      }
    },
    chunk: async (fleetId: string, chunk: string, at: Date) => {
      return followed(
        db,
        sql`orders.fleet_id = ${fleetId} and orders.seq / ${ORDERS_PER_CHUNK} = ${BigInt(chunk)}
          and orders.next_read_at <= ${at} and orders.standing in ('open', 'paid', 'unknown')
          order by orders.next_read_at limit ${ORDERS_PER_CHUNK}`,
      )
    },
    /** Orders that were not read since then, the longest ago first. */
    unread: (fleetId: string, chosen: ChosenOrders) => {
      const { standings, limit, of } = chosen
      const which =
        of === undefined
          ? sql`orders.standing = any(${standings}::text[])`
          : 'id' in of
            ? sql`orders.id = ${of.id}::uuid`
            : sql`orders.vehicle_id = any(${of.vehicleIds}::uuid[])`
      return followed(
        db,
        sql`orders.fleet_id = ${fleetId} and ${isUnread(chosen)} and ${which}
          order by orders.updated_at, orders.seq limit ${limit}`,
      )
    },
    /** How many orders `unread` would find, and when the first of them was read. */
    unreadCount: async (fleetId: string, chosen: UnreadOrders) => {
      return db
        .selectFrom('frota.payment_order as orders')
        .select((of) => [
          of.cast<number>(of.fn.countAll(), 'integer').as('orders'),
          of.fn.min('updated_at').as('oldestReadAt'),
        ])
        .where('fleet_id', '=', fleetId)
        .where(isUnread(chosen))
        .where('standing', 'in', [...chosen.standings])
        .executeTakeFirstOrThrow()
    },
    /**
     * Claims the request for the next Pix code until `until`. False when the code after `renewals`
     * was requested already or another worker has the claim: send nothing.
     */
    claimRenewal: async (id: string, claim: RenewalClaim) => {
      const { rows } = await sql`
        update frota.payment_order set renewals = renewals + 1, renewed_at = ${claim.at},
          renewal_until = ${claim.until}
        where id = ${id}::uuid and renewals = ${claim.renewals}
          and (renewal_until is null or renewal_until <= ${claim.at})
        returning id
      `.execute(db)
      return rows.length > 0
    },
    /** Stores when a failed read is tried again. */
    postpone: async (id: string, nextReadAt: Date) => {
      await sql`
        update frota.payment_order set reads = reads + 1, next_read_at = ${nextReadAt}
        where id = ${id}
      `.execute(db)
    },
  }
}

export const orderFacts = sql`
  orders.id, orders.method, orders.status, orders.standing, orders.debts_cents as "debtsCents",
  orders.fee_cents as "feeCents", orders.total_cents as "totalCents",
  orders.refunded_cents as "refundedCents", orders.attempt_status as "attemptStatus",
  orders.pix_code as "pixCode", orders.pix_expires_at as "pixExpiresAt",
  orders.boleto_line as "boletoLine", orders.boleto_barcode as "boletoBarcode",
  orders.boleto_due_date as "boletoDueDate", orders.boleto_expires_at as "boletoExpiresAt",
  orders.charged_cents as "chargedCents", orders.installments, orders.gate,
  orders.gate_reason as "gateReason", orders.created_at as "createdAt",
  orders.updated_at as "readAt"
`

/** True while a card payment of the order has no known end; its effect's key is the order's id. */
const IN_DOUBT = sql`exists (
  select from frota.effect pay
  where pay.kind = 'pay' and pay.key = orders.id::text and pay.active
    and pay.state in ('intent', 'in-doubt', 'quarantined', 'needs-person'))`

async function followed(db: LedgerDb, which: RawBuilder<unknown>): Promise<FollowedOrder[]> {
  const { rows } = await sql<FollowedOrder>`
    select ${orderFacts}, orders.plan_id as "planId", orders.effect_id as "effectId",
      orders.fleet_id as "fleetId", orders.vehicle_id as "vehicleId",
      vehicle.service_id as "vehicleServiceId",
      exists (select from frota.foreign_order other where other.vehicle_id = orders.vehicle_id)
        as "hasForeign", plan.state as "planState", vehicle.in_fleet as "inFleet",
      orders.freed_at is not null as "isFreed", orders.reads, orders.renewals,
      orders.renewed_at as "renewedAt", ${IN_DOUBT} as "paymentInDoubt",
      coalesce((
        select json_agg(json_build_object('itemId', item.item_id, 'debtId', item.debt_id,
          'settlement', item.settlement) order by item.item_id)
        from frota.order_item item where item.order_id = orders.id), '[]'::json) as items
    from frota.payment_order orders
    join frota.vehicle vehicle on vehicle.id = orders.vehicle_id
    left join frota.order_plan plan on plan.id = orders.plan_id
    where ${which}
  `.execute(db)
  return rows
}

/** `lock`: the order's row, so that nobody else updates it until the transaction ends. */
export async function findOrder(db: LedgerDb, id: string, lock: boolean) {
  const locked = lock ? sql`for update of orders` : sql``
  return (await followed(db, sql`orders.id = ${id}::uuid ${locked}`))[0]
}
