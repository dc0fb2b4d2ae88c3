/** All that the ledger keeps of one order, for the page that proves it. */
import { sql } from 'kysely'
import type { DescribedDebt } from '../../fleet/debt-identity.ts'
import type { OrderEvent } from '../orders/order-events-sql.ts'
import type { OrderFacts, OrderSums } from '../orders/orders.ts'
import type { AuditTables } from '../schema/tables-audit.ts'
import type { LedgerDb } from '../schema/tx.ts'

/** What `orderEvidence` finds of an order. */
export type OrderEvidence = NonNullable<Awaited<ReturnType<typeof orderEvidence>>>

interface EvidencedOrder
  extends OrderSums, Pick<OrderFacts, 'id' | 'status' | 'chargedCents' | 'pixCode' | 'boletoLine'> {
  readonly plate: string
  readonly renavam: string
  readonly uf: string
  readonly cnpj: string
  readonly costCentre: string
  readonly readAt: Date
  readonly planId: string | null
  readonly planHash: string | null
  readonly proposedAt: Date | null
  readonly decidedBy: string | null
  readonly decidedAt: Date | null
  readonly consultationId: string | null
  readonly answeredAt: Date | null
  /** Of the request's body, as it was before it was sent. */
  readonly bodyHash: string | null
}

interface EvidencedItem extends Omit<DescribedDebt, 'year'> {
  readonly amountCents: bigint
  readonly settlement: string
}

interface EvidencedEvent extends Pick<
  OrderEvent,
  'occurredAt' | 'toldBy' | 'amountCents' | 'note'
> {
  readonly event: string
  readonly seenAt: Date
}

type EvidencedEntry = Pick<
  AuditTables['frota.audit'],
  'seq' | 'at' | 'what' | 'actor' | 'hash' | 'facts'
>

export async function orderEvidence(db: LedgerDb, fleetId: string, orderId: string) {
  const { rows: orders } = await sql<EvidencedOrder & { effectId: string | null }>`
    select o.id, v.plate, v.renavam, v.uf, v.owner_cnpj as cnpj,
      v.cost_centre as "costCentre", o.method, o.status, o.debts_cents as "debtsCents",
      o.fee_cents as "feeCents", o.total_cents as "totalCents",
      o.charged_cents as "chargedCents", o.refunded_cents as "refundedCents",
      o.pix_code as "pixCode", o.boleto_line as "boletoLine", o.updated_at as "readAt",
      p.id as "planId", p.hash as "planHash", p.created_at as "proposedAt",
      p.decided_by as "decidedBy", p.decided_at as "decidedAt",
      p.consultation_id as "consultationId", c.answered_at as "answeredAt",
      e.id as "effectId", e.body_hash as "bodyHash"
    from frota.payment_order o join frota.vehicle v on v.id = o.vehicle_id
    left join frota.order_plan p on p.id = o.plan_id
    left join frota.consultation c on c.id = p.consultation_id
    left join frota.effect e on e.id = o.effect_id
    where o.id = ${orderId}::uuid and o.fleet_id = ${fleetId}
  `.execute(db)
  const [order] = orders
  if (order === undefined) return undefined
  const all = async <Row>(query: ReturnType<typeof sql<Row>>): Promise<Row[]> =>
    (await query.execute(db)).rows
  return {
    order,
    items: await all(sql<EvidencedItem>`
      select d.kind, d.description, d.due_date as "dueDate", i.amount_cents as "amountCents",
        i.settlement
      from frota.order_item i join frota.debt d on d.id = i.debt_id
      where i.order_id = ${orderId}::uuid order by d.due_date nulls last, i.item_id`),
    approvals: await all(sql<{ person: string; approvedAt: Date }>`
      select person, approved_at as "approvedAt" from frota.plan_approval
      where plan_id = ${order.planId}::uuid order by approved_at`),
    /** What was sent, and each move of the request. */
    sends: await all(sql<{ at: Date; to: string; why: string }>`
      select at, to_state as "to", why from frota.effect_event
      where effect_id = ${order.effectId}::uuid order by seq`),
    events: await all(sql<EvidencedEvent>`
      select event, occurred_at as "occurredAt", told_by as "toldBy", seen_at as "seenAt",
        amount_cents as "amountCents", note
      from frota.order_event where order_id = ${orderId}::uuid order by seq`),
    audit: await all(sql<EvidencedEntry>`
      select seq, at, what, actor, hash, facts from frota.audit
      where order_id = ${orderId}::uuid or plan_id = ${order.planId}::uuid order by seq`),
    bank: await all(sql<{ day: string; cents: bigint; memo: string; person: string }>`
      select l.day, l.cents, l.memo, m.person
      from frota.order_event e join frota.bank_match_movement b on b.event_seq = e.seq
      join frota.bank_match m on m.id = b.match_id
      join frota.bank_match_line held on held.match_id = m.id
      join frota.bank_line l on l.id = held.line_id
      where e.order_id = ${orderId}::uuid order by l.day, l.seq`),
  }
}
