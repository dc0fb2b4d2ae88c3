/**
 * What a monitor shows of the ledger, of all its fleets: a fixed number of statements, each over an
 * index of what is unfinished or over tables that stay small, but for orders, which a year of a
 * large fleet makes some ten thousands of.
 */
import { sql, type RawBuilder } from 'kysely'
import { staysInFleet } from '../orders/stays-in-fleet.ts'
import type { LedgerDb } from '../schema/tx.ts'

/** One measured value with its labels. */
export interface Gauge {
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
}

export interface LedgerGauges {
  readonly runs: readonly Gauge[]
  readonly backlog: readonly Gauge[]
  readonly slotsUsed: readonly Gauge[]
  readonly slotsFree: readonly Gauge[]
  readonly doubts: readonly Gauge[]
  readonly orders: readonly Gauge[]
  readonly orderCents: readonly Gauge[]
}

interface Row {
  readonly a: string
  readonly b: string
  readonly n: number
  readonly m: number
}

export async function readLedgerGauges(db: LedgerDb): Promise<LedgerGauges> {
  const ask = async (statement: RawBuilder<Row>): Promise<readonly Row[]> =>
    (await statement.execute(db)).rows
  // A run whose process is gone counts as interrupted, as `frota runs` shows it.
  const runs = await ask(sql<Row>`
    select case when run.state = 'running' and not exists (select from frota.lease
        where lease.name = 'executor ' || run.holder and until > frota.ledger_now())
      then 'interrupted' else run.state end as a, '' as b, count(*)::float8 as n, 0::float8 as m
    from frota.run group by 1`)
  const effects = await ask(sql<Row>`
    select kind as a, state as b, count(*)::float8 as n, 0::float8 as m from frota.effect
    where state in ('planned', 'claimed', 'intent', 'in-doubt', 'held') group by 1, 2`)
  const pending = await ask(sql<Row>`
    select 'collect' as a, 'pending' as b, count(*)::float8 as n, 0::float8 as m
    from frota.consultation where status = 'pending'`)
  const plans = await ask(sql<Row>`
    select 'approve' as a, state as b, count(*)::float8 as n, 0::float8 as m
    from frota.order_plan plan
    where state in ('proposed', 'approved') and ${staysInFleet('plan')} group by 2`)
  const slots = await ask(sql<Row>`
    select bucket.name as a, '' as b, used.n, greatest(bucket.units_max - used.n, 0)::float8 as m
    from frota.quota_bucket bucket cross join lateral (
      select coalesce(sum(units), 0)::float8 as n from frota.quota_use
      where bucket = bucket.name and free_at > greatest(bucket.last_now, frota.ledger_now())) used`)
  const doubts = await ask(sql<Row>`
    select kind as a, case when age < interval '15 minutes' then '15m'
        when age < interval '1 hour' then '1h' when age < interval '1 day' then '1d'
        else 'older' end as b, count(*)::float8 as n, 0::float8 as m
    from (select kind, frota.ledger_now() - coalesce(intent_at, updated_at) as age
      from frota.effect where state in ('in-doubt', 'held')) doubt group by 1, 2`)
  const orders = await ask(sql<Row>`
    select standing as a, '' as b, count(*)::float8 as n, sum(total_cents)::float8 as m
    from frota.payment_order group by 1`)
  const by = (rows: readonly Row[], label: string, also?: string): Gauge[] =>
    rows.map(({ a, b, n }) => ({
      labels: { [label]: a, ...(also === undefined ? {} : { [also]: b }) },
      value: n,
    }))
  const second = (rows: readonly Row[], label: string): Gauge[] =>
    rows.map(({ a, m }) => ({ labels: { [label]: a }, value: m }))
  return {
    runs: by(runs, 'state'),
    backlog: by([...effects, ...pending, ...plans], 'stage', 'state'),
    slotsUsed: by(slots, 'bucket'),
    slotsFree: second(slots, 'bucket'),
    doubts: by(doubts, 'kind', 'age'),
    orders: by(orders, 'state'),
    orderCents: second(orders, 'state'),
  }
}
