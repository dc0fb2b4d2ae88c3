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
  /**
   * Reads while the ledger stands still for this reader: on a server other workers may settle the
   * last answers meanwhile, and totals that were read before would not close with the rows.
   */
  inOneMoment<T>(read: (source: ReportSource) => Promise<T>): Promise<T>
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

/** `isShared`: others may write to the ledger, so that reading in one moment needs a snapshot. */
export function openReportSource(db: LedgerDb, isShared: boolean): ReportSource {
  const source: ReportSource = {
    inOneMoment: (read) => (isShared ? readSnapshot(db, read) : read(source)),
    scope: (run) => readScope(db, run),
    totals: (scope) => readTotals(db, scope),
    vehicles: (scope) => vehiclePages(db, scope),
    orders: (scope, endedAt) => orderPages(db, scope, endedAt),
    exceptions: (scope, code, endedAt) => exceptionPages(db, scope, code, endedAt),
    rejectedRows: (importId) => rejectedPages(db, importId),
  }
  return source
}

function readSnapshot<T>(db: LedgerDb, read: (source: ReportSource) => Promise<T>): Promise<T> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute((transaction) => read(openReportSource(transaction, false)))
}
