/**
 * Everything that a report needs, streamed: a page of vehicles is in memory at a time, never the
 * fleet. Rows come in an order that depends on the ledger alone, so the same ledger gives the
 * same bytes.
 */
import { exceptionPages } from './report-exceptions.ts'
import { orderPages } from './report-orders.ts'
import { rejectedPages } from './report-rejected.ts'
import type {
  ExceptionCode,
  ReportException,
  ReportOrder,
  ReportRejectedRow,
  ReportTotals,
  ReportVehicle,
} from './report-rows.ts'
import { readScope } from './report-scope.ts'
import type { ReportScope } from './report-scope.ts'
import { readTotals } from './report-totals.ts'
import type { Run } from './runs.ts'
import { vehiclePages } from './report-vehicles.ts'
import type { LedgerDb } from './tx.ts'

export interface ReportSource {
  /** Campaign, file and boundary of the run; every other call takes what this gives. */
  scope(run: Run): Promise<ReportScope>
  totals(scope: ReportScope): Promise<ReportTotals>
  /** In import order, each with its debts by due date. */
  vehicles(scope: ReportScope): AsyncIterable<ReportVehicle[]>
  /** By vehicle; an order before its proposals. `endedAt` (ISO 8601) is "now" for what expires. */
  orders(scope: ReportScope, endedAt: string): AsyncIterable<ReportOrder[]>
  /** One code at a time. */
  exceptions(
    scope: ReportScope,
    code: ExceptionCode,
    endedAt: string,
  ): AsyncIterable<ReportException[]>
  /** Rows of a file that were rejected, by line, with their sealed cells. */
  rejectedRows(importId: string): AsyncIterable<ReportRejectedRow[]>
}

export function openReportSource(db: LedgerDb): ReportSource {
  return {
    scope: (run) => readScope(db, run),
    totals: (scope) => readTotals(db, scope),
    vehicles: (scope) => vehiclePages(db, scope),
    orders: (scope, endedAt) => orderPages(db, scope, endedAt),
    exceptions: (scope, code, endedAt) => exceptionPages(db, scope, code, endedAt),
    rejectedRows: (importId) => rejectedPages(db, importId),
  }
}
