/**
 * What a server does by itself in the background, and the embedded database does not: without
 * statistics a join over a few thousand vehicles may scan them all for each of them, without a
 * vacuum the tables keep every version of a row, and without checkpoints the log grows until the
 * process ends, which for a console may be in weeks.
 */
import { sql } from 'kysely'
import type { Clock } from '../../clock.ts'
import type { LedgerDb } from '../schema/tx.ts'

/** What a run fills while it works. */
const FILLED = ['effect', 'campaign_member', 'consultation', 'debt', 'debt_item', 'order_plan']
/** With fewer bytes no query plan matters. */
const BYTES_MIN = 128 * 1024
const LOOK_EVERY_MS = 5_000

/**
 * Tables that hold nothing are left out, and the engine's own but the one that statistics fill: to
 * look at them all took a quarter of a small run's time, and had every statement planned anew.
 */
export async function tendLedger(db: LedgerDb): Promise<void> {
  const { rows } = await sql<{ tables: string | null }>`
    select string_agg(oid::regclass::text, ', ') as tables from pg_class
    where relkind = 'r' and pg_relation_size(oid) > 0
      and (relnamespace::regnamespace::text not in ('pg_catalog', 'information_schema')
        or relname = 'pg_statistic')`.execute(db)
  await sql`vacuum (analyze) ${sql.raw(rows[0]?.tables ?? '')}`.execute(db)
  await sql`checkpoint`.execute(db)
}

/**
 * Call it often during a run: it renews the statistics when the tables have doubled. Those of large
 * tables are renewed once in any case, because the run before may have been killed.
 */
export function openStatistics(db: LedgerDb, clock: Pick<Clock, 'uptime'>) {
  let knownBytes = BYTES_MIN
  let lookedAtMs = clock.uptime()
  return async (): Promise<void> => {
    if (clock.uptime() - lookedAtMs < LOOK_EVERY_MS) return
    lookedAtMs = clock.uptime()
    const { rows } = await sql<{ bytes: number }>`
      select sum(pg_relation_size(('frota.' || name)::regclass))::double precision as bytes
      from unnest(${FILLED}::text[]) name`.execute(db)
    const bytes = rows[0]?.bytes ?? 0
    if (bytes < 2 * knownBytes) return
    await sql`analyze`.execute(db)
    knownBytes = bytes
  }
}
