/** What the page is made of: the run, its totals, the tally, the checks and the files. */
import type { ReportTotals } from '../../../ledger/reports/report-rows.ts'
import type { ReportScope } from '../../../ledger/reports/report-scope.ts'
import type { Run } from '../../../ledger/runs/runs.ts'
import type { Check } from '../check-totals.ts'
import type { Display } from '../words/display.ts'
import type { ControlTotals } from '../files/csv-file.ts'
import type { WrittenFile } from '../files/file-sink.ts'
import type { Messages } from '../words/messages.ts'
import type { RunRoll } from '../roll-of-run.ts'
import type { Outside } from '../outside.ts'
import type { Tally } from '../tally.ts'

/** A file of the folder; one of rows says how many, and what its money adds up to. */
export type ListedFile = WrittenFile & Partial<ControlTotals>

export interface PageFacts {
  run: Run
  scope: ReportScope
  totals: ReportTotals
  tally: Tally
  roll: RunRoll | null
  checks: readonly Check[]
  outside: Outside
  files: readonly ListedFile[]
  texts: Messages
  display: Display
  /** ISO 8601. */
  startedAt: string
  /** The instant that the report calls now: the run's end, or the moment of writing. */
  endedAt: string
  isNow: boolean
}
