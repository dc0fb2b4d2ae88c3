/**
 * Everything that a report needs, streamed: a page of vehicles is in memory at a time, never the
 * fleet. Rows come in an order that depends on the ledger alone, so the same ledger gives the
 * same bytes.
 */
import { accountSums, foreignIds } from './account-sums.ts'
import { exceptionPages, firstExceptions } from './report-exceptions.ts'
import type { ExceptionNow, ExceptionScope } from './report-exception-parts.ts'
import { orderItemPages, orderPages, type ShownCodes } from './report-orders.ts'
import { rejectedPages } from './report-rejected.ts'
import type { ExceptionCode } from './report-exception-sources.ts'
import { readScope, type ReportScope } from './report-scope.ts'
import { readTotals } from './report-totals.ts'
import type { Run } from '../runs/runs.ts'
import { vehiclePages } from './report-vehicles.ts'
import { vehicleHistories } from '../histories/vehicle-histories.ts'
import type { LedgerDb } from '../schema/tx.ts'

export type ReportReads = ReturnType<typeof openReportReads>

export function openReportReads(db: LedgerDb) {
  return {
    /** Campaign, file and boundary of the run; every other call takes what this gives. */
    scope: (run: Run) => readScope(db, run),
    totals: (scope: ReportScope, mismatches: readonly string[]) =>
      readTotals(db, scope, mismatches),
    /** In import order, each with its debts by due date. */
    vehicles: (scope: ReportScope) => vehiclePages(db, scope),
    /** By vehicle; an order before its proposals. */
    orders: (scope: ReportScope, codes: ShownCodes) => orderPages(db, scope, codes),
    /** The debts of the same orders and proposals. */
    orderItems: (scope: ReportScope) => orderItemPages(db, scope),
    exceptions: (scope: ExceptionScope, code: ExceptionCode, now: ExceptionNow) =>
      exceptionPages(db, scope, code, now),
    /** The number of exceptions of a code, and the first of them. */
    firstExceptions: (
      scope: ExceptionScope,
      code: ExceptionCode,
      of: ExceptionNow & { readonly limit: number },
    ) => firstExceptions(db, scope, code, of),
    accountSums: (accountId: string) => accountSums(db, accountId),
    foreignIds: (accountId: string) => foreignIds(db, accountId),
    /** Of every vehicle that is or was in the fleet. `until`: no later answer is the latest one. */
    histories: (fleetId: string, until?: Date) => vehicleHistories(db, fleetId, until),
    /** Rows of a file that were rejected, by line, with their sealed cells. */
    rejectedRows: (importId: string) => rejectedPages(db, importId),
  }
}

export type ReportSource = ReturnType<typeof openReportSource>

/** `isShared`: other processes may write to the ledger, so `inOneMoment` needs a snapshot. */
export function openReportSource(db: LedgerDb, isShared: boolean) {
  const reads = openReportReads(db)
  return {
    ...reads,
    /**
     * Reads from one snapshot of the ledger: on a server other workers may settle the last answers
     * meanwhile, and the totals would not match rows that are read later.
     */
    inOneMoment: <T>(read: (reads: ReportReads) => Promise<T>): Promise<T> =>
      isShared ? readSnapshot(db, read) : read(reads),
  }
}

function readSnapshot<T>(db: LedgerDb, read: (reads: ReportReads) => Promise<T>): Promise<T> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute((transaction) => read(openReportReads(transaction)))
}
