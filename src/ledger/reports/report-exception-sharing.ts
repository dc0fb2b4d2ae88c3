/**
 * The statement behind `credential-shared`: signs that somebody else works with this credential or
 * account. They are consultations and orders at the service that this ledger did not make, and
 * 429 answers that the slots used here do not explain.
 */
import { sql, type RawBuilder } from 'kysely'

/** A sign is shown for so long; while the credential is still shared, new signs follow. */
const SIGNS_TOLD_DAYS = 7

export const SHARING = 'credential-shared'

/** One row, or none. `detail`: the number of each kind of sign. */
export function signsOfSharing(fleetId: string, at: string): RawBuilder<unknown> {
  return sql`
    with told as (
      select greatest(fleet.created_at, ${at}::timestamptz
        - make_interval(days => ${SIGNS_TOLD_DAYS}::integer), ended.at) as since
      from frota.fleet fleet
      cross join lateral (select max(n.ended_at) as at from frota.exception_end n
        where n.code = ${SHARING} and n.reference = fleet.id) ended
      where fleet.id = ${fleetId}::uuid
    ), sign as (
      ${consultations(fleetId)} union all ${orders(fleetId)} union all ${refusals(fleetId)}
    )
    select min(sign.at) as since,
      'consultations: ' || count(*) filter (where kind = 'consultation')
      || ', orders: ' || count(distinct id) filter (where kind = 'order')
      || ', refused: ' || count(*) filter (where kind = 'refusal') as detail
    from sign having count(*) > 0`
}

/** Consultations since the fleet was imported that no request of ours can have made. */
function consultations(fleetId: string): RawBuilder<unknown> {
  return sql`
    select 'consultation' as kind, c.id::text as id, c.asked_at as at
    from frota.vehicle v join frota.consultation c on c.vehicle_id = v.id, told
    where v.fleet_id = ${fleetId}::uuid and c.origin in ('joined', 'fresh')
      and c.asked_at > told.since
      and not exists (select from frota.effect e where e.vehicle_id = v.id and e.kind = 'consult'
        and (e.remote_id = c.id and e.state = 'done' or e.id = c.effect_id and e.doubts > 0))`
}

/** Leaves out orders found while money was blocked: the ledger had lost some of its own then. */
function orders(fleetId: string): RawBuilder<unknown> {
  return sql`
    select 'order' as kind, f.id::text as id, f.first_seen_at as at
    from frota.vehicle v join frota.foreign_order f on f.vehicle_id = v.id, told
    where v.fleet_id = ${fleetId}::uuid and f.first_seen_at > told.since
      and not exists (select from frota.payment_order o where o.id = f.id)
      and not exists (select from frota.money_block b
        where f.first_seen_at between b.since and coalesce(b.cleared_at, f.first_seen_at))
    union all
    select 'order' as kind, held.id, e.updated_at as at
    from frota.vehicle v join frota.effect e on e.vehicle_id = v.id
    cross join lateral (
      select substring(e.reason from '^order-[a-z-]+: ([0-9a-f-]{36})') as id) held, told
    where v.fleet_id = ${fleetId}::uuid and e.kind = 'order' and e.state = 'quarantined'
      and e.updated_at > told.since and held.id is not null
      and not exists (select from frota.payment_order o where o.id::text = held.id)`
}

/**
 * Unexpected 429s in the buckets whose slots this fleet used. A 429 while slots were free left a
 * `foreign` use that fills the bucket; the last one without free slots is on the bucket itself.
 */
function refusals(fleetId: string): RawBuilder<unknown> {
  const hold = sql`frota.milliseconds(b.window_ms + b.margin_ms)`
  return sql`
    select 'refusal' as kind, null as id, refused.at
    from frota.quota_bucket b, told
    cross join lateral (
      select u.reserved_at as at from frota.quota_use u
      where u.bucket = b.name and u.state = 'foreign' and u.free_at > told.since
      union
      select b.throttled_until - ${hold} as at
    ) refused
    where refused.at > told.since and exists (
      select from frota.quota_use own
      join frota.effect e on e.slot_id = own.id
      join frota.vehicle v on v.id = e.vehicle_id
      where own.bucket = b.name and own.free_at > told.since
        and v.fleet_id = ${fleetId}::uuid)`
}
