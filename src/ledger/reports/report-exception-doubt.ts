/** The statements behind the exceptions of doubt: effects without a certain end, and orders not ours. */
import { sql, type RawBuilder } from 'kysely'
import type { Source } from './report-exception-parts.ts'

const isPaymentInDoubt = sql`(e.kind = 'pay' and e.state = 'in-doubt')`
/** The service answers, in a form that cannot be read. */
const isUnreadable = sql`(e.state in ('planned', 'in-doubt', 'held')
  and coalesce(e.reason, '') like 'unreadable: %')`

export const doubtSources = {
  'order-quarantined': () => effects(sql`e.state = 'quarantined' and e.active`),
  /** Nothing looks up a card payment that an earlier version left in doubt. */
  'payment-needs-person': () =>
    effects(sql`(e.state = 'needs-person' or ${isPaymentInDoubt}) and e.active`),
  /** A request that may still be answered is no doubt: many are under way in a healthy night. */
  'effect-unsettled': () =>
    effects(
      sql`(e.state = 'in-doubt' or e.state = 'intent'
        and coalesce(e.deadline_at <= frota.ledger_now(), true))
        and not ${isPaymentInDoubt} and not ${isUnreadable}`,
    ),
  'order-held': () => effects(sql`e.state = 'held' and not ${isUnreadable}`),
  'effect-unreadable': () => effects(sql`${isUnreadable} and not ${isPaymentInDoubt}`),
  /** It was in doubt and then found: nothing to do, but shown until the order ends. */
  'effect-adopted': () =>
    effects(
      sql`e.state = 'adopted' and e.active and e.doubts > 0 and exists (
        select from frota.payment_order o where o.vehicle_id = v.id
          and o.id::text in (e.remote_id::text, e.key)
          and o.standing in ('open', 'paid', 'unknown'))`,
    ),
  /**
   * Lasts until the next request of its kind has ended, or none is needed. An effect that a person
   * resolved as rejected was not refused by the service, so it is left out.
   */
  'effect-rejected': () =>
    effects(
      sql`v.in_fleet and e.state = 'rejected' and e.kind <> 'register'
        and coalesce(e.reason, '') not like 'resolved-by-person:%'
        and not exists (
          select from frota.effect later
          where later.vehicle_id = v.id and later.kind = e.kind and later.seq > e.seq
            and later.state in ('done', 'adopted', 'rejected', 'quarantined', 'needs-person'))
        and not (e.kind = 'consult' and exists (
          select from frota.consultation c
          where c.vehicle_id = v.id and c.answered_at > e.updated_at))
        and not (e.kind = 'order' and exists (
          select from frota.considered_answer n
          where n.vehicle_id = v.id and n.considered_at > e.updated_at))
        and not (e.kind = 'pay' and exists (
          select from frota.payment_order o
          where o.vehicle_id = v.id and o.id::text = e.key and o.standing <> 'open'))`,
    ),
  'order-twin': () => foreign(sql`f.why = 'twin'`),
  'order-found': () => foreign(sql`f.why = 'found'`),
  /** Equal debts: nobody can tell which of them an order pays. */
  'debts-equal': () => sql`
    select d.state_since as since, d.amount_cents as cents, d.description as detail,
      d.id as reference
    from frota.debt d
    where d.vehicle_id = v.id and d.ordinal > 0 and d.state in ('ordered', 'paid')`,
  /** Leaves out members with a failed consultation or a refused request: those codes say more. */
  'member-failed': () => sql`
    select x.closed_at as since, x.reason as detail, v.id as reference
    from ${lastMembership} x
    where v.in_fleet and x.state = 'failed'
      and not exists (
        select from frota.consultation c where c.vehicle_id = v.id
          and c.campaign_id = x.campaign_id and c.status = 'failed')
      and not exists (
        select from frota.effect e where e.vehicle_id = v.id
          and e.campaign_id = x.campaign_id and e.kind = 'consult' and e.state = 'rejected')`,
  'member-excluded': () => sql`
    select x.closed_at as since, x.reason as detail, v.id as reference
    from ${lastMembership} x where v.in_fleet and x.state = 'excluded'`,
} as const satisfies Record<string, Source>

/** The vehicle's last ended membership of a campaign; an open one does not end the exception. */
const lastMembership = sql`(
  select m.campaign_id, m.state, m.reason, coalesce(m.closed_at, m.joined_at) as closed_at
  from frota.campaign passed
  join frota.campaign_member m on m.campaign_id = passed.id and m.vehicle_id = v.id
  where passed.fleet_id = v.fleet_id and m.state <> 'open'
  order by passed.opened_at desc, passed.id limit 1)`

/** `since`: when an effect without an end was sent or planned, else when a person's turn began. */
function effects(condition: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select case when e.state in ('planned', 'intent', 'in-doubt', 'held')
        then coalesce(e.intent_at, e.created_at) else e.updated_at end as since,
      p.debts_cents as cents, e.kind as effect, coalesce(e.reason, e.state) as detail,
      e.id as reference,
      case when e.state in ('in-doubt', 'held') and e.kind <> 'pay'
        then e.not_before end as look_up_at,
      case e.kind when 'pay' then e.key when 'order' then coalesce(e.remote_id::text,
        substring(e.reason from '^order-[a-z-]+: ([0-9a-f-]{36})')) end as order_id,
      case when e.kind in ('order', 'pay') then e.fleet_id end as fleet_id
    from frota.effect e left join frota.order_plan p on p.id = e.plan_id
    where e.vehicle_id = v.id and ${condition}`
}

/**
 * Foreign orders that live, that this ledger has not recorded since, and whose present standing no
 * person has decided about. `detail`: the two orders, the foreign one first.
 */
function foreign(condition: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select f.first_seen_at as since, f.total_cents as cents,
      f.id || ' (' || f.status || ')' || coalesce(' / ' || f.other_id::text, '') as detail,
      f.id as reference, case when f.why = 'twin' then f.fleet_id end as fleet_id
    from frota.foreign_order f
    where f.vehicle_id = v.id and f.standing not in ('dead', 'refunded') and ${condition}
      and f.decided_by is null
      and not exists (select from frota.payment_order o where o.id = f.id)`
}
