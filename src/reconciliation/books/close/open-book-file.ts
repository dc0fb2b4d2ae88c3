/** One CSV file of a month, written row by row and read back from the disk when it is closed. */
import type { ReportColumn } from '../../reports/files/columns.ts'
import { openCheckedFile } from '../../reports/files/write-csv-files.ts'
import { bookColumnTexts, type BookFile } from '../words/book-columns.ts'
import type { MonthSettings } from './month-facts.ts'

export function openBookFile<Row>(
  settings: MonthSettings & { readonly directory: string },
  name: BookFile | 'exceptions.csv',
  columns: readonly ReportColumn<Row>[],
) {
  const names = bookColumnTexts(name, settings.locale)
  return openCheckedFile(settings.directory, name, { ...settings, columns, names })
}
