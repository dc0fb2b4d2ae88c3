/** Reads the ledger once for vehicles and debts, once for orders, and writes their files. */
import { join } from 'node:path'
import type { ShownCodes } from '../../../ledger/reports/report-orders.ts'
import type { ReportSource } from '../../../ledger/reports/report-source.ts'
import type { ReportScope } from '../../../ledger/reports/report-scope.ts'
import type { Run } from '../../../ledger/runs/runs.ts'
import type { CheckedFile } from '../check-totals.ts'
import type { ColumnTexts, ReportColumn } from './columns.ts'
import { openCsvFile, type CsvFile } from './csv-file.ts'
import { debtColumns } from './debt-columns.ts'
import { exceptionColumns } from './exception-columns.ts'
import { extraColumns } from './extra-columns.ts'
import type { ExceptionLine } from './exception-line.ts'
import { openFileSink, type FileSink } from './file-sink.ts'
import { columnMessagesOf } from '../words/columns.ts'
import { messagesOf } from '../words/reports.ts'
import type { ColumnsByFile } from '../words/columns.pt.ts'
import { orderItemColumns } from './order-item-columns.ts'
import { orderColumns } from './order-columns.ts'
import { readBack } from '../read-back.ts'
import { reportOfVehicle, type ReportPolicy, type DebtLine } from '../reports-of-vehicle.ts'
import type { Tally } from '../tally.ts'
import { vehicleColumns, type VehicleRow } from './vehicle-columns.ts'

/** Readable by whoever may read the folder. */
export const FILE_MODE = 0o644

export interface CsvWriting {
  run: Run
  scope: ReportScope
  source: ReportSource
  tally: Tally
  /** The folder being written. */
  directory: string
  policy: ReportPolicy
  codes: ShownCodes
}

/** Closes the file and checks it against the disk, or releases its handle after a failure. */
async function withCsvFile<Row>(
  { run, directory }: CsvWriting,
  name: keyof ColumnsByFile,
  { columns, names }: { columns: readonly ReportColumn<Row>[]; names: ColumnTexts },
  work: (file: CsvFile<Row>) => Promise<void>,
): Promise<CheckedFile> {
  const { locale, flavour, zone } = run.settings
  const path = join(directory, name)
  const sink: FileSink = await openFileSink(path, name, FILE_MODE)
  try {
    const file = await openCsvFile(sink, {
      flavour,
      columns,
      names,
      texts: messagesOf(locale),
      zone,
      simulated: run.simulated,
    })
    await work(file)
    const meant = await file.close()
    return { meant, there: await readBack(path, name, columns, flavour) }
  } catch (error) {
    await sink.abandon()
    throw error
  }
}

export async function writeVehiclesAndDebts(
  writing: CsvWriting,
): Promise<{ vehicles: CheckedFile; debts: CheckedFile }> {
  const { run, scope, source, tally, policy } = writing
  const until = run.carriedOverUntil?.toISOString() ?? null
  const columnNames = columnMessagesOf(run.settings.locale)
  const extra = extraColumns(scope, columnNames['vehicles.csv'])
  let debts: CheckedFile | undefined
  const vehicles = await withCsvFile<VehicleRow>(
    writing,
    'vehicles.csv',
    { columns: [...vehicleColumns, ...extra.columns], names: extra.names },
    async (vehicleFile) => {
      const ofDebts = { columns: debtColumns, names: columnNames['debts.csv'] }
      debts = await withCsvFile<DebtLine>(writing, 'debts.csv', ofDebts, async (debtFile) => {
        for await (const page of source.vehicles(scope)) {
          const reports = page.map((vehicle) => reportOfVehicle(vehicle, policy))
          for (const report of reports) tally.vehicle(report)
          await debtFile.write(reports.flatMap((report) => report.debts))
          await vehicleFile.write(
            reports.map(({ line }) => ({
              ...line,
              expectedAt: line.vehicle.member?.state === 'open' ? until : null,
            })),
          )
        }
      })
    },
  )
  if (debts === undefined) throw new Error('debts.csv was not written')
  return { vehicles, debts }
}

export function writeOrders(writing: CsvWriting): Promise<CheckedFile> {
  const { run, scope, source, tally, codes } = writing
  const names = columnMessagesOf(run.settings.locale)['orders.csv']
  return withCsvFile(writing, 'orders.csv', { columns: orderColumns, names }, async (file) => {
    for await (const page of source.orders(scope, codes)) {
      for (const order of page) tally.order(order)
      await file.write(page)
    }
  })
}

export function writeOrderItems(writing: CsvWriting): Promise<CheckedFile> {
  const { run, scope, source } = writing
  const names = columnMessagesOf(run.settings.locale)['order_items.csv']
  const columns = { columns: orderItemColumns, names }
  return withCsvFile(writing, 'order_items.csv', columns, async (file) => {
    for await (const page of source.orderItems(scope)) await file.write(page)
  })
}

export function writeExceptions(
  writing: CsvWriting,
  lines: AsyncIterable<readonly ExceptionLine[]>,
): Promise<CheckedFile> {
  const names = columnMessagesOf(writing.run.settings.locale)['exceptions.csv']
  const columns = { columns: exceptionColumns, names }
  return withCsvFile(writing, 'exceptions.csv', columns, async (file) => {
    for await (const page of lines) {
      for (const line of page) writing.tally.exception(line)
      await file.write(page)
    }
  })
}
