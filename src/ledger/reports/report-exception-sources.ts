/**
 * The statement behind each exception code: for one vehicle `v`, rows of since, detail, reference
 * and whichever of the columns in report-exceptions.ts it has. `fleet_id`: of an order, which
 * another fleet may have made than has the vehicle now. An exception lives until the facts of its
 * statement end or a person ends it (docs/reports.md), whatever campaign is open.
 */
import { sql } from 'kysely'
import { answerSources } from './report-exception-answers.ts'
import { doubtSources } from './report-exception-doubt.ts'
import { orders, standingSince, type Source } from './report-exception-parts.ts'
import { planSources } from './report-exception-plans.ts'
import { paymentSources } from './report-exception-payments.ts'
import { vehicleSources } from './report-exception-vehicles.ts'

export const exceptionSources = {
  ...answerSources,
  ...doubtSources,
  ...paymentSources,
  ...planSources,
  ...vehicleSources,
  /** An order's total must be the sum of its items and the fee; ended orders are not checked. */
  'order-totals-differ': () => sql`
    select o.created_at as since, items.cents + o.fee_cents as cents, o.total_cents as found,
      o.status as detail, o.id as reference, o.fleet_id
    from frota.payment_order o
    cross join lateral (
      select coalesce(sum(i.amount_cents), 0)::bigint as cents
      from frota.order_item i where i.order_id = o.id
    ) items
    where o.vehicle_id = v.id and o.standing in ('open', 'paid', 'unknown')
      and (o.total_cents <> o.debts_cents + o.fee_cents or o.debts_cents <> items.cents)
      and not exists (select from frota.order_clearance c where c.order_id = o.id)`,
  'order-status-unknown': () =>
    orders(sql`o.standing = 'unknown'`, sql`o.status`, { since: standingSince }),
} as const satisfies Record<string, Source>

export type VehicleCode = keyof typeof exceptionSources
/** Codes without a vehicle: rows of a file, and what holds for the whole fleet. */
export type LooseCode = 'row-rejected' | 'money-blocked' | 'credential-shared'
export type ExceptionCode = VehicleCode | LooseCode
