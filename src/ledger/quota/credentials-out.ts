/** Which consultation buckets pay for nothing, because their credential cannot be used. */
import type { QuotaPool } from './quota-sql.ts'

interface Round {
  readonly accountId: string
  /** The buckets of all credentials of the account, and of those that may be used now. */
  readonly all: readonly string[]
  readonly usable: readonly string[]
}

export async function keepOut(pool: QuotaPool, { accountId, all, usable }: Round): Promise<void> {
  await pool.query(
    `with back as (delete from frota.credential_out
      where account_id = $1::text and bucket = any($2::text[]))
    insert into frota.credential_out (account_id, bucket, since)
    select $1::text, bucket, frota.ledger_now() from unnest($3::text[]) as bucket
    on conflict do nothing`,
    [accountId, usable, all.filter((bucket) => !usable.includes(bucket))],
  )
}

/** By name. */
export async function bucketsOut(pool: QuotaPool, accountId: string): Promise<string[]> {
  const { rows } = await pool.query<{ bucket: string }>(
    'select bucket from frota.credential_out where account_id = $1::text order by bucket',
    [accountId],
  )
  return rows.map(({ bucket }) => bucket)
}
