/**
 * Pure. What must agree in a month's books, each figure reached in two ways: movements and files
 * read back, events and the debts as they stand, ledger and payments, frota and the service.
 */
import type { OrderSums } from '../../../ledger/books/books-source.ts'
import type { CheckedFile } from '../../reports/check-totals.ts'
import type { RollForward } from '../roll-forward.ts'
import { MOVING } from '../roll-forward.ts'
import type { BookWords } from '../words/books.en.ts'

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

/** What the service says of all orders and vehicles of the account; amounts in cents. */
export interface OutsideSums {
  readonly orders: readonly OrderSums[]
  readonly vehicles: number
}

/** By the service's word for the status; orders that others made with the account are differences. */
export function checkOutside(
  ours: readonly OrderSums[],
  vehicles: number,
  outside: OutsideSums,
): BookCheck[] {
  const statuses = new Set([...ours, ...outside.orders].map(({ status }) => status))
  const of = (sums: readonly OrderSums[], status: string) =>
    sums.find((each) => each.status === status)
  return [
    ...[...statuses].toSorted().flatMap((status) => {
      const [there, here] = [of(outside.orders, status), of(ours, status)]
      return [
        rows('outside-orders', there?.orders ?? 0, here?.orders ?? 0, status),
        cents('outside-total', there?.totalCents ?? 0n, here?.totalCents ?? 0n, status),
        cents('outside-refunded', there?.refundedCents ?? 0n, here?.refundedCents ?? 0n, status),
      ]
    }),
    rows('outside-vehicles', outside.vehicles, vehicles),
  ]
}
