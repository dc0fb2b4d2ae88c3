/**
 * The statement behind each exception code: for one vehicle `v`, rows of since, cents, found,
 * effect, detail, the four error fields and a reference.
 */
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { doubtSources } from './report-exception-doubt.ts'
import { noEffect, noError, orders } from './report-exception-parts.ts'
import type { Source } from './report-exception-parts.ts'
import { planSources } from './report-exception-plans.ts'
import { paymentSources } from './report-exception-payments.ts'
import { vehicleSources } from './report-exception-vehicles.ts'
import type { ExceptionCode } from './report-rows.ts'
import { isScopedDebt, isScopedOrder } from './report-scope.ts'
import type { ReportScope } from './report-scope.ts'

export type VehicleExceptionCode = Exclude<ExceptionCode, 'row-rejected' | 'money-blocked'>

const noCents = sql`null::bigint as cents, null::bigint as found`
export const exceptionSources = {
  ...doubtSources,
  ...paymentSources,
  ...vehicleSources,
  'order-totals-differ': (scope) => orderTotals(scope),
  'ipva-paid-twice': () => sql`
    select min(d.state_since) as since, sum(d.amount_cents)::bigint as cents,
      null::bigint as found, ${noEffect}, 'IPVA ' || coalesce(d.year::text, '') as detail,
      ${noError}, v.id as reference
    from frota.debt d
    where d.vehicle_id = v.id and d.state in ('ordered', 'paid', 'settled')
      and d.kind in ('ipva', 'ipva_unique', 'ipva_installment')
    group by d.year having count(distinct d.kind) > 1`,
  'order-status-unknown': (scope) => orders(scope, sql`o.standing = 'unknown'`, sql`o.status`),
  'answer-total-differs': () => sql`
    select c.answered_at as since, c.total_cents as cents, items.cents as found, ${noEffect},
      '' as detail, ${noError}, c.id as reference
    from frota.consultation c
    cross join lateral (
      select coalesce(sum(i.amount_cents), 0)::bigint as cents
      from frota.debt_item i where i.consultation_id = c.id
    ) items
    where c.id = (
      select n.id from frota.consultation n where n.vehicle_id = v.id and n.status = 'ready'
      order by n.answered_at desc, n.seq desc limit 1)
    and c.total_cents <> items.cents`,
  'answer-flagged': (scope) => sql`
    select c.answered_at as since, c.total_cents as cents, c.items_cents as found, ${noEffect},
      (select string_agg(flag, ', ') from jsonb_array_elements_text(c.flags) as flag) as detail,
      ${noError}, c.id as reference
    from frota.consultation c
    where c.vehicle_id = v.id and c.campaign_id = ${scope.campaignId}::uuid
      and c.flags <> '[]'::jsonb and c.total_cents = c.items_cents`,
  'consultation-failed': (scope) => consultations(scope, 'failed'),
  'consultation-stuck': (scope) => consultations(scope, 'stuck'),
  /** Without a failed consultation and without a refused request, both of which say more. */
  'member-failed': (scope) => sql`
    select coalesce(x.closed_at, ${scope.since}::timestamptz) as since, ${noCents}, ${noEffect},
      x.reason as detail, ${noError}, v.id as reference
    from frota.campaign_member x
    where x.campaign_id = ${scope.campaignId}::uuid and x.vehicle_id = v.id
      and x.state = 'failed'
      and not exists (
        select from frota.consultation c where c.vehicle_id = v.id
          and c.campaign_id = x.campaign_id and c.status = 'failed')
      and not exists (
        select from frota.effect e where e.vehicle_id = v.id
          and e.campaign_id = x.campaign_id and e.kind = 'consult' and e.state = 'rejected')`,
  'debt-unpayable': (scope) => sql`
    select d.first_seen_at as since, d.amount_cents as cents, null::bigint as found, ${noEffect},
      d.description as detail, ${noError}, d.id as reference
    from frota.debt d
    where d.vehicle_id = v.id and not d.is_payable and v.in_fleet
      and d.state in ('open', 'proposed', 'approved') and ${isScopedDebt(scope)}`,
  ...planSources,
  'renavam-provisional': () => sql`
    select min(d.first_seen_at) as since, sum(d.amount_cents)::bigint as cents,
      null::bigint as found, ${noEffect}, '' as detail, ${noError}, v.id as reference
    from frota.debt d
    where d.vehicle_id = v.id and v.in_fleet and v.renavam like '9%'
      and d.state in ('open', 'proposed', 'approved')
    having count(*) > 0`,
  'member-excluded': (scope) => sql`
    select coalesce(x.closed_at, ${scope.since}::timestamptz) as since, ${noCents}, ${noEffect},
      x.reason as detail, ${noError}, v.id as reference
    from frota.campaign_member x
    where x.campaign_id = ${scope.campaignId}::uuid and x.vehicle_id = v.id
      and x.state = 'excluded'`,
} as const satisfies Record<VehicleExceptionCode, Source>

/** What an order must be: the sum of its items and the fee. */
function orderTotals(scope: ReportScope): RawBuilder<unknown> {
  return sql`
    select o.created_at as since, items.cents + o.fee_cents as cents, o.total_cents as found,
      ${noEffect}, o.status as detail, ${noError}, o.id as reference
    from frota.payment_order o
    cross join lateral (
      select coalesce(sum(i.amount_cents), 0)::bigint as cents
      from frota.order_item i where i.order_id = o.id
    ) items
    where o.vehicle_id = v.id and ${isScopedOrder(scope)}
      and (o.total_cents <> o.debts_cents + o.fee_cents or o.debts_cents <> items.cents)`
}

/** A failure that a later answer of the same campaign made good is none. */
function consultations(scope: ReportScope, status: 'failed' | 'stuck'): RawBuilder<unknown> {
  return sql`
    select coalesce(c.answered_at, c.asked_at) as since, ${noCents}, ${noEffect},
      case when c.problem <> '' then c.problem else c.stage end as detail,
      c.error_code, c.error_title, c.error_message, c.error_action,
      c.id as reference
    from frota.consultation c
    where c.id = (
      select n.id from frota.consultation n
      where n.vehicle_id = v.id and n.campaign_id = ${scope.campaignId}::uuid
      order by n.asked_at desc, n.seq desc limit 1)
    and c.status = ${status}`
}
