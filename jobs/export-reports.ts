/** The reports of one ended run; written whole or not at all, so trying again is harmless. */
import { runRoll } from '../src/reconciliation/books/run-roll.ts'
import { runWorkbook } from '../src/reconciliation/books/run-workbook.ts'
import { notAsked, readOutside } from '../src/reconciliation/reports/read-outside.ts'
import { writeReports } from '../src/reconciliation/reports/write-reports.ts'
import type { Job } from './job.ts'

const SHARED_ACCOUNT = {
  pt: 'outra frota usa a mesma conta e não foi lida nesta execução; frota report lê as duas',
  en: 'another fleet uses the same account and was not read in this run; frota report reads both',
}

export const exportReports: Job<'export-reports'> = {
  kind: 'export-reports',
  concurrency: 1,
  attempts: 1,
  due: async (tools) => {
    const due = [...tools.reportsDue].filter(([, { written }]) => written === undefined)
    return {
      jobs: due.map(([id]) => ({
        kind: 'export-reports',
        id: `report-${id}`,
        data: { chunk: id },
      })),
      nextDueAtMs: null,
    }
  },
  run: async (tools, { chunk }, { signal }) => {
    const due = tools.reportsDue.get(chunk)
    // Written before, if the queue took the job for lost while this process had no time for it.
    if (due === undefined || due.written !== undefined) return { outcome: 'done' }
    const { reports: source, runs } = tools.stores
    const asked = due.isWholeAccount
      ? await readOutside({ ...tools, source }, due.run.accountId, signal)
      : notAsked(SHARED_ACCOUNT)
    const { openRow, reportsDir } = tools
    due.written = await writeReports(
      { source, openRow, rollOf: runRoll, workbookOf: runWorkbook },
      { run: due.run, reportsDir, asked },
    )
    await runs.noteReports(due.run.id, due.written.directory)
    return { outcome: 'done' }
  },
}
