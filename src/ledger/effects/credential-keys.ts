/** Which quota bucket a key's requests are counted in: one only, while any of them counts. */
import type { QuotaPool } from '../quota/quota-sql.ts'

export interface ClaimedKey {
  /** Where the key's requests are counted: the bucket asked for, unless another one still counts. */
  readonly bucket: string
  /** Until when another bucket counts, milliseconds of the ledger's own clock. */
  readonly untilMs: number | null
}

/** `mark`: a keyed hash of the key, which means nothing without the installation's secret. */
export async function claimKey(
  pool: QuotaPool,
  { mark, bucket }: { readonly mark: string; readonly bucket: string },
): Promise<ClaimedKey> {
  const counting = `select max(used.free_at) from frota.quota_use used
    where used.bucket = known.bucket and used.free_at > frota.ledger_now()`
  await pool.query(
    `insert into frota.credential_key as known (mark, bucket, claimed_at)
    values ($1::text, $2::text, frota.ledger_now())
    on conflict (mark) do update set bucket = excluded.bucket, claimed_at = excluded.claimed_at
      where known.bucket = excluded.bucket or (${counting}) is null`,
    [mark, bucket],
  )
  const { rows } = await pool.query<{ bucket: string; untilMs: number | null }>(
    `select known.bucket, frota.epoch_ms((${counting})) as "untilMs"
    from frota.credential_key known where known.mark = $1::text`,
    [mark],
  )
  const [claimed] = rows
  if (claimed === undefined) throw new Error('A key that was just claimed is not there.')
  return { ...claimed, untilMs: claimed.bucket === bucket ? null : (claimed.untilMs ?? 0) }
}
