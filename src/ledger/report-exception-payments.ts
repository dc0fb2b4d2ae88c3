/** The statements behind the exceptions of payments: codes, slips, cards, refunds and settlement. */
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { noEffect, noError, orders, waitsForPayment } from './report-exception-parts.ts'
import type { Source } from './report-exception-parts.ts'
import { isScopedOrder } from './report-scope.ts'
import type { ReportScope } from './report-scope.ts'

/** An authority that has not settled a payment by then is asked by a person. */
const SETTLEMENT_DAYS_MAX = 15
/** An authority may go on showing what it settled for so long. */
const SETTLED_SHOWN_DAYS_MAX = 7

export const paymentSources = {
  /** What only waits, for its code or for a new one, is told as that; what is paid, not at all. */
  'pay-gate-shut': (scope, endedAt) =>
    orders(
      scope,
      sql`${waitsForPayment} and o.gate = 'shut' and o.gate_reason not in ('pix-missing',
          'pix-expired', 'boleto-missing', 'boleto-expired', 'payment-in-doubt')
        and (o.pix_expires_at is null or o.pix_expires_at > ${endedAt}::timestamptz)
        and (o.boleto_expires_at is null or o.boleto_expires_at > ${endedAt}::timestamptz)`,
      sql`o.gate_reason`,
    ),
  'pix-missing': (scope) =>
    orders(scope, sql`${waitsForPayment} and o.method = 'pix' and o.pix_code = ''`, sql`o.status`),
  'pix-expired': (scope, endedAt) =>
    orders(
      scope,
      sql`${waitsForPayment} and o.pix_code <> ''
        and o.pix_expires_at <= ${endedAt}::timestamptz`,
      sql`o.renewals::text`,
    ),
  'pix-renewed': (scope, endedAt) =>
    orders(
      scope,
      sql`${waitsForPayment} and o.gate = 'open' and o.method = 'pix' and o.renewals > 0
        and (o.pix_expires_at is null or o.pix_expires_at > ${endedAt}::timestamptz)`,
      sql`o.renewals::text`,
    ),
  'boleto-missing': (scope) =>
    orders(scope, sql`${waitsForPayment} and o.gate_reason = 'boleto-missing'`, sql`o.status`),
  'boleto-expired': (scope, endedAt) =>
    orders(
      scope,
      sql`${waitsForPayment} and o.boleto_expires_at <= ${endedAt}::timestamptz`,
      sql`o.boleto_due_date::text`,
    ),
  'card-unpaid': (scope) => sql`
    ${orders(
      scope,
      sql`${waitsForPayment} and o.method = 'credit_card' and o.gate = 'open'`,
      sql`o.id::text`,
    )}
    union all
    select p.decided_at as since, coalesce(p.total_cents, p.debts_cents) as cents,
      null::bigint as found, ${noEffect}, p.id::text as detail, ${noError}, p.id as reference
    from frota.order_plan p
    where p.vehicle_id = v.id and p.fleet_id = ${scope.fleetId}::uuid and p.state = 'approved'
      and p.method = 'credit_card'`,
  'order-refunded': (scope) =>
    orders(
      scope,
      sql`(o.standing = 'refunded' or o.refunded_cents > 0) and o.freed_at is null`,
      sql`o.status`,
      {
        since: sql`coalesce(o.standing_since, o.created_at)`,
        cents: sql`case when o.refunded_cents > 0 then o.refunded_cents else o.total_cents end`,
      },
    ),
  'settlement-late': (scope, endedAt) =>
    orders(
      scope,
      sql`o.standing = 'paid' and coalesce(o.standing_since, o.created_at)
        < ${endedAt}::timestamptz - make_interval(days => ${SETTLEMENT_DAYS_MAX}::integer)`,
      sql`o.status`,
      { since: sql`coalesce(o.standing_since, o.created_at)` },
    ),
  'debt-not-settled': (scope) => notSettled(scope),
  'debt-settled-again': () => sql`
    select d.state_since as since, d.amount_cents as cents, null::bigint as found, ${noEffect},
      d.description as detail, ${noError}, d.id as reference
    from frota.debt d
    where d.vehicle_id = v.id and d.state = 'settled' and d.shown and v.in_fleet and (
      d.last_seen_at > d.state_since + make_interval(days => ${SETTLED_SHOWN_DAYS_MAX}::integer)
      or exists (
        select from frota.debt_event seen
        where seen.debt_id = d.id and seen.event = 'reappeared' and seen.at > d.state_since))`,
} as const satisfies Record<string, Source>

/** The order is settled, and of this one of its items the service says something else. */
function notSettled(scope: ReportScope): RawBuilder<unknown> {
  return sql`
    select coalesce(o.standing_since, o.created_at) as since, i.amount_cents as cents,
      null::bigint as found, ${noEffect}, d.description || ': ' || i.settlement as detail,
      ${noError}, d.id as reference
    from frota.payment_order o
    join frota.order_item i on i.order_id = o.id
    join frota.debt d on d.id = i.debt_id
    where o.vehicle_id = v.id and ${isScopedOrder(scope)} and o.standing = 'settled'
      and o.freed_at is null and i.settlement <> '' and d.state = 'ordered'`
}
