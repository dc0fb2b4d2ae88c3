/** The statements behind the exceptions about proposals: what they left out, and what they wait for. */
import { sql, type RawBuilder } from 'kysely'
import { orderNeedsPerson } from '../orders/order-needs-person.ts'
import { staysInFleet } from '../orders/stays-in-fleet.ts'
import type { Source } from './report-exception-parts.ts'

export const planSources = {
  'debt-ipva-conflict': () => leftOut('ipva-conflict'),
  'debt-partner-left-out': () => leftOut('partner-left-out'),
  'debt-not-positive': () => leftOut('amount-not-positive'),
  'debt-order-full': () => leftOut('order-full'),
  'debt-reworded': () => leftOut('reworded'),
  'debt-over-limit': () => leftOut('over-limit'),
  /** Lasts until the next answer is considered. A refused order has an exception of its effect. */
  'proposal-void': () => sql`
    select p.decided_at as since, p.debts_cents as cents, p.reason as detail, p.id as reference
    from frota.order_plan p
    where v.in_fleet and p.vehicle_id = v.id and p.state = 'void'
      and p.reason is distinct from 'newer-answer'
      and not exists (select from frota.effect e where e.plan_id = p.id)
      and not exists (select from frota.order_plan newer where newer.vehicle_id = v.id
        and newer.created_at > p.created_at)
      and not exists (select from frota.considered_answer n where n.vehicle_id = v.id
        and n.considered_at > p.decided_at)`,
  /** A person approved it, no order was made, and the proposal in its place waits for a person. */
  'approval-lapsed': () => sql`
    select p.decided_at as since, coalesce(p.total_cents, p.debts_cents) as cents,
      p.reason as detail, p.id as reference, p.fleet_id
    from frota.order_plan live
    cross join lateral (
      select last.* from frota.order_plan last
      where last.vehicle_id = v.id and last.created_at < live.created_at
        and (last.state <> 'void'
          or exists (select from frota.plan_approval word where word.plan_id = last.id))
      order by last.created_at desc, last.id limit 1) p
    where live.vehicle_id = v.id and live.state = 'proposed' and p.state = 'void'
      and ${staysInFleet('live')}
      and not exists (select from frota.payment_order made where made.plan_id = p.id)`,
  'order-waits': () => sql`
    select p.created_at as since, coalesce(p.total_cents, p.debts_cents) as cents,
      p.waits_for as detail, p.id as reference, p.fleet_id
    from frota.order_plan p
    where p.vehicle_id = v.id and p.state in ('proposed', 'approved')
      and p.waits_for is not null and ${staysInFleet('p')} and not ${orderNeedsPerson('p')}`,
} as const satisfies Record<string, Source>

/**
 * Debts that are still open and that the answer considered last left out for this reason. `since`:
 * when the first answer was considered after which no other said otherwise.
 */
function leftOut(why: string): RawBuilder<unknown> {
  const saysSo = sql`told.left_out @> jsonb_build_array(
    jsonb_build_object('debtId', d.id, 'why', ${why}::text))`
  return sql`
    select (select min(told.considered_at) from frota.considered_answer told
        where told.vehicle_id = v.id and ${saysSo} and told.considered_at >= coalesce((
          select max(told.considered_at) from frota.considered_answer told
          where told.vehicle_id = v.id and not ${saysSo}), '-infinity')) as since,
      d.amount_cents as cents, d.description as detail, d.id as reference
    from frota.considered_answer n
    cross join lateral jsonb_to_recordset(n.left_out) as left_out("debtId" uuid, why text)
    join frota.debt d on d.id = left_out."debtId"
    where v.in_fleet and n.vehicle_id = v.id and left_out.why = ${why}
      and n.left_out @> ${JSON.stringify([{ why }])}::jsonb
      and d.vehicle_id = v.id and d.shown and d.state = 'open'
      and not exists (select from frota.considered_answer later where later.vehicle_id = v.id
        and (later.considered_at, later.consultation_id) > (n.considered_at, n.consultation_id))`
}
