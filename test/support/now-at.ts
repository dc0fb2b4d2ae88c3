/** An instant with its day in UTC, for statements in which no time zone matters. */
import type { ExceptionNow } from '../../src/ledger/reports/report-exception-parts.ts'

export function nowAt(given: Date | string): ExceptionNow {
  const at = new Date(given).toISOString()
  return { at, today: at.slice(0, 'YYYY-MM-DD'.length) }
}
