/**
 * Pure. What must agree in a month's books, each figure reached in two ways: movements and files
 * read back, events and the debts as they stand, ledger and payments, frota and the service.
 */
import type { AccountSums } from '../../../ledger/reports/account-sums.ts'
import type { CheckedFile } from '../../reports/check-totals.ts'
import { outsideLines } from '../../reports/outside.ts'
import type { RollForward } from '../roll-forward.ts'
import { MOVING } from '../movement.ts'
import type { BookWords } from '../words/book-words.ts'

export interface BookCheck {
  readonly code: keyof BookWords['checks']
  /** A file, group or status, where one code has several lines. */
  readonly of: string
  readonly unit: 'rows' | 'cents'
  readonly expected: bigint
  readonly found: bigint
}

export function closes({ expected, found }: BookCheck): boolean {
  return expected === found
}

export function cents(
  code: BookCheck['code'],
  expected: bigint,
  found: bigint,
  of = '',
): BookCheck {
  return { code, of, unit: 'cents', expected, found }
}

export function rows(code: BookCheck['code'], expected: number, found: number, of = ''): BookCheck {
  return { code, of, unit: 'rows', expected: BigInt(expected), found: BigInt(found) }
}

/** The ledger file is read back from the disk. */
export function checkRoll(roll: RollForward, ledger: CheckedFile): BookCheck[] {
  const { whole, groups } = roll
  const moved = MOVING.reduce((sum, name) => sum + whole.movedCents[name], 0n)
  const written = ledger.there.cents['amount'] ?? 0n
  return [
    cents('book-moves', whole.closingCents, whole.openingCents + moved),
    cents('book-moves', whole.closingCents, whole.openingCents + written, 'ledger.csv'),
    ...Object.entries(groups).map(([name, rolls]) => {
      const closing = [...rolls.values()].reduce((sum, each) => sum + each.closingCents, 0n)
      return cents('book-groups', whole.closingCents, closing, name)
    }),
  ]
}

export function checkFile({ meant, there }: CheckedFile): BookCheck[] {
  return [
    rows('book-rows', meant.rows, there.rows, meant.name),
    ...Object.entries(meant.cents).map(([column, sum]) =>
      cents('book-rows', sum, there.cents[column] ?? 0n, `${meant.name} ${column}`),
    ),
  ]
}

const OUTSIDE = {
  orders: 'outside-orders',
  total: 'outside-total',
  refunded: 'outside-refunded',
  vehicles: 'outside-vehicles',
} as const

/** What the service says, as a run's report compares it. */
export function checkOutside(ours: AccountSums, theirs: AccountSums): BookCheck[] {
  return outsideLines(ours, theirs).map(({ what, status, unit, service, frota }) => ({
    code: OUTSIDE[what],
    of: status,
    unit,
    expected: service,
    found: frota,
  }))
}
