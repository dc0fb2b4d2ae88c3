/** Issues as intake stored them, without those whose codes this version does not know. */
import type { RowIssue } from '../../intake/judged.ts'
import { ROW_REASONS } from '../../intake/reasons/row-reasons.ts'

export function rowIssues(stored: readonly object[]): RowIssue[] {
  return stored.filter(isRowIssue)
}

/** Only intake writes the column, so a known code proves the shape. */
function isRowIssue(stored: object): stored is RowIssue {
  return 'code' in stored && Object.hasOwn(ROW_REASONS, String(stored.code))
}
