/** Deletes what is kept no longer, or says what would go. Safe to stop and to start twice. */
import type { Clock } from '../../clock.ts'
import type { Database } from '../../database/pool.ts'
import { oldRows, type Found } from '../../ledger/retention/old-rows.ts'
import { tendLedger } from '../../ledger/runs/statistics.ts'
import { openLedgerDb } from '../../ledger/schema/tx.ts'
import type { Log } from '../../log.ts'
import { isFilesKey, oldFiles, type Places } from './old-files.ts'
import { daysOf, RETENTION, type Retention } from './retention.ts'

const DAY_MS = 86_400_000

export type Purged = Retention & Found

export interface PurgeTools {
  readonly config: Places
  /** Absent: files alone, where a process has no ledger or another one purges it. */
  readonly database?: Pick<Database, 'pool' | 'engine'>
  readonly clock: Pick<Clock, 'now'>
  readonly stop?: AbortSignal
  readonly log?: Log
}

export async function purge(
  { config, database, clock, log, stop = new AbortController().signal }: PurgeTools,
  { erases, only }: { readonly erases: boolean; readonly only?: readonly Retention['key'][] },
): Promise<Purged[]> {
  const db = database && openLedgerDb(database.pool)
  const all: Purged[] = []
  let rowsGone = 0
  for (const retention of RETENTION) {
    const { key } = retention
    if (only?.includes(key) === false) continue
    const days = daysOf(retention, config)
    const before = new Date(clock.now() - days * DAY_MS)
    const how = { before, stop, erases }
    let found: Found
    if (isFilesKey(key)) found = await oldFiles(key, config, how)
    else if (db === undefined) continue
    else rowsGone += (found = await oldRows(db, key, how)).count
    if (erases && found.count > 0) log?.info({ kind: key, count: found.count }, 'purged')
    all.push({ ...retention, days, ...found })
  }
  // A server does it by itself; the embedded engine would keep the erased rows' bytes.
  if (db !== undefined && erases && rowsGone > 0 && database?.engine === 'pglite') {
    await tendLedger(db)
  }
  return all
}
