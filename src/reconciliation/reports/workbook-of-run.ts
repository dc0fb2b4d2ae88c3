/** A run's files as one workbook; the books write it, from outside this folder. */
import type { Run } from '../../ledger/runs/runs.ts'
import type { ReportScope } from '../../ledger/reports/report-scope.ts'
import type { Check } from './check-totals.ts'
import type { Outside } from './outside.ts'
import type { ListedFile } from './page/page-facts.ts'

export interface RunBook {
  readonly run: Run
  readonly scope: ReportScope
  /** As they stand in the folder being written. */
  readonly files: readonly ListedFile[]
  readonly checks: readonly Check[]
  readonly outside: Outside
  readonly directory: string
}

export type WorkbookOfRun = (book: RunBook) => Promise<ListedFile>
