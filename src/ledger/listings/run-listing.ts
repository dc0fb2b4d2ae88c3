/** Which file each run of a fleet imported, and who asked for it in the console. */
import { sql } from 'kysely'
import { jsonRows } from '../reports/report-pages.ts'
import type { LedgerDb } from '../schema/tx.ts'

export interface RunOrigin {
  readonly number: number
  /** Empty for a run that imported none. */
  readonly file: string
  /** Empty where nobody asked in the console. */
  readonly by: string
}

export async function runOrigins(
  db: LedgerDb,
  fleet: { readonly id: string; readonly name: string },
): Promise<ReadonlyMap<number, RunOrigin>> {
  const rows = await jsonRows<RunOrigin>(
    db,
    sql`select r.number, coalesce(i.file_name, '') as file, coalesce(q.asked_by, '') as by
      from frota.run r
      left join frota.import i on i.id = r.import_id
      left join lateral (
        select asked_by from frota.run_request
        where fleet_name = ${fleet.name} and run_number = r.number and kind <> 'stop'
        order by seq desc limit 1
      ) q on true
      where r.fleet_id = ${fleet.id}::uuid`,
  )
  return new Map(rows.map((row) => [row.number, row]))
}
