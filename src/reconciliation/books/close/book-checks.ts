/**
 * Pure. What must agree in a month's books, each figure reached in two ways: movements and files
 * read back, frota and the service.
 */
import type { AccountSums } from '../../../ledger/reports/account-sums.ts'
import { cents, type Check, type CheckedFile } from '../../reports/check-totals.ts'
import { outsideChecks, type Told } from '../../reports/outside.ts'
import type { RollForward } from '../roll-forward.ts'
import { MOVING } from '../movement.ts'
import type { BookWords } from '../words/book-words.ts'

export type BookCheck = Check<keyof BookWords['checks']>

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

const OUTSIDE = {
  orders: 'outside-orders',
  total: 'outside-total',
  refunded: 'outside-refunded',
  vehicles: 'outside-vehicles',
} as const

/** What the service says, as a run's report compares it. */
export function checkOutside(ours: AccountSums, theirs: Told): BookCheck[] {
  return outsideChecks(ours, theirs).map((check) => ({ ...check, code: OUTSIDE[check.code] }))
}
