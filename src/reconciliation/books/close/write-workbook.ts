/**
 * reconciliation.xlsx: the month's files once more, as one workbook with typed cells. It is made
 * from the files on the disk, so it shows what they hold, and its first sheet adds them up again.
 */
import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { exceptionColumns } from '../../reports/files/exception-columns.ts'
import type { WrittenFile } from '../../reports/files/file-sink.ts'
import { headingsOf, type Layout } from '../journal/journal-layout.ts'
import { journalEntries } from '../journal/read-journal.ts'
import { bookColumnTexts, type BookFile } from '../words/book-columns.ts'
import { bookWordsOf, fileWord } from '../words/book-words.ts'
import { moneyCell, type CellKind } from '../workbook/sheet-cells.ts'
import type { BookCell } from '../workbook/book-cell.ts'
import { fill } from '../../reports/words/messages.ts'
import { checksSheet, type CheckRow } from '../workbook/checks-sheet.ts'
import { csvSheet, sheetFile, type BookFolder, type Columns } from '../workbook/csv-sheet.ts'
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
  const folder = { directory, files: facts.files, flavour }
  const book = (file: BookFile | 'exceptions.csv', columns: Columns, sumsBy?: string) => {
    const names = bookColumnTexts(file, locale)
    return csvSheet(folder, { name: fileWord(words, file), file, columns, names, sumsBy })
  }
  const journal = journalSheet(folder, layout, words.fileNames.journal)
  const summed = {
    ledger: book('ledger.csv', ledgerColumns(locale), 'class'),
    payments: book('payments.csv', paymentColumns(locale), 'nature'),
    balances: book('rollforward.csv', rollColumns(locale), 'grouping'),
  }
  const all = [
    summed.ledger,
    summed.payments,
    ...(layout.form === 'fixed' ? [] : [journal]),
    book('bank.csv', bankColumns(locale)),
    book('classes.csv', classColumns(locale)),
    summed.balances,
    book('exceptions.csv', exceptionColumns),
  ]
  const checks = checksSheet(locale, checkRows(facts), unbookedRows(facts))
  return [summarySheet(facts, summed), ...all.map(fileSheet), checks]
}

/** The accountant's layout says how the file is written. */
function journalSheet(folder: BookFolder, layout: Layout, name: string): SheetFile {
  const { detail, decimal, date } = layout
  const kindOf = (source: string | undefined): CellKind => {
    if (source === 'amount' && decimal !== 'none') return 'money'
    return source === 'day' && date !== 'ddmmyyyy' ? 'date' : 'text'
  }
  const columns = headingsOf(layout).map((header, at) => {
    return { key: `${at}`, kind: kindOf(detail[at]?.source), header }
  })
  const file = 'journal.csv'
  const cells = () => journalEntries(createReadStream(join(folder.directory, file)), layout)
  return sheetFile(folder, { name, file, columns, cells, sumsBy: null })
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
