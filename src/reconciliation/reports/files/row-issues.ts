/** Issues as intake wrote them into the ledger, as long as this version knows their codes. */
import type { RowIssue } from '../../intake/judged.ts'
import { ROW_REASONS } from '../../intake/reasons/row-reasons.ts'

export function rowIssues(stored: readonly object[]): RowIssue[] {
  return stored.filter(isRowIssue)
}

/** Only intake writes the column; the code tells whether it was this intake. */
function isRowIssue(stored: object): stored is RowIssue {
  return 'code' in stored && Object.hasOwn(ROW_REASONS, String(stored.code))
}
