/** bank.csv: each line of the month's statements and each payment of ours, in exactly one class. */
import { sumCents } from '../../../fleet/money.ts'
import type { BankLine } from '../../../ledger/books/bank-lines.ts'
import { cents } from '../../reports/check-totals.ts'
import type { ReportColumn } from '../../reports/files/columns.ts'
import type { BankRow } from '../bank/bank-row.ts'
import { waitsForPerson } from '../bank/waits-for-person.ts'
import { firstDay, monthOf } from '../../../fleet/calendar/months.ts'
import { bankWordsOf } from '../words/bank-words.ts'
import type { BookColumnKey } from '../words/book-columns.ts'
import type { MonthSettings } from './month-facts.ts'
import { openBookFile } from './open-book-file.ts'

/** The fleet's statements, and what came of holding them against its orders. */
export interface MatchedBank {
  readonly lines: readonly BankLine[]
  readonly rows: readonly BankRow[]
  /** Of them, those of closed months that the last close did not know so. */
  readonly late: ReadonlySet<BankRow>
}

export async function writeBank(
  { lines, rows, late }: MatchedBank,
  settings: MonthSettings,
  directory: string,
) {
  const { locale, month } = settings
  // What an earlier month left open stays until it is settled; later days are not of this month.
  const shown = rows.filter(
    (row) =>
      monthOf(row.day) === month ||
      (row.day < firstDay(month) && (waitsForPerson(row) || late.has(row))),
  )
  const hasStatement = lines.length > 0
  await using file = await openBookFile({ ...settings, directory }, 'bank.csv', bankColumns(locale))
  // Without any statement every payment would be only ours, which tells nobody anything.
  await file.write(hasStatement ? shown : [])
  const carried = new Set(
    shown.filter(({ day }) => monthOf(day) !== month).flatMap((row) => row.lines),
  )
  const statement = sumCents(
    lines.filter((line) => monthOf(line.day) === month || carried.has(line)),
  )
  const judged = shown.filter((row) => row.how === 'person' && row.class !== 'not-ours')
  const written = await file.close()
  const classed = written.there.cents['amount'] ?? 0n
  return {
    file: written,
    checks: hasStatement ? [cents('bank-total', statement, classed)] : [],
    /** What waits for a person. */
    waiting: hasStatement ? shown.filter(waitsForPerson).length : 0,
    /** What the account moved beyond the payments that a person said its lines are. */
    beyondCents: sumCents(judged.map((row) => ({ cents: row.lineCents - row.ourCents }))),
  }
}

/** What the bank says of a row's lines. */
export function memosOf({ lines }: BankRow): string {
  return lines.map(({ memo }) => memo).join(' | ')
}

function ordersOf({ ours, of }: BankRow): string {
  return [...new Set([...ours, ...of].map(({ orderId }) => orderId))].join(' ')
}

export function bankColumns(
  locale: MonthSettings['locale'],
): readonly ReportColumn<BankRow, BookColumnKey<'bank.csv'>>[] {
  const { classes, todo } = bankWordsOf(locale)
  return [
    { key: 'day', kind: 'date', cell: ({ day }) => day },
    { key: 'class', kind: 'text', cell: (row) => classes[row.class] },
    { key: 'amount', kind: 'money', cell: ({ lineCents }) => lineCents },
    { key: 'ourAmount', kind: 'money', cell: ({ ourCents }) => ourCents },
    { key: 'statement', kind: 'words', cell: memosOf },
    { key: 'orderId', kind: 'text', cell: ordersOf },
    { key: 'age', kind: 'text', cell: (row, { ages }) => ages[row.ageClass] },
    { key: 'todo', kind: 'words', cell: (row) => todo[row.class] },
  ]
}
