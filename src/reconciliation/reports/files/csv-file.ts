/**
 * Writes one CSV file page by page. Pages are pushed, so that one walk over the fleet can feed two
 * files, and each push waits for the disk: no more than a page of rows is ever held.
 */
import { writeCsv, type CsvColumn, type CsvFlavour } from '../../../sheets/csv/write-csv.ts'
import { csvColumns, type ColumnTexts, type ReportColumn } from './columns.ts'
import type { FileSink, WrittenFile } from './file-sink.ts'
import type { Messages } from '../words/messages.ts'

export interface CsvFileOptions<Row> {
  flavour: CsvFlavour
  columns: readonly ReportColumn<Row>[]
  names: ColumnTexts
  texts: Messages
  zone: string
  simulated: boolean
}

export interface ControlTotals {
  rows: number
  /** By column key: the sum of each money column. */
  cents: Readonly<Record<string, bigint>>
}

export interface CsvFile<Row> {
  write(page: readonly Row[]): Promise<void>
  close(): Promise<WrittenFile & ControlTotals>
}

export async function openCsvFile<Row>(
  sink: FileSink,
  options: CsvFileOptions<Row>,
): Promise<CsvFile<Row>> {
  const { columns, names, texts, simulated } = options
  const csv = csvColumns(columns, names, texts, simulated)
  const cents = new Map<string, bigint>()
  for (const column of columns) if (column.kind === 'money') cents.set(column.key, 0n)
  let rows = 0
  await writePieces(sink, options, csv, [], 'with header')
  return {
    write: async (page) => {
      for (const row of page) {
        for (const column of columns) {
          if (column.kind !== 'money') continue
          cents.set(column.key, (cents.get(column.key) ?? 0n) + (column.cell(row) ?? 0n))
        }
      }
      rows += page.length
      await writePieces(sink, options, csv, page, 'rows only')
    },
    close: async () => ({ ...(await sink.close()), rows, cents: Object.fromEntries(cents) }),
  }
}

/** The first piece of `writeCsv` is always the header, which a file has once. */
async function writePieces<Row>(
  sink: FileSink,
  { flavour, zone }: CsvFileOptions<Row>,
  columns: readonly CsvColumn<Row>[],
  page: readonly Row[],
  what: 'with header' | 'rows only',
): Promise<void> {
  let isHeader = true
  for await (const piece of writeCsv(flavour, columns, page, { timeZone: zone })) {
    if (!isHeader || what === 'with header') await sink.write(piece)
    isHeader = false
  }
}
