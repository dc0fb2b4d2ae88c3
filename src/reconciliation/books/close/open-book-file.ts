/** One CSV file of a month, written row by row and read back from the disk when it is closed. */
import { join } from 'node:path'
import type { Locale } from '../../../bilingual.ts'
import type { CsvFlavour } from '../../../sheets/csv/write-csv.ts'
import type { CheckedFile } from '../../reports/check-totals.ts'
import type { ColumnTexts, ReportColumn } from '../../reports/files/columns.ts'
import { openCsvFile } from '../../reports/files/csv-file.ts'
import { openFileSink } from '../../reports/files/file-sink.ts'
import { FILE_MODE } from '../../reports/files/write-csv-files.ts'
import { readBack } from '../../reports/read-back.ts'
import { messagesOf } from '../../reports/words/locales.ts'

export interface BookFileSettings {
  readonly directory: string
  readonly locale: Locale
  readonly flavour: CsvFlavour
  readonly zone: string
  readonly simulated: boolean
}

export interface OpenBookFile<Row> {
  write(rows: readonly Row[]): Promise<void>
  close(): Promise<CheckedFile>
  /** After a failure. */
  abandon(): Promise<void>
}

export async function openBookFile<Row>(
  settings: BookFileSettings,
  name: string,
  { columns, names }: { columns: readonly ReportColumn<Row>[]; names: ColumnTexts },
): Promise<OpenBookFile<Row>> {
  const { directory, locale, flavour, zone, simulated } = settings
  const path = join(directory, name)
  const sink = await openFileSink(path, name, FILE_MODE)
  const texts = messagesOf(locale)
  const file = await openCsvFile(sink, { flavour, columns, names, texts, zone, simulated })
  return {
    write: (rows) => file.write(rows),
    close: async () => {
      const meant = await file.close()
      return { meant, there: await readBack(path, name, columns, flavour) }
    },
    abandon: () => sink.abandon(),
  }
}
