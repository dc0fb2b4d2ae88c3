/** The statements behind the exceptions of payments: codes, slips, cards, refunds and settlement. */
import { sql, type RawBuilder } from 'kysely'
import { orders, standingSince, waitsForPayment, type Source } from './report-exception-parts.ts'
import { PAYMENT_DAYS } from './payment-days.ts'
import { isRefundedItem } from '../debts/refunded-item.ts'

/** Order `o`, refunded as a whole or in part, holds debts that are owed, or none that we know. */
const holdsRefundedDebts = sql`(o.standing = 'refunded' and o.freed_at is null
    and not exists (select from frota.order_item i where i.order_id = o.id)
  or (o.standing = 'refunded' or o.refunded_cents > 0) and exists (
    select from frota.order_item i join frota.debt d on d.id = i.debt_id
    where i.order_id = o.id and ${isRefundedItem()}))`

/** By its word, which a service may choose, but none of an item that settles. */
const isRefused = (item: string) =>
  sql`${sql.ref(`${item}.settlement`)} not in ('', 'pending', 'settling', 'settled')`

/** How much of order `o` must be back before the money of its item `i` surely is. */
const refundOfItem = sql`case when ${isRefused('i')}
  then (select sum(s.amount_cents) from frota.order_item s
    where s.order_id = o.id and ${isRefused('s')})
  else o.debts_cents end`

export const paymentSources = {
  /**
   * Leaves out orders with another code: those that wait for a code or a new one, those that are
   * being paid, and those whose effect waits for a person. A look for twins has an hour's time. One
   * that shows other sums stays as it was known, also paid, until a person accepts them.
   */
  'pay-gate-shut': ({ at }) =>
    orders(
      sql`(o.gate_reason = 'amounts-changed'
            and (o.standing in ('open', 'paid') or o.gate_since > o.standing_since)
          or ${waitsForPayment} and o.gate = 'shut' and o.gate_reason not in ('pix-missing',
            'pix-expired', 'boleto-missing', 'boleto-expired', 'payment-in-doubt')
          and (o.gate_reason <> 'twins-unseen'
            or coalesce(o.gate_since, o.created_at) <= ${at}::timestamptz - interval '1 hour')
          and (o.pix_expires_at is null or o.pix_expires_at > ${at}::timestamptz)
          and (o.boleto_expires_at is null or o.boleto_expires_at > ${at}::timestamptz))
        and not exists (select from frota.effect e where e.id = o.effect_id and e.active
          and e.state in ('quarantined', 'needs-person'))`,
      sql`o.gate_reason`,
      { since: sql`coalesce(o.gate_since, o.created_at)` },
    ),
  'pix-missing': () =>
    orders(sql`${waitsForPayment} and o.method = 'pix' and o.pix_code = ''`, sql`o.status`),
  'pix-expired': ({ at }) =>
    orders(
      sql`${waitsForPayment} and o.pix_code <> '' and o.pix_expires_at <= ${at}::timestamptz`,
      sql`o.renewals::text`,
      { since: sql`o.pix_expires_at` },
    ),
  'pix-renewed': ({ at }) =>
    orders(
      sql`${waitsForPayment} and o.gate = 'open' and o.method = 'pix' and o.renewals > 0
        and (o.pix_expires_at is null or o.pix_expires_at > ${at}::timestamptz)`,
      sql`o.renewals::text`,
      { since: sql`coalesce(o.renewed_at, o.created_at)` },
    ),
  'boleto-missing': () =>
    orders(sql`${waitsForPayment} and o.gate_reason = 'boleto-missing'`, sql`o.status`),
  'boleto-expired': ({ at }) =>
    orders(
      sql`${waitsForPayment} and o.boleto_expires_at <= ${at}::timestamptz`,
      sql`o.boleto_due_date::text`,
      { since: sql`o.boleto_expires_at` },
    ),
  'card-unpaid': () =>
    orders(
      sql`${waitsForPayment} and o.method = 'credit_card' and o.gate = 'open'`,
      sql`o.id::text`,
    ),
  /** Approved by an earlier version: no order by card is sent any more. */
  'card-approved': () => sql`
    select p.decided_at as since, coalesce(p.total_cents, p.debts_cents) as cents,
      p.id::text as detail, p.id as reference, p.fleet_id
    from frota.order_plan p
    where p.vehicle_id = v.id and p.state = 'approved' and p.method = 'credit_card'`,
  /** Its debts are owed and locked until a person gives them free. */
  'order-refunded': () => refunds(holdsRefundedDebts),
  /** A part of the money came back, but none of the order's debts is owed again. */
  'refund-unexplained': () =>
    refunds(sql`o.freed_at is null and o.refunded_cents > 0 and o.standing <> 'refunded'
      and not coalesce(${holdsRefundedDebts}, false)`),
  'settlement-late': ({ at }) =>
    orders(
      sql`o.standing = 'paid' and ${standingSince}
        < ${at}::timestamptz - make_interval(days => ${PAYMENT_DAYS.settlementMax}::integer)`,
      sql`o.status`,
      { since: standingSince },
    ),
  /** The order is paid or settled, but the service says otherwise of this one item. */
  'debt-not-settled': () =>
    items(sql`d.state_since`, sql`where o.standing <> 'refunded' and ${isRefundedItem()}`),
  /** A person freed it after a refusal, but its order holds it again since. */
  'freed-debt-paid': () =>
    items(
      sql`held.taken_at`,
      sql`join frota.debt_lock held on held.plan_id = o.plan_id and held.vehicle_id = d.vehicle_id
          and held.scope = d.fingerprint || '#' || d.ordinal
        where o.standing in ('paid', 'settled') and held.taken_at > o.freed_at
          and d.state <> 'ordered'`,
    ),
  /** By two orders of ours, as when the code of one that was over is paid late; none came back. */
  'debt-paid-twice': () => sql`
    select max(paid.at) as since, min(i.amount_cents) as cents, d.description || ': '
        || string_agg(o.id::text, ', ' order by o.created_at, o.id) as detail,
      d.id as reference, ${newest('o.id')} as order_id, ${newest('o.fleet_id')} as fleet_id
    from frota.payment_order o
    join frota.order_item i on i.order_id = o.id and o.refunded_cents < ${refundOfItem}
    join frota.debt d on d.id = i.debt_id
    cross join lateral (
      select coalesce(min(e.seen_at), ${standingSince}) as at from frota.order_event e
      where e.order_id = o.id and e.event = 'paid') paid
    where o.vehicle_id = v.id and o.standing in ('paid', 'settled')
    group by d.id having count(*) > 1`,
  'debt-settled-again': () => sql`
    select coalesce(back.at, d.state_since) as since, d.amount_cents as cents,
      d.description as detail, d.id as reference
    from frota.debt d
    cross join lateral (
      select max(seen.at) as at from frota.debt_event seen
      where seen.debt_id = d.id and seen.event = 'reappeared' and seen.at > d.state_since) back
    where d.vehicle_id = v.id and d.state = 'settled' and d.shown and v.in_fleet and (
      d.last_seen_at > d.state_since
        + make_interval(days => ${PAYMENT_DAYS.settledShownMax}::integer)
      or back.at is not null)`,
} as const satisfies Record<string, Source>

function newest(column: string): RawBuilder<unknown> {
  return sql`(array_agg(${sql.ref(column)} order by o.created_at desc, o.id desc))[1]`
}

/** Debts of the vehicle's orders. `which`: further tables, and the condition. */
function items(since: RawBuilder<unknown>, which: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select ${since} as since, i.amount_cents as cents,
      d.description || ': ' || i.settlement as detail, d.id as reference, o.id as order_id,
      o.fleet_id
    from frota.payment_order o
    join frota.order_item i on i.order_id = o.id
    join frota.debt d on d.id = i.debt_id
    ${which} and o.vehicle_id = v.id`
}

function refunds(condition: RawBuilder<unknown>): RawBuilder<unknown> {
  return orders(condition, sql`o.status`, {
    since: sql`coalesce((select max(e.seen_at) from frota.order_event e where e.order_id = o.id
      and e.event = 'refunded' and e.told_by in ('service', 'nobody')), ${standingSince})`,
    cents: sql`case when o.refunded_cents > 0 then o.refunded_cents else o.total_cents end`,
  })
}
