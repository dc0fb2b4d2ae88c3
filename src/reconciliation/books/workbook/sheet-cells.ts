/** Pure. The text of a written file's cell as the cell of a workbook, by the kind of its column. */
import type { BookCell, NumberCell } from './book-cell.ts'
import { formatCents } from '../../../fleet/money.ts'
import type { ReportColumn } from '../../reports/files/columns.ts'
import { centsOf } from '../../reports/read-back.ts'

export type CellKind = ReportColumn<never>['kind']

/** Widths in characters of a usual digit, as a spreadsheet counts them. */
export const WIDTHS: Readonly<Record<CellKind, number>> = {
  text: 18,
  words: 32,
  code: 16,
  date: 12,
  instant: 22,
  money: 17,
  integer: 10,
  flag: 8,
}

/** A spreadsheet keeps fifteen digits of a number and would change the last of a longer one. */
const EXACT_DIGITS_MAX = 15
const WHOLE = /^-?\d+$/
const DATE = /^(?:(\d{4})-(\d{2})-(\d{2})|(\d{2})\/(\d{2})\/(\d{4}))$/
const DAY_MS = 24 * 60 * 60 * 1000
/** The day from which a spreadsheet counts. */
const FIRST_DAY_MS = Date.UTC(1899, 11, 30)
/** 1900-03-01: the numbers of earlier days are not the same in all programs. */
const SURE_DAY = 61

/** What is not of its column's form stays the text that the file has. */
export function sheetCell(kind: CellKind, text: string): BookCell {
  if (text === '') return null
  if (kind === 'money') {
    const cents = centsOf(text)
    return cents === null ? text : moneyCell(cents)
  }
  if (kind === 'date') return dateCell(text)
  if (kind === 'integer') return WHOLE.test(text) ? integerCell(BigInt(text)) : text
  // The form that keeps Excel from reading a code in a CSV file as a number.
  return kind === 'code' ? text.replace(/^="([0-9A-Za-z]+)"$/, '$1') : text
}

export function moneyCell(cents: bigint): NumberCell | string {
  const number = formatCents(cents)
  const digits = number.replace(/[-.]/g, '')
  return digits.length > EXACT_DIGITS_MAX ? number : { number, style: 'money' }
}

export function integerCell(value: bigint): NumberCell | string {
  const number = value.toString()
  return number.length > EXACT_DIGITS_MAX ? number : { number, style: 'integer' }
}

function dateCell(text: string): BookCell {
  const [, isoYear, isoMonth, isoDay, day, month, year] = DATE.exec(text) ?? []
  const parts = [isoYear ?? year, isoMonth ?? month, isoDay ?? day].map(Number)
  const [y = Number.NaN, m = Number.NaN, d = Number.NaN] = parts
  const number = (Date.UTC(y, m - 1, d) - FIRST_DAY_MS) / DAY_MS
  return number >= SURE_DAY ? { number: String(number), style: 'date' } : text
}
