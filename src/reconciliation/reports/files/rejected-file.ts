/**
 * rejected.csv: the rows of the sheet that were not accepted, in their original form. It holds the
 * sender's documents, so only its owner may read it; its one column about the service is SIMULADO,
 * which every file of a simulated run has.
 */
import type { Locale } from '../../../bilingual.ts'
import { join } from 'node:path'
import type { ReportImport, ReportRejectedRow } from '../../../ledger/reports/report-rows.ts'
import type { ReportReads } from '../../../ledger/reports/report-source.ts'
import type { JudgedRow, Understood } from '../../intake/judged.ts'
import { writeVerdictCsv } from '../../intake/verdicts/verdict-csv.ts'
import { openFileSink, type WrittenFile } from './file-sink.ts'
import { SIMULATED } from './columns.ts'
import { rowIssues } from './row-issues.ts'

const OWNER_ONLY = 0o600

/** Opens what intake sealed: the row's cells as they stood in the file. */
export type OpenRow = (
  sealed: Uint8Array,
  row: { importId: string; line: number },
) => readonly string[]

/** Only a header when no row was rejected; null when the run has no file that was read. */
export async function writeRejected(
  source: ReportReads,
  file: ReportImport | null,
  target: { directory: string; locale: Locale; simulated: boolean },
  openRow: OpenRow,
): Promise<(WrittenFile & { rows: number }) | null> {
  if (file === null || file.understood === null) return null
  const { directory, locale, simulated } = target
  await using sink = await openFileSink(join(directory, 'rejected.csv'), OWNER_ONLY)
  let rows = 0
  async function* judged(importId: string): AsyncGenerator<JudgedRow[]> {
    for await (const page of source.rejectedRows(importId)) {
      rows += page.length
      yield page.map((row) => judgedRow(importId, row, openRow))
    }
  }
  const understood = asUnderstood(file.understood)
  const origin = simulated ? { origin: SIMULATED } : {}
  const options = { rows: 'rejected', locale, ...origin } as const
  for await (const piece of writeVerdictCsv(understood, judged(file.id), options)) {
    await sink.write(piece)
  }
  return { ...(await sink.close()), rows }
}

/** Cells are deleted when their retention ends; the verdict still says which line it was. */
function judgedRow(importId: string, row: ReportRejectedRow, openRow: OpenRow): JudgedRow {
  return {
    line: row.line,
    verdict: row.verdict,
    plate: row.plate ?? '',
    issues: rowIssues(row.issues),
    rawCells: row.raw === null ? [] : openRow(row.raw, { importId, line: row.line }),
  }
}

/** Only intake writes this column; versions before workbooks did not store a container. */
function asUnderstood(json: object): Understood {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Intake writes it.
  return { container: { kind: 'csv' }, ...json } as Understood
}
