/**
 * reconciliation.xlsx: the month's files once more, as one workbook with typed cells. It is made
 * from the files on the disk, so it shows what they hold, and its first sheet adds them up again.
 */
import { exceptionColumns } from '../../reports/files/exception-columns.ts'
import type { WrittenFile } from '../../reports/files/file-sink.ts'
import { headingsOf, type Layout } from '../journal/journal-layout.ts'
import { bookColumnTexts, type BookFile } from '../words/book-columns.ts'
import { bookWordsOf, fileWord } from '../words/book-words.ts'
import { moneyCell, type CellKind } from '../workbook/sheet-cells.ts'
import type { BookCell } from '../workbook/book-cell.ts'
import { fill } from '../../reports/words/messages.ts'
import { checksSheet, type CheckRow } from '../workbook/checks-sheet.ts'
import { csvForm, sheetFile, type Columns, type Form } from '../workbook/csv-form.ts'
import { fileSheet, type SheetFile } from '../workbook/file-sheet.ts'
import { writeBookFile } from '../workbook/write-book-file.ts'
import type { BookSheet } from '../workbook/write-book.ts'
import { ledgerColumns, paymentColumns, rollColumns } from './book-files.ts'
import { classColumns } from './class-columns.ts'
import type { MonthFacts } from './month-facts.ts'
import { summarySheet } from './summary-sheet.ts'
import { bankColumns } from './write-bank.ts'

interface Written {
  readonly directory: string
  /** Of the journal. */
  readonly layout: Layout
  /** Of one sheet, header included; absent: as many as a sheet can have. */
  readonly rowsMax?: number
}

export async function writeWorkbook(facts: MonthFacts, written: Written): Promise<WrittenFile> {
  const { directory, layout, rowsMax } = written
  const sheets = sheetsOf(facts, directory, layout)
  return writeBookFile(directory, sheets, rowsMax)
}

function sheetsOf(facts: MonthFacts, directory: string, layout: Layout): BookSheet[] {
  const { locale, flavour } = facts.settings
  const words = bookWordsOf(locale)
  const shown = (file: string, form: Form): SheetFile =>
    sheetFile({ name: fileWord(words, file), file, form, directory, files: facts.files })
  const book = (file: BookFile | 'exceptions.csv', columns: Columns, sumsBy?: string) =>
    shown(file, csvForm({ columns, names: bookColumnTexts(file, locale), flavour, sumsBy }))
  const summed = {
    ledger: book('ledger.csv', ledgerColumns(locale), 'class'),
    payments: book('payments.csv', paymentColumns(locale), 'nature'),
    balances: book('rollforward.csv', rollColumns(locale), 'grouping'),
  }
  const all = [
    summed.ledger,
    summed.payments,
    ...(layout.form === 'fixed' ? [] : [shown('journal.csv', journalOf(layout))]),
    book('bank.csv', bankColumns(locale)),
    book('classes.csv', classColumns(locale)),
    summed.balances,
    book('exceptions.csv', exceptionColumns),
  ]
  const checks = checksSheet(locale, checkRows(facts), unbookedRows(facts))
  return [summarySheet(facts, summed), ...all.map(fileSheet), checks]
}

/** The accountant's layout says how the file is written. */
function journalOf(layout: Layout): Form {
  const { separator = ';', encoding, titles = false, header, detail, decimal, date } = layout
  const kindOf = (source: string | undefined): CellKind => {
    if (source === 'amount' && decimal !== 'none') return 'money'
    return source === 'day' && date !== 'ddmmyyyy' ? 'date' : 'text'
  }
  return {
    dialect: { delimiter: separator, quote: '"' },
    encoding: encoding === 'windows-1252' ? encoding : 'utf-8',
    columns: headingsOf(layout).map((name, at) => ({
      key: `${at}`,
      kind: kindOf(detail[at]?.source),
      header: name,
    })),
    skipped: (header === undefined ? 0 : 1) + (titles ? 1 : 0),
    sumsBy: null,
  }
}

function checkRows({ settings, checks }: MonthFacts): CheckRow[] {
  const { checks: names } = bookWordsOf(settings.locale)
  return checks.map((check) => ({ ...check, name: names[check.code] }))
}

/** What the journal leaves out, below the checks: rows and cents that agree with nothing. */
function unbookedRows({ settings, journal }: MonthFacts): BookCell[][] {
  const { page, unbooked } = bookWordsOf(settings.locale)
  return [...journal.unbooked].map(([reason, sum]) => {
    const label = fill(page.unbooked, { reason: unbooked[reason] })
    return [label, String(sum.rows), null, moneyCell(sum.cents), null]
  })
}
