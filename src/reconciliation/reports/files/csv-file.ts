/**
 * Writes one CSV file page by page. Pages are pushed, so that one walk over the fleet can feed two
 * files, and each push waits for the disk: no more than a page of rows is ever held.
 */
import { writeCsv, type CsvFlavour } from '../../../sheets/csv/write-csv.ts'
import { csvColumns, type ColumnTexts, type ReportColumn } from './columns.ts'
import type { FileSink, WrittenFile } from './file-sink.ts'
import { messagesOf } from '../words/reports.ts'
import type { Locale } from '../../../bilingual.ts'

export interface CsvFileOptions<Row> {
  flavour: CsvFlavour
  columns: readonly ReportColumn<Row>[]
  names: ColumnTexts
  locale: Locale
  zone: string
  simulated: boolean
}

export interface ControlTotals {
  rows: number
  /** By column key: the sum of each money column. */
  cents: Readonly<Record<string, bigint>>
}

export async function openCsvFile<Row>(sink: FileSink, options: CsvFileOptions<Row>) {
  const { flavour, columns, names, locale, zone, simulated } = options
  const csv = csvColumns(columns, names, messagesOf(locale), simulated)
  const money = columns.filter((column) => column.kind === 'money')
  const cents = new Map(money.map(({ key }) => [key, 0n]))
  let rows = 0
  const put = async (page: readonly Row[], withHeader: boolean): Promise<void> => {
    const pieces = writeCsv(flavour, csv, page, { timeZone: zone, withHeader })
    for await (const piece of pieces) await sink.write(piece)
  }
  await put([], true)
  return {
    write: async (page: readonly Row[]): Promise<void> => {
      for (const { key, cell } of money) {
        const sum = page.reduce((total, row) => total + (cell(row) ?? 0n), cents.get(key) ?? 0n)
        cents.set(key, sum)
      }
      rows += page.length
      await put(page, false)
    },
    close: async (): Promise<WrittenFile & ControlTotals> => {
      return { ...(await sink.close()), rows, cents: Object.fromEntries(cents) }
    },
  }
}
