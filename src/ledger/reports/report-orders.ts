/** Orders and proposals as report rows, one page of vehicles at a time. */
import { sql, type RawBuilder } from 'kysely'
import { inWindow, jsonRows, utc, vehicleWindows, type Window } from './report-pages.ts'
import type { ReportOrder, ReportOrderItem } from './report-rows.ts'
import { isScopedOrder, isScopedPlan, type ReportScope } from './report-scope.ts'
import { eventNamedByRow } from '../orders/bank-date-note.ts'
import { orderNeedsPerson } from '../orders/order-needs-person.ts'
import type { LedgerDb } from '../schema/tx.ts'

/** `readFrom`: orders last read before then show no code. */
export interface ShownCodes {
  /** "Now" for codes that expire; ISO 8601, as `readFrom`. */
  readonly endedAt: string
  readonly readFrom?: string
}

export async function* orderPages(
  db: LedgerDb,
  scope: ReportScope,
  codes: ShownCodes,
): AsyncGenerator<ReportOrder[]> {
  for await (const window of vehicleWindows(db, scope.fleetId)) {
    const rows = await jsonRows<ReportOrder>(
      db,
      sql`select * from (
          ${orders(scope, window, codes)} union all ${proposals(scope, window)}) as page
        order by "seq"::bigint, "isProposal", "createdAt", id`,
    )
    if (rows.length > 0) yield rows
  }
}

const vehicleColumns = sql`v.seq::text as "seq", v.plate, v.renavam, v.uf, v.nickname,
  v.cost_centre as "costCentre"`

function orders(scope: ReportScope, window: Window, { endedAt, readFrom }: ShownCodes) {
  // The gate was judged when the order was last read; its code may have run out since then.
  const pixOver = sql`o.pix_expires_at <= ${endedAt}::timestamptz`
  const boletoOver = sql`o.boleto_expires_at <= ${endedAt}::timestamptz`
  const isOld = readFrom === undefined ? sql`false` : sql`o.updated_at < ${readFrom}::timestamptz`
  const isOpen = sql`(o.gate = 'open' and (${pixOver} or ${boletoOver} or ${isOld}) is not true)`
  return sql`select ${vehicleColumns}, o.id, false as "isProposal", o.method, o.status, o.standing,
      o.attempt_status as "attemptStatus", (select count(*)::integer from frota.order_item i
        where i.order_id = o.id) as "items",
      o.debts_cents::text as "debtsCents", o.fee_cents::text as "feeCents",
      o.total_cents::text as "totalCents", o.refunded_cents::text as "refundedCents",
      (select p.preview = 'known' from frota.order_plan p where p.id = o.plan_id)
        as "feePreviewed",
      case when ${isOpen} then 'open' else 'shut' end as "gate",
      case when o.gate = 'shut' then o.gate_reason when ${pixOver} then 'pix-expired'
        when ${boletoOver} then 'boleto-expired' when ${isOld} then 'order-not-read' end
        as "gateReason",
      case when ${isOpen} then o.pix_code else '' end as "pixCode",
      ${utc('o.pix_expires_at')} as "pixExpiresAt", o.renewals,
      case when ${isOpen} then o.boleto_line else '' end as "boletoLine",
      case when ${isOpen} then o.boleto_barcode else '' end as "boletoBarcode",
      o.boleto_due_date::text as "boletoDueDate", o.charged_cents::text as "chargedCents",
      o.installments, ${utc('o.created_at')} as "createdAt", ${utc('o.updated_at')} as "readAt",
      ${dateOf('paid')} as "paidAt", ${dateOf('settled')} as "settledAt",
      ${dateOf('refunded')} as "refundedAt",
      case when o.method = 'pix' then coalesce((select e.note from frota.order_event e
        where e.order_id = o.id and e.event = 'coded' order by e.seq desc limit 1), '')
        else '' end as "txid"
    from frota.payment_order o join frota.vehicle v on v.id = o.vehicle_id
    where ${isScopedOrder(scope)} and ${inWindow(window)}`
}

/** The last one, as the books date it (event-dates.ts); null where it was taken back since. */
function dateOf(event: 'paid' | 'settled' | 'refunded'): RawBuilder<unknown> {
  const rank = sql`array_position(array['nobody', 'person', 'service', 'bank'], newest.told_by)`
  return sql`(select ${utc('dated.at')} from (
    select coalesce(newest.occurred_at, newest.seen_at) as at from (
    select distinct on (e.told_by) e.told_by, e.occurred_at, e.seen_at
    from (select max(t.seq) as seq from frota.order_event t
      where t.order_id = o.id and t.event = ${event} and t.told_by in ('service', 'nobody')
        and t.amount_cents >= 0
        and not exists (select from frota.order_event undone where undone.order_id = o.id
          and undone.event = 'unpaid' and undone.told_by <> 'bank' and undone.seq > t.seq)) last
    join frota.order_event e on e.order_id = o.id and e.event = ${event} and e.seq >= last.seq
      and coalesce(${eventNamedByRow}, last.seq) = last.seq
    order by e.told_by, e.seq desc) newest
    where newest.told_by <> 'bank' or newest.occurred_at is not null
    order by ${rank} desc limit 1) dated)`
}

function proposals(scope: ReportScope, window: Window): RawBuilder<unknown> {
  return sql`select ${vehicleColumns}, p.id, true as "isProposal", p.method, '' as status,
      p.state as standing, '' as "attemptStatus",
      (select count(*)::integer from frota.order_plan_item i where i.plan_id = p.id) as "items",
      p.debts_cents::text as "debtsCents",
      coalesce(p.fee_cents, 0)::text as "feeCents",
      coalesce(p.total_cents, 0)::text as "totalCents", '0' as "refundedCents",
      case p.preview when 'pending' then null else p.preview = 'known' end as "feePreviewed",
      'shut' as gate, case when ${orderNeedsPerson('p')} then 'order-needs-person'
        else coalesce(p.waits_for, p.reason) end as "gateReason", '' as "pixCode",
      null as "pixExpiresAt", 0 as renewals,
      '' as "boletoLine", '' as "boletoBarcode", null as "boletoDueDate",
      null as "chargedCents", null::integer as installments,
      ${utc('p.created_at')} as "createdAt", null as "readAt", null as "paidAt",
      null as "settledAt", null as "refundedAt", '' as "txid"
    from frota.order_plan p join frota.vehicle v on v.id = p.vehicle_id
    where ${isScopedPlan(scope)} and ${inWindow(window)}`
}

const columns = sql`v.plate, v.renavam, v.cost_centre as "costCentre",
  v.owner_masked as "ownerMasked", v.owner_cnpj as "ownerCnpj", i.debt_id as "debtId",
  i.item_id as "itemId", d.kind, d.description, d.year,
  to_char(d.due_date, 'YYYY-MM-DD') as "dueDate", i.amount_cents::text as "amountCents"`

/** In the order of `orderPages`: of the same orders and proposals, by due date. */
export async function* orderItemPages(
  db: LedgerDb,
  scope: ReportScope,
): AsyncGenerator<ReportOrderItem[]> {
  for await (const window of vehicleWindows(db, scope.fleetId)) {
    const rows = await jsonRows<ReportOrderItem>(
      db,
      sql`select * from (
          select v.seq, o.created_at as made, o.id as "orderId", false as "isProposal",
            o.standing, i.settlement, ${columns}
          from frota.payment_order o join frota.vehicle v on v.id = o.vehicle_id
          join frota.order_item i on i.order_id = o.id join frota.debt d on d.id = i.debt_id
          where ${isScopedOrder(scope)} and ${inWindow(window)}
          union all
          select v.seq, p.created_at as made, p.id as "orderId", true as "isProposal",
            p.state as standing, '' as settlement, ${columns}
          from frota.order_plan p join frota.vehicle v on v.id = p.vehicle_id
          join frota.order_plan_item i on i.plan_id = p.id join frota.debt d on d.id = i.debt_id
          where ${isScopedPlan(scope)} and ${inWindow(window)}) as page
        order by seq, "isProposal", made, "orderId", "dueDate" nulls last, "itemId"`,
    )
    if (rows.length > 0) yield rows
  }
}
