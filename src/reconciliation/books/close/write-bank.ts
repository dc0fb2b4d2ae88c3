/** bank.csv: each line of the month's statements and each payment of ours, in exactly one class. */
import type { BankFacts } from '../../../ledger/books/bank-lines.ts'
import { cents, type CheckedFile } from '../../reports/check-totals.ts'
import type { ReportColumn } from '../../reports/files/columns.ts'
import type { BankRow } from '../bank/bank-row.ts'
import { waitsForPerson } from '../bank/waits-for-person.ts'
import { firstDay, monthOf } from '../../../fleet/calendar/months.ts'
import { bankWordsOf } from '../words/bank-words.ts'
import type { BookColumnKey } from '../words/book-columns.ts'
import type { BookCheck } from './book-checks.ts'
import type { MonthSettings } from './month-facts.ts'
import { openBookFile } from './open-book-file.ts'

/** The fleet's statements, and what came of holding them against its orders. */
export interface MatchedBank {
  readonly facts: BankFacts
  readonly rows: readonly BankRow[]
  /** Of them, those of closed months that the last close did not know so. */
  readonly late: ReadonlySet<BankRow>
}

interface Row extends BankRow {
  readonly memo: string
  readonly orders: string
}

export interface WrittenBank {
  readonly file: CheckedFile
  readonly checks: readonly BookCheck[]
  /** What waits for a person. */
  readonly waiting: number
}

export async function writeBank(
  { facts, rows, late }: MatchedBank,
  settings: MonthSettings,
  directory: string,
): Promise<WrittenBank> {
  const { locale, month } = settings
  // What an earlier month left open stays until it is settled; later days are not of this month.
  const shown = rows.filter(
    (row) =>
      monthOf(row.day) === month ||
      (row.day < firstDay(month) && (waitsForPerson(row) || late.has(row))),
  )
  const hasStatement = facts.lines.length > 0
  await using file = await openBookFile({ ...settings, directory }, 'bank.csv', bankColumns(locale))
  // Without any statement every payment would be only ours, which tells nobody anything.
  await file.write(hasStatement ? shown.map((row) => rowOf(row, facts)) : [])
  const carried = new Set(
    shown.filter(({ day }) => monthOf(day) !== month).flatMap(({ lineKeys }) => lineKeys),
  )
  const statement = facts.lines
    .filter(({ identity, day }) => monthOf(day) === month || carried.has(identity))
    .reduce((sum, line) => sum + line.cents, 0n)
  const written = await file.close()
  const classed = written.there.cents['amount'] ?? 0n
  return {
    file: written,
    checks: hasStatement ? [cents('bank-total', statement, classed)] : [],
    waiting: hasStatement ? shown.filter(waitsForPerson).length : 0,
  }
}

function rowOf(row: BankRow, { lines, money }: BankFacts): Row {
  const memos = row.lineKeys.map(
    (key) => lines.find(({ identity }) => identity === key)?.memo ?? '',
  )
  const orders = [...row.ourIds, ...row.of].map(
    (id) => money.find(({ seq }) => String(seq) === id)?.orderId ?? '',
  )
  return { ...row, memo: memos.join(' | '), orders: [...new Set(orders)].join(' ') }
}

export function bankColumns(
  locale: MonthSettings['locale'],
): readonly ReportColumn<Row, BookColumnKey<'bank.csv'>>[] {
  const { classes, todo } = bankWordsOf(locale)
  return [
    { key: 'day', kind: 'date', cell: ({ day }) => day },
    { key: 'class', kind: 'text', cell: (row) => classes[row.class] },
    { key: 'amount', kind: 'money', cell: ({ lineCents }) => lineCents },
    { key: 'ourAmount', kind: 'money', cell: ({ ourCents }) => ourCents },
    { key: 'statement', kind: 'words', cell: ({ memo }) => memo },
    { key: 'orderId', kind: 'text', cell: ({ orders }) => orders },
    { key: 'age', kind: 'text', cell: (row, { ages }) => ages[row.ageClass] },
    { key: 'todo', kind: 'words', cell: (row) => (row.by === 'person' ? '' : todo[row.class]) },
  ]
}
