/** Rows of a file that were not accepted, with their sealed cells, page by page. */
import type { ReportRejectedRow } from './report-rows.ts'
import type { LedgerDb } from '../schema/tx.ts'

/** A sealed row is at most 64 KB, so a page is a few megabytes at the worst. */
const ROWS_PER_PAGE = 200

export async function* rejectedPages(
  db: LedgerDb,
  importId: string,
): AsyncGenerator<ReportRejectedRow[]> {
  let after = -1
  for (;;) {
    const rows = await db
      .selectFrom('frota.import_row')
      .select(['line', 'verdict', 'plate', 'issues', 'raw'])
      .where('import_id', '=', importId)
      .where('verdict', 'in', ['rejected', 'duplicate'])
      .where('line', '>', after)
      .orderBy('line')
      .limit(ROWS_PER_PAGE)
      .$narrowType<{ verdict: ReportRejectedRow['verdict'] }>()
      .execute()
    if (rows.length > 0) yield rows
    const last = rows.at(-1)
    if (last === undefined || rows.length < ROWS_PER_PAGE) return
    after = last.line
  }
}
