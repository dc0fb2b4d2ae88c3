/** One CSV file of a month, written row by row and read back from the disk when it is closed. */
import { join } from 'node:path'
import type { Locale } from '../../../bilingual.ts'
import type { CsvFlavour } from '../../../sheets/csv/write-csv.ts'
import type { CheckedFile } from '../../reports/check-totals.ts'
import type { ReportColumn } from '../../reports/files/columns.ts'
import { openCsvFile } from '../../reports/files/csv-file.ts'
import { openFileSink } from '../../reports/files/file-sink.ts'
import { FILE_MODE } from '../../reports/files/write-csv-files.ts'
import { readBack } from '../../reports/read-back.ts'
import { messagesOf } from '../../reports/words/reports.ts'
import { bookColumnTexts, type BookFile } from '../words/book-columns.ts'

export interface BookFileSettings {
  readonly directory: string
  readonly locale: Locale
  readonly flavour: CsvFlavour
  readonly zone: string
  readonly simulated: boolean
}

export async function openBookFile<Row>(
  settings: BookFileSettings,
  name: BookFile | 'exceptions.csv',
  columns: readonly ReportColumn<Row>[],
) {
  const { directory, locale, flavour, zone, simulated } = settings
  const path = join(directory, name)
  const sink = await openFileSink(path, name, FILE_MODE)
  const texts = messagesOf(locale)
  const names = bookColumnTexts(name, locale)
  const file = await openCsvFile(sink, { flavour, columns, names, texts, zone, simulated })
  return {
    write: (rows: readonly Row[]) => file.write(rows),
    close: async (): Promise<CheckedFile> => {
      const meant = await file.close()
      return { meant, there: await readBack(path, name, columns, flavour) }
    },
    /** After a failure. */
    abandon: () => sink.abandon(),
  }
}
