/**
 * The quota ledger on PostgreSQL or PGlite: one SQL function call for each act, so that each is
 * one statement for the pool and one transaction for the database (migrations/0002-quota.sql).
 */
import type { QueryResultRow } from '../../database/pool.ts'
import { nextFreeAtMs } from './quota-rule.ts'
import type {
  BucketFacts,
  BucketSettings,
  Ending,
  LastLook,
  QuotaLedger,
  QuotaUse,
  RememberedUse,
  Reservation,
  ReserveRequest,
} from './quota.ts'
import { USES_SHOWN_MAX } from './quota.ts'

/** What this module needs of a pool; `Pool` of src/database/pool.ts has it. */
export interface QuotaPool {
  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- As `pg` has it.
  query<Row extends QueryResultRow>(text: string, values?: unknown[]): Promise<{ rows: Row[] }>
}

/** Looks are kept by a machine's boot, and each boot has a new name, so old ones are deleted. */
const LOOKS_KEPT_DAYS = 30

export function openQuotaLedger(pool: QuotaPool): QuotaLedger {
  return {
    ensureBucket: (bucket) => ensureBucket(pool, bucket),
    reserve: (request) => reserve(pool, request),
    settle: (useId, ending) => settle(pool, useId, ending),
    remember: (uses, holder) => remember(pool, uses, holder),
    throttled: async (bucket, answer) => {
      const sql = 'select frota.quota_throttled($1::text, $2::double precision)'
      await pool.query(sql, [bucket, answer.retryAfterMs ?? null])
      return facts(pool, bucket)
    },
    shift: async (bucket, seen) => {
      const sql = `select frota.quota_shift(
        $1::text, $2::double precision, $3::double precision) as shifted`
      const values = [bucket, seen.sinceMs, seen.stepMs]
      return (await only<{ shifted: boolean }>(pool, sql, values)).shifted
    },
    lastLook: (bucket, machine) => lastLook(pool, bucket, machine),
    keepLook: (bucket, { machine, uptimeMs }) => keepLook(pool, bucket, machine, uptimeMs),
    facts: (bucket) => facts(pool, bucket),
    factsOf: (buckets) => factsOf(pool, buckets),
    buckets: async () => {
      const sql = 'select name from frota.quota_bucket order by name'
      const { rows } = await pool.query<{ name: string }>(sql)
      return rows.map(({ name }) => name)
    },
    uses: (bucket) => uses(pool, bucket),
  }
}

async function ensureBucket(pool: QuotaPool, bucket: BucketSettings): Promise<void> {
  const sql = `select frota.quota_ensure($1::text, $2::integer, $3::double precision,
    $4::double precision, $5::double precision, $6::double precision, $7::double precision,
    $8::boolean)`
  await pool.query(sql, [
    bucket.name,
    bucket.unitsMax,
    bucket.windowMs,
    bucket.marginMs,
    bucket.sendMs,
    bucket.abortMs,
    bucket.lingerMs,
    bucket.simulated,
  ])
}

async function reserve(pool: QuotaPool, request: ReserveRequest): Promise<Reservation> {
  const sql = `select granted, now_ms as "nowMs", next_free_ms as "nextFreeAtMs", used,
      units_max as max
    from frota.quota_reserve($1::text, $2::uuid, 1, $3::text, $4::text)`
  const { bucket, useId, holder, purpose } = request
  type Row = Omit<Extract<Reservation, { granted: false }>, 'granted'> & { granted: boolean }
  const { granted, ...refusal } = await only<Row>(pool, sql, [bucket, useId, holder, purpose])
  return granted ? { granted, useId, reservedAtMs: refusal.nowMs } : { granted, ...refusal }
}

async function settle(pool: QuotaPool, useId: string, ending: Ending): Promise<void> {
  await pool.query('select frota.quota_settle($1::uuid, $2::text)', [useId, ending])
}

async function remember(pool: QuotaPool, uses: readonly RememberedUse[], holder: string) {
  const sql = `insert into frota.quota_use
      (id, bucket, units, state, holder, purpose, reserved_at, settled_at, free_at)
    select u."useId", b.name, 1, 'in-doubt', $2::text, u.purpose, n.now, n.now,
      n.now + frota.milliseconds(b.linger_ms + b.window_ms + b.margin_ms)
    from json_to_recordset($1::json)
      as u (bucket text, "useId" uuid, purpose text)
    join frota.quota_bucket b on b.name = u.bucket
    cross join lateral (select greatest(b.last_now, frota.ledger_now()) as now) n
    on conflict (id) do nothing
    returning id`
  const { rows } = await pool.query(sql, [JSON.stringify(uses), holder])
  return rows.length
}

async function lastLook(pool: QuotaPool, name: string, machine: string): Promise<LastLook> {
  const sql = `select frota.epoch_ms(greatest(b.last_now, frota.ledger_now())) as "nowMs",
      l.uptime_ms as "uptimeMs", frota.epoch_ms(l.ledger_at) as "ledgerMs"
    from frota.quota_bucket b
    left join frota.quota_look l on l.bucket = b.name and l.machine = $2::text
    where b.name = $1::text`
  type Row = Record<'uptimeMs' | 'ledgerMs', number | null> & { nowMs: number }
  const { nowMs, uptimeMs, ledgerMs } = await only<Row>(pool, sql, [name, machine])
  if (uptimeMs === null || ledgerMs === null) return { nowMs }
  return { nowMs, last: { uptimeMs, ledgerMs } }
}

async function keepLook(pool: QuotaPool, name: string, machine: string, uptimeMs: number) {
  const sql = `with forgotten as (
      delete from frota.quota_look
      where bucket = $1::text and machine <> $2::text
        and ledger_at < frota.ledger_now() - interval '${LOOKS_KEPT_DAYS} days')
    insert into frota.quota_look (bucket, machine, uptime_ms, ledger_at)
    select b.name, $2::text, $3::double precision, greatest(b.last_now, frota.ledger_now())
    from frota.quota_bucket b where b.name = $1::text
    on conflict (bucket, machine)
      do update set uptime_ms = excluded.uptime_ms, ledger_at = excluded.ledger_at`
  await pool.query(sql, [name, machine, uptimeMs])
}

type FactsRow = Pick<BucketFacts, 'bucket' | 'nowMs' | 'max' | 'freeAtsMs' | 'holdMs'> &
  Pick<BucketFacts, 'throttles'> &
  Record<'notBeforeMs' | 'paceMs', number | null>

/** Reads without the lock: the facts may be a moment old, and nothing is decided by them. */
async function factsOf(pool: QuotaPool, names: readonly string[]): Promise<BucketFacts[]> {
  const sql = `select b.name as bucket, frota.epoch_ms(n.now) as "nowMs", b.units_max as max,
      b.throttles, b.pace_ms as "paceMs", b.window_ms + b.margin_ms as "holdMs",
      frota.epoch_ms(greatest(b.not_before, b.paced_until)) as "notBeforeMs",
      coalesce((select json_agg(frota.epoch_ms(u.free_at) order by u.free_at)
        from frota.quota_use u, generate_series(1, u.units)
        where u.bucket = b.name and u.free_at > n.now), '[]'::json) as "freeAtsMs"
    from frota.quota_bucket b
    cross join lateral (select greatest(b.last_now, frota.ledger_now()) as now) n
    where b.name = any($1::text[])`
  const { rows } = await pool.query<FactsRow>(sql, [names])
  const byName = new Map(rows.map((row) => [row.bucket, row]))
  return names.map((name) => {
    const row = byName.get(name)
    if (row === undefined) throw new Error(`unknown quota bucket ${name}`)
    return factsIn(row)
  })
}

async function facts(pool: QuotaPool, name: string): Promise<BucketFacts> {
  const [one] = await factsOf(pool, [name])
  if (one === undefined) throw new Error(`unknown quota bucket ${name}`)
  return one
}

function factsIn({ notBeforeMs, paceMs, ...row }: FactsRow): BucketFacts {
  const used = row.freeAtsMs.length
  const held = notBeforeMs !== null && notBeforeMs > row.nowMs ? { notBeforeMs } : {}
  return {
    ...row,
    ...held,
    ...(paceMs === null ? {} : { paceMs }),
    used,
    free: Math.max(0, row.max - used),
    nextFreeAtMs: nextFreeAtMs({ ...row, ...held }),
  }
}

type UseRow = Omit<QuotaUse, 'settledAtMs'> & { readonly settledAtMs: number | null }

async function uses(pool: QuotaPool, name: string): Promise<QuotaUse[]> {
  const sql = `select u.id::text as "useId", u.bucket, u.units, u.state, u.holder, u.purpose,
      frota.epoch_ms(u.reserved_at) as "reservedAtMs",
      frota.epoch_ms(u.settled_at) as "settledAtMs", frota.epoch_ms(u.free_at) as "freeAtMs"
    from frota.quota_use u join frota.quota_bucket b on b.name = u.bucket
    where u.bucket = $1::text and u.free_at > greatest(b.last_now, frota.ledger_now())
    order by u.free_at, u.id limit ${USES_SHOWN_MAX}`
  const { rows } = await pool.query<UseRow>(sql, [name])
  return rows.map(({ settledAtMs, ...use }) =>
    settledAtMs === null ? use : { ...use, settledAtMs },
  )
}

async function only<Row extends QueryResultRow>(
  pool: QuotaPool,
  sql: string,
  values: unknown[],
): Promise<Row> {
  const { rows } = await pool.query<Row>(sql, values)
  const row = rows[0]
  if (!row) throw new Error(`unknown quota bucket ${String(values[0])}`)
  return row
}
