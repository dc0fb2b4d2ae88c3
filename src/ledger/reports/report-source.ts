/**
 * Everything that a report needs, streamed: a page of vehicles is in memory at a time, never the
 * fleet. Rows come in an order that depends on the ledger alone, so the same ledger gives the
 * same bytes.
 */
import { accountSums, type AccountSums } from './account-sums.ts'
import { exceptionPages, firstExceptions, type FoundExceptions } from './report-exceptions.ts'
import type { ExceptionNow, ExceptionScope } from './report-exception-parts.ts'
import { orderItemPages, orderPages, type ShownCodes } from './report-orders.ts'
import { rejectedPages } from './report-rejected.ts'
import type { ExceptionCode } from './report-exception-sources.ts'
import type {
  ReportException,
  ReportOrder,
  ReportOrderItem,
  ReportRejectedRow,
  ReportTotals,
  ReportVehicle,
} from './report-rows.ts'
import { readScope, type ReportScope } from './report-scope.ts'
import { readTotals } from './report-totals.ts'
import type { Run } from '../runs/runs.ts'
import { vehiclePages } from './report-vehicles.ts'
import { vehicleHistories, type VehicleHistory } from '../histories/vehicle-histories.ts'
import type { LedgerDb } from '../schema/tx.ts'

export interface ReportSource {
  /**
   * Reads from one snapshot of the ledger: on a server other workers may settle the last answers
   * meanwhile, and the totals would not match rows that are read later.
   */
  inOneMoment<T>(read: (source: ReportSource) => Promise<T>): Promise<T>
  /** Campaign, file and boundary of the run; every other call takes what this gives. */
  scope(run: Run): Promise<ReportScope>
  totals(scope: ReportScope): Promise<ReportTotals>
  /** In import order, each with its debts by due date. */
  vehicles(scope: ReportScope): AsyncIterable<ReportVehicle[]>
  /** By vehicle; an order before its proposals. */
  orders(scope: ReportScope, codes: ShownCodes): AsyncIterable<ReportOrder[]>
  /** The debts of the same orders and proposals. */
  orderItems(scope: ReportScope): AsyncIterable<ReportOrderItem[]>
  /** One code at a time. */
  exceptions(
    scope: ExceptionScope,
    code: ExceptionCode,
    now: ExceptionNow,
  ): AsyncIterable<readonly ReportException[]>
  /** For each code the number of exceptions and the first of them. */
  firstExceptions(
    scope: ExceptionScope,
    code: ExceptionCode,
    of: ExceptionNow & { readonly limit: number },
  ): Promise<FoundExceptions>
  accountSums(accountId: string): Promise<AccountSums>
  /** Of every vehicle that is or was in the fleet. `until`: no later answer is the latest one. */
  histories(
    fleet: { id: string; name: string },
    until?: Date,
  ): AsyncIterable<readonly VehicleHistory[]>
  /** Rows of a file that were rejected, by line, with their sealed cells. */
  rejectedRows(importId: string): AsyncIterable<ReportRejectedRow[]>
}

/** `isShared`: other processes may write to the ledger, so `inOneMoment` needs a snapshot. */
export function openReportSource(db: LedgerDb, isShared: boolean): ReportSource {
  const source: ReportSource = {
    inOneMoment: (read) => (isShared ? readSnapshot(db, read) : read(source)),
    scope: (run) => readScope(db, run),
    totals: (scope) => readTotals(db, scope),
    vehicles: (scope) => vehiclePages(db, scope),
    orders: (scope, codes) => orderPages(db, scope, codes),
    orderItems: (scope) => orderItemPages(db, scope),
    exceptions: (scope, code, now) => exceptionPages(db, scope, code, now),
    firstExceptions: (scope, code, of) => firstExceptions(db, scope, code, of),
    accountSums: (accountId) => accountSums(db, accountId),
    histories: (fleet, until) => vehicleHistories(db, fleet, until),
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
