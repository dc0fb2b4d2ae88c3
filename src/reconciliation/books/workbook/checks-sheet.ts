/** Pure. The last sheet of a workbook: what was compared, and whether it agrees. */
import type { Locale } from '../../../bilingual.ts'
import type { Check } from '../../reports/check-totals.ts'
import { bookWordsOf } from '../words/book-words.ts'
import { workbookWordsOf } from '../words/workbook-words.ts'
import type { BookCell } from './book-cell.ts'
import { integerCell, moneyCell, WIDTHS } from './sheet-cells.ts'
import type { BookSheet } from './write-book.ts'

export type CheckRow = Omit<Check<string>, 'code'> & { readonly name: string }

/** `more`: rows that stand below the checks. */
export function checksSheet(
  locale: Locale,
  checks: readonly CheckRow[],
  more: readonly BookCell[][] = [],
): BookSheet {
  const words = workbookWordsOf(locale)
  const { page } = bookWordsOf(locale)
  return {
    name: words.checks,
    columns: [
      { header: page.check, width: 60 },
      { header: '', width: WIDTHS.words },
      { header: page.expected, width: WIDTHS.money },
      { header: page.found, width: WIDTHS.money },
      { header: words.agreement, width: WIDTHS.text },
    ],
    filters: true,
    rows: () => [
      ...checks.map((check) => [
        check.name,
        check.of,
        figure(check, check.expected),
        figure(check, check.found),
        check.closes ? words.agrees : words.differs,
      ]),
      ...more,
    ],
  }
}

function figure({ unit }: CheckRow, value: bigint | string): BookCell {
  if (typeof value === 'string') return value
  return unit === 'cents' ? moneyCell(value) : integerCell(value)
}
