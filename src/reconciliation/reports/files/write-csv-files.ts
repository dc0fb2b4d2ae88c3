/** Reads the ledger once for vehicles and debts, once for orders, and writes their files. */
import { join } from 'node:path'
import type { ShownCodes } from '../../../ledger/reports/report-orders.ts'
import type { ReportOrder, ReportOrderItem } from '../../../ledger/reports/report-rows.ts'
import type { ReportReads } from '../../../ledger/reports/report-source.ts'
import type { ReportScope } from '../../../ledger/reports/report-scope.ts'
import type { Run } from '../../../ledger/runs/runs.ts'
import type { CheckedFile } from '../check-totals.ts'
import type { ColumnTexts, ReportColumn } from './columns.ts'
import { openCsvFile, type CsvFileOptions } from './csv-file.ts'
import { debtColumns } from './debt-columns.ts'
import { exceptionColumns } from './exception-columns.ts'
import { extraColumns } from './extra-columns.ts'
import type { ExceptionLine } from './exception-line.ts'
import { openFileSink } from './file-sink.ts'
import { columnMessagesOf } from '../words/columns.ts'
import type { ColumnsByFile } from '../words/columns.pt.ts'
import { orderItemColumns } from './order-item-columns.ts'
import { orderColumns } from './order-columns.ts'
import { readBack } from '../read-back.ts'
import { reportOfVehicle, type ReportPolicy, type DebtLine } from '../reports-of-vehicle.ts'
import type { Tally } from '../tally.ts'
import { vehicleColumns, type VehicleRow } from './vehicle-columns.ts'

export interface CsvWriting {
  run: Run
  scope: ReportScope
  source: ReportReads
  tally: Tally
  /** The folder being written. */
  directory: string
  policy: ReportPolicy
  codes: ShownCodes
}

/** A CSV file that is read back from the disk when it is closed. */
export async function openCheckedFile<Row>(
  directory: string,
  name: string,
  options: CsvFileOptions<Row>,
) {
  const path = join(directory, name)
  const sink = await openFileSink(path)
  const file = await openCsvFile(sink, options)
  return {
    write: (rows: readonly Row[]) => file.write(rows),
    close: async (): Promise<CheckedFile> => {
      const meant = await file.close()
      return { meant, there: await readBack(path, name, options.columns, options.flavour) }
    },
    [Symbol.asyncDispose]: () => sink[Symbol.asyncDispose](),
  }
}

function openFile<Row>(
  { run, directory }: CsvWriting,
  name: keyof ColumnsByFile,
  columns: readonly ReportColumn<Row>[],
  names: ColumnTexts = columnMessagesOf(run.settings.locale)[name],
) {
  const { settings, simulated } = run
  return openCheckedFile(directory, name, { ...settings, simulated, columns, names })
}

export async function writeVehiclesAndDebts(
  writing: CsvWriting,
): Promise<{ vehicles: CheckedFile; debts: CheckedFile }> {
  const { run, scope, source, tally, policy } = writing
  const until = run.carriedOverUntil?.toISOString() ?? null
  const extra = extraColumns(scope, columnMessagesOf(run.settings.locale)['vehicles.csv'])
  const columns: ReportColumn<VehicleRow>[] = [...vehicleColumns, ...extra.columns]
  await using vehicles = await openFile(writing, 'vehicles.csv', columns, extra.names)
  await using debts = await openFile<DebtLine>(writing, 'debts.csv', debtColumns)
  for await (const page of source.vehicles(scope)) {
    const reports = page.map((vehicle) => reportOfVehicle(vehicle, policy))
    for (const report of reports) tally.vehicle(report)
    await debts.write(reports.flatMap((report) => report.debts))
    await vehicles.write(
      reports.map(({ line }) => ({
        ...line,
        expectedAt: line.vehicle.member?.state === 'open' ? until : null,
      })),
    )
  }
  return { vehicles: await vehicles.close(), debts: await debts.close() }
}

export async function writeOrders(writing: CsvWriting): Promise<CheckedFile> {
  const { scope, source, tally, codes } = writing
  await using file = await openFile<ReportOrder>(writing, 'orders.csv', orderColumns)
  for await (const page of source.orders(scope, codes)) {
    for (const order of page) tally.order(order)
    await file.write(page)
  }
  return await file.close()
}

export async function writeOrderItems(writing: CsvWriting): Promise<CheckedFile> {
  const { scope, source } = writing
  await using file = await openFile<ReportOrderItem>(writing, 'order_items.csv', orderItemColumns)
  for await (const page of source.orderItems(scope)) await file.write(page)
  return await file.close()
}

export async function writeExceptions(
  writing: CsvWriting,
  lines: AsyncIterable<readonly ExceptionLine[]>,
): Promise<CheckedFile> {
  await using file = await openFile<ExceptionLine>(writing, 'exceptions.csv', exceptionColumns)
  for await (const page of lines) {
    for (const line of page) writing.tally.exception(line)
    await file.write(page)
  }
  return await file.close()
}
