/**
 * reconciliation.xlsx: the month's files once more, as one workbook with typed cells. It is made
 * from the files on the disk, so it shows what they hold, and its first sheet adds them up again.
 */
import { join } from 'node:path'
import { nameOf, ORIGIN_KEY } from '../../reports/files/columns.ts'
import type { ColumnTexts, ReportColumn } from '../../reports/files/columns.ts'
import { exceptionColumns } from '../../reports/files/exception-columns.ts'
import { openFileSink } from '../../reports/files/file-sink.ts'
import { FILE_MODE } from '../../reports/files/write-csv-files.ts'
import type { ListedFile } from '../../reports/page/page-facts.ts'
import { columnMessagesOf } from '../../reports/words/locales.ts'
import { LAYOUTS } from '../journal/journal-layout.ts'
import type { Layout } from '../journal/journal-layout.ts'
import { bookColumnTexts } from '../words/book-columns.ts'
import type { BookFile } from '../words/book-columns.ts'
import { fill } from '../../reports/words/messages.ts'
import { bookWordsOf } from '../words/book-words.ts'
import { workbookWordsOf } from '../words/workbook-words.ts'
import { writeBook } from '../workbook/write-book.ts'
import type { BookSheet } from '../workbook/write-book.ts'
import { fileSheet, SheetSums } from '../workbook/file-sheet.ts'
import type { SheetFile } from '../workbook/file-sheet.ts'
import { integerCell, moneyCell, WIDTHS } from '../workbook/sheet-cells.ts'
import type { CellKind } from '../workbook/sheet-cells.ts'
import { closes } from './book-checks.ts'
import { ledgerColumns, paymentColumns, rollColumns } from './book-files.ts'
import type { MonthFacts } from './month-facts.ts'
import { summarySheet } from './summary-sheet.ts'
import { bankColumns } from './write-bank.ts'

const WORKBOOK_FILE = 'reconciliation.xlsx'

interface Written {
  readonly directory: string
  /** Of the journal; absent: the one that is used without accounts. */
  readonly layout?: Layout | undefined
  /** Of one sheet, header included; absent: as many as a sheet can have. */
  readonly rowsMax?: number
}

export async function writeWorkbook(facts: MonthFacts, written: Written): Promise<ListedFile> {
  const { directory, layout = LAYOUTS.generic, rowsMax } = written
  const sheets = sheetsOf(facts, directory, layout)
  const sink = await openFileSink(join(directory, WORKBOOK_FILE), WORKBOOK_FILE, FILE_MODE)
  try {
    for await (const piece of writeBook(sheets, rowsMax === undefined ? {} : { rowsMax })) {
      await sink.write(piece)
    }
    return { ...(await sink.close()), rows: null, cents: {}, control: null }
  } catch (error) {
    await sink.abandon()
    throw error
  }
}

function sheetsOf(facts: MonthFacts, directory: string, layout: Layout): BookSheet[] {
  const { locale, flavour } = facts.settings
  const language = locale === 'en' ? 'en' : 'pt'
  const words = workbookWordsOf(locale)
  const shown = (name: string, file: string, form: Form): SheetFile => {
    const rows = facts.files.find((each) => each.name === file)?.rows ?? 0
    return { ...form, name, path: join(directory, file), rows, sums: new SheetSums() }
  }
  const csv = (columns: Columns, names: ColumnTexts, sumsBy: string | null = null) => ({
    dialect: { delimiter: flavour === 'excel' ? ';' : ',', quote: '"' },
    encoding: 'utf-8' as const,
    columns: [...columns, { key: ORIGIN_KEY, kind: 'text' } as const].map(({ key, kind }) => ({
      key,
      kind,
      header: nameOf(names, key),
    })),
    skipped: 1,
    sumsBy,
  })
  const book = (columns: Columns, file: BookFile, sumsBy?: string) =>
    csv(columns, bookColumnTexts(file, language), sumsBy)
  const ledger = book(ledgerColumns(locale), 'ledger.csv', 'class')
  const payments = book(paymentColumns(locale), 'payments.csv', 'nature')
  const balances = book(rollColumns(locale), 'rollforward.csv', 'grouping')
  const exceptions = csv(exceptionColumns, columnMessagesOf(locale)['exceptions.csv'])
  const summed = {
    ledger: shown(words('ledger'), 'ledger.csv', ledger),
    payments: shown(words('payments'), 'payments.csv', payments),
    balances: shown(words('balances'), 'rollforward.csv', balances),
  }
  const all = [
    summed.ledger,
    summed.payments,
    ...(layout.form === 'fixed' ? [] : [shown(words('journal'), 'journal.csv', journalOf(layout))]),
    shown(words('bank'), 'bank.csv', book(bankColumns(locale), 'bank.csv')),
    summed.balances,
    shown(words('exceptions'), 'exceptions.csv', exceptions),
  ]
  return [summarySheet(facts, summed), ...all.map(fileSheet), checksSheet(facts)]
}

type Columns = readonly Pick<ReportColumn<never>, 'key' | 'kind'>[]

/** How a file is written. */
type Form = Omit<SheetFile, 'name' | 'path' | 'rows' | 'sums'>

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
    columns: detail.map(({ source, title, text }, at) => ({
      key: `${at}`,
      kind: kindOf(source),
      header: title ?? source ?? text ?? '',
    })),
    skipped: (header === undefined ? 0 : 1) + (titles ? 1 : 0),
    sumsBy: null,
  }
}

function checksSheet({ settings, checks, journal }: MonthFacts): BookSheet {
  const { locale } = settings
  const words = workbookWordsOf(locale)
  const { checks: names, page, unbooked } = bookWordsOf(locale)
  const rows = checks.map((check) => {
    const figure = check.unit === 'cents' ? moneyCell : integerCell
    const agreement = closes(check) ? words('agrees') : words('differs')
    return [names[check.code], check.of, figure(check.expected), figure(check.found), agreement]
  })
  const without = [...journal.unbooked].map(([reason, sum]) => {
    const label = fill(page.unbooked, { reason: unbooked[reason] })
    return [label, String(sum.rows), null, moneyCell(sum.cents), null]
  })
  return {
    name: words('checks'),
    columns: [
      { header: page.check, width: 60 },
      { header: '', width: WIDTHS.words },
      { header: page.expected, width: WIDTHS.money },
      { header: page.found, width: WIDTHS.money },
      { header: words('agreement'), width: WIDTHS.text },
    ],
    filters: true,
    rows: () => [...rows, ...without],
  }
}
