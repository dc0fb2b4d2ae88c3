/** Pure. Which payments or refunds of an order a person means who names it for a bank's line. */
import type { BankLine } from '../../../ledger/books/bank-lines.ts'
import type { OurMovement } from './bank-row.ts'
import { sizeOf, totalOf } from './open-entries.ts'

/**
 * `movements`: those of the order on the line's side; `taken`: ids of those that another line has.
 * What no other line has comes first, and of it what has the line's amount. Null where several
 * differing ones fit, or where only one that another line has is of this amount.
 */
export function movementsMeant(
  line: Pick<BankLine, 'day' | 'cents'>,
  movements: readonly OurMovement[],
  { taken, isAlone }: { readonly taken: ReadonlySet<string>; readonly isAlone: boolean },
): readonly OurMovement[] | null {
  const size = sizeOf(line.cents)
  const free = movements.filter(({ id }) => !taken.has(id))
  // A line of several orders is none's amount.
  const exact = movements.filter(({ cents }) => isAlone && cents === size)
  const exactFree = exact.filter((each) => free.includes(each))
  if (exactFree.length === 0 && isAlone && free.length > 1 && totalOf(free) === size) return free
  const among =
    [exactFree, free.length === 0 ? exact : []].find(({ length }) => length > 0) ??
    (free.length > 0 ? [...free, ...exact] : movements)
  // Which of several equal ones it is matters to their days alone.
  const [nearest] = among.toSorted((one, other) => distance(one, line) - distance(other, line))
  if (nearest === undefined || among.some(({ cents }) => cents !== nearest.cents)) return null
  return [nearest]
}

function distance(one: { readonly day: string }, other: { readonly day: string }): number {
  return Math.abs(Date.parse(one.day) - Date.parse(other.day))
}
