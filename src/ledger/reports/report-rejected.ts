/** Rows of a file that were not accepted, with their sealed cells, page by page. */
import type { ReportRejectedRow } from './report-rows.ts'
import type { Verdict } from '../schema/tables.ts'
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
      .execute()
    if (rows.length > 0) yield rows.map(asRejected)
    const last = rows.at(-1)
    if (last === undefined || rows.length < ROWS_PER_PAGE) return
    after = last.line
  }
}

interface RawRow {
  line: number
  verdict: Verdict
  plate: string | null
  issues: object | null
  raw: Uint8Array | null
}

function asRejected(row: RawRow): ReportRejectedRow {
  const verdict = row.verdict === 'duplicate' ? 'duplicate' : 'rejected'
  return { ...row, verdict, issues: asIssues(row.issues) }
}

/** Intake writes a list of objects into the column. */
function asIssues(json: object | null): readonly object[] {
  return Array.isArray(json) ? json : []
}
