/**
 * What a person asks of a bucket beyond its facts: why no slot is granted, who used the last slots,
 * and forgetting a learned pace. Nothing here decides about a slot.
 */
import type { QuotaPool } from './quota-sql.ts'
import type { QuotaUse } from './quota.ts'
import type { EffectKind } from '../schema/tables.ts'

/** All instants are milliseconds of the ledger's own clock. */
export interface BucketStatus {
  /** No slot is granted before this, because the service said so (Retry-After). */
  readonly retryAfterMs: number | null
  /** The least time between two units, learned from a second unexpected 429. */
  readonly paceMs: number | null
  /** When the next unit comes at that pace. */
  readonly pacedUntilMs: number | null
  /** Units that a 429 says somebody else used, and until when the last of them counts. */
  readonly foreign: { readonly units: number; readonly untilMs: number } | null
}

/** A use and what it was for; nulls when the ledger does not know. */
export interface SlotUser extends Omit<QuotaUse, 'bucket'> {
  readonly kind: EffectKind | null
  readonly plate: string | null
  /** The service's id of what the request created. */
  readonly remoteId: string | null
  /** The number of the run, and its command. */
  readonly run: number | null
  readonly command: string | null
}

/** A person looks at no more uses than this at once. */
export const SLOT_USERS_MAX = 1_000

export async function bucketStatus(pool: QuotaPool, bucket: string): Promise<BucketStatus> {
  const sql = `select foreign_use.units, foreign_use.until_ms as "untilMs", b.pace_ms as "paceMs",
      case when b.not_before > n.now then frota.epoch_ms(b.not_before) end as "retryAfterMs",
      case when b.paced_until > n.now then frota.epoch_ms(b.paced_until) end as "pacedUntilMs"
    from frota.quota_bucket b
    cross join lateral (select greatest(b.last_now, frota.ledger_now()) as now) n
    cross join lateral (
      select sum(u.units)::integer as units, frota.epoch_ms(max(u.free_at)) as until_ms
      from frota.quota_use u
      where u.bucket = b.name and u.free_at > n.now and u.state = 'foreign') foreign_use
    where b.name = $1::text`
  type Row = Omit<BucketStatus, 'foreign'> & Record<'units' | 'untilMs', number | null>
  const { rows } = await pool.query<Row>(sql, [bucket])
  const [row] = rows
  if (row === undefined) throw new Error(`unknown quota bucket ${bucket}`)
  const { units, untilMs, ...status } = row
  return { ...status, foreign: units === null || untilMs === null ? null : { units, untilMs } }
}

/** The last `limit` uses, newest first; slots that were given back unused are left out. */
export async function slotUsers(pool: QuotaPool, bucket: string, limit: number) {
  // By free_at, for which there is an index: except in doubt, the last used is the last to be free.
  const sql = `select u.id as "useId", u.units, u.state, u.holder, u.purpose,
      frota.epoch_ms(u.reserved_at) as "reservedAtMs",
      frota.epoch_ms(u.settled_at) as "settledAtMs", frota.epoch_ms(u.free_at) as "freeAtMs",
      effect.kind, vehicle.plate, effect.remote_id as "remoteId", run.number as run, run.command
    from (select * from frota.quota_use
      where bucket = $1::text and state <> 'never-sent'
      order by free_at desc, id limit $2::integer) u
    left join frota.effect effect on effect.id =
      case when u.purpose ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then u.purpose::uuid end
    left join frota.vehicle vehicle on vehicle.id = effect.vehicle_id
    left join lateral (
      select run.number, run.command from frota.run run
      where run.fleet_id = effect.fleet_id and coalesce(run.ended_at >= u.reserved_at, true)
      order by run.started_at <= u.reserved_at desc,
        abs(extract(epoch from run.started_at - u.reserved_at)) limit 1) run on true
    order by u.reserved_at desc, u.id`
  type Row = Omit<SlotUser, 'settledAtMs'> & { readonly settledAtMs: number | null }
  const { rows } = await pool.query<Row>(sql, [bucket, Math.min(limit, SLOT_USERS_MAX)])
  return rows.map(({ settledAtMs, ...user }): SlotUser =>
    settledAtMs === null ? user : { ...user, settledAtMs },
  )
}

/**
 * Forgets a learned pace; says what it was, or null when there was none. The rolling window holds
 * as before, and the count of 429s stays, so that the next unexpected one teaches the pace again.
 */
export async function forgetPace(pool: QuotaPool, bucket: string): Promise<number | null> {
  const sql = `with old as (
      select name, pace_ms from frota.quota_bucket where name = $1::text for update)
    update frota.quota_bucket b set pace_ms = null, paced_until = null
    from old where b.name = old.name returning old.pace_ms`
  const { rows } = await pool.query<{ pace_ms: number | null }>(sql, [bucket])
  return rows[0]?.pace_ms ?? null
}
