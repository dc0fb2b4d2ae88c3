/**
 * reconciliation.xlsx of a run: its CSV files once more, read from the disk row by row, with typed
 * cells, and the manifest's totals beside formulas. rejected.csv is left out: it holds documents.
 */
import { columnMessagesOf } from '../reports/words/columns.ts'
import { messagesOf } from '../reports/words/reports.ts'
import type { ColumnTexts } from '../reports/files/columns.ts'
import { debtColumns } from '../reports/files/debt-columns.ts'
import { exceptionColumns } from '../reports/files/exception-columns.ts'
import { extraColumns } from '../reports/files/extra-columns.ts'
import { orderColumns } from '../reports/files/order-columns.ts'
import { orderItemColumns } from '../reports/files/order-item-columns.ts'
import { vehicleColumns } from '../reports/files/vehicle-columns.ts'
import { outsideName, outsideTitle } from '../reports/words/outside.ts'
import { fill } from '../reports/words/messages.ts'
import type { RunBook, WorkbookOfRun } from '../reports/workbook-of-run.ts'
import { bookWordsOf } from './words/book-words.ts'
import { workbookWordsOf } from './words/workbook-words.ts'
import { checksSheet } from './workbook/checks-sheet.ts'
import { csvSheet, type Columns } from './workbook/csv-sheet.ts'
import { figureSheet, type Figure } from './workbook/figures.ts'
import { fileSheet, type SheetFile } from './workbook/file-sheet.ts'
import { writeBookFile } from './workbook/write-book-file.ts'
import type { BookSheet } from './workbook/write-book.ts'

export const runWorkbook: WorkbookOfRun = (book) => {
  const { locale } = book.run.settings
  const files = filesOf(book)
  const { checks: names } = messagesOf(locale)
  const checks = book.checks.map((check) => ({ ...check, name: names[check.code] }))
  const asked = book.outside.askedAt === null ? [] : book.outside.checks
  const outside = asked.map((check) => ({
    ...check,
    name: outsideTitle(locale),
    of: outsideName(check, locale),
  }))
  const sheets = [
    summary(book, files),
    ...files.map(fileSheet),
    checksSheet(locale, [...checks, ...outside]),
  ]
  return writeBookFile(book.directory, sheets)
}

function filesOf({ run, scope, files, directory }: RunBook): SheetFile[] {
  const { locale, flavour } = run.settings
  const words = workbookWordsOf(locale)
  const { fileNames } = bookWordsOf(locale)
  const names = columnMessagesOf(locale)
  const extra = extraColumns(scope, names['vehicles.csv'])
  const folder = { directory, files, flavour }
  const shown = (name: string, file: string, columns: Columns, texts: ColumnTexts): SheetFile =>
    csvSheet(folder, { name, file, columns, names: texts })
  const vehicles = [...vehicleColumns, ...extra.columns]
  return [
    shown(words.debts, 'debts.csv', debtColumns, names['debts.csv']),
    shown(words.orders, 'orders.csv', orderColumns, names['orders.csv']),
    shown(words.items, 'order_items.csv', orderItemColumns, names['order_items.csv']),
    shown(words.fleetVehicles, 'vehicles.csv', vehicles, extra.names),
    shown(fileNames.exceptions, 'exceptions.csv', exceptionColumns, names['exceptions.csv']),
  ]
}

function summary({ run, files }: RunBook, sheets: readonly SheetFile[]): BookSheet {
  const { locale } = run.settings
  const words = workbookWordsOf(locale)
  const { page } = messagesOf(locale)
  const title = fill(page.title, { fleet: run.fleetName })
  const about = [
    [words.fleet, run.fleetName],
    [words.run, String(run.number)],
  ] as const
  const figures = sheets.flatMap((of): Figure[] => {
    const listed = files.find(({ name }) => of.file === name)
    return Object.entries(listed?.cents ?? {}).map(([key, cents]) => {
      const header = of.columns.find((column) => column.key === key)?.header ?? key
      return { label: `${of.name}: ${header}`, of, key, word: null, cents }
    })
  })
  return figureSheet({ words, title, simulated: run.simulated, about, figures })
}
