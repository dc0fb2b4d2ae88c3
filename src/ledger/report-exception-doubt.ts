/** The statements behind the exceptions of doubt: effects without a certain end, and orders not ours. */
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { noEffect, noError } from './report-exception-parts.ts'
import type { Source } from './report-exception-parts.ts'
import { isScopedDebt } from './report-scope.ts'
import type { ReportScope } from './report-scope.ts'

export const doubtSources = {
  'order-quarantined': (scope) => effects(scope, sql`e.state = 'quarantined' and e.active`),
  'payment-needs-person': (scope) => effects(scope, sql`e.state = 'needs-person' and e.active`),
  'effect-unsettled': (scope) => effects(scope, sql`e.state in ('intent', 'in-doubt')`),
  'order-held': (scope) => effects(scope, sql`e.state = 'held'`),
  /** It was in doubt and found again: nothing to do, and a person may wonder. */
  'effect-adopted': (scope) =>
    effects(
      scope,
      sql`e.state = 'adopted' and e.doubts > 0 and e.kind in ('order', 'pay')
        and e.updated_at >= ${scope.since}::timestamptz`,
    ),
  'effect-rejected': (scope) =>
    effects(
      scope,
      sql`e.state = 'rejected' and e.kind <> 'register'
        and e.campaign_id = ${scope.campaignId}::uuid`,
    ),
  'order-twin': (scope) => foreign(scope, sql`f.why = 'twin'`),
  'order-found': (scope) => foreign(scope, sql`f.why = 'found'`),
  /** Nobody can tell which of them an order pays: undecidable, and therefore said. */
  'debts-equal': (scope) => sql`
    select d.state_since as since, d.amount_cents as cents, null::bigint as found, ${noEffect},
      d.description as detail, ${noError}, d.id as reference
    from frota.debt d
    where d.vehicle_id = v.id and d.ordinal > 0 and d.state in ('ordered', 'paid')
      and ${isScopedDebt(scope)}`,
} as const satisfies Record<string, Source>

function effects(scope: ReportScope, condition: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select coalesce(e.intent_at, e.created_at) as since, p.debts_cents as cents,
      null::bigint as found, e.kind as effect, e.reason as detail, ${noError}, e.id as reference,
      case when e.state in ('in-doubt', 'held') then e.not_before end as look_up_at
    from frota.effect e left join frota.order_plan p on p.id = e.plan_id
    where e.vehicle_id = v.id and e.fleet_id = ${scope.fleetId}::uuid and ${condition}`
}

/** Alive, and not in our own books by now. `detail`: the two orders, the foreign one first. */
function foreign(scope: ReportScope, condition: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select f.first_seen_at as since, f.total_cents as cents, null::bigint as found, ${noEffect},
      f.id || ' (' || f.status || ')' || coalesce(' / ' || f.other_id::text, '') as detail,
      ${noError}, f.id as reference
    from frota.foreign_order f
    where f.vehicle_id = v.id and f.fleet_id = ${scope.fleetId}::uuid
      and f.standing not in ('dead', 'refunded') and ${condition}
      and not (f.standing = 'settled' and f.decided_by is not null)
      and not exists (select from frota.payment_order o where o.id = f.id)`
}
